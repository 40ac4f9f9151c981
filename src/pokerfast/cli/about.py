"""What there is: games and rules."""

from __future__ import annotations

from pokerfast import _jobs
from pokerfast.cli import common
from pokerfast.cli.common import AsJson, Changes, GameName, Preset
from pokerfast.names import GAMES
from pokerfast.rules import OptionValue, preset_names
from pokerfast.simulate import policy_names


def games(as_json: AsJson = False) -> None:
    """The games, with their presets and built-in players."""
    known = sorted(_jobs.games())
    if as_json:
        common.emit_json(
            {
                "games": [
                    {
                        "name": name,
                        "title": title,
                        "family": family,
                        "presets": list(preset_names(name)),
                        "policies": [{"name": policy, "summary": text} for policy, text in _jobs.policies(name)],
                    }
                    for name, title, family in known
                ]
            }
        )
        return
    shown = common.table("game", "汉字", "pinyin", "family", "presets", "policies")
    for name, title, family in known:
        pinyin = GAMES[name].pinyin if name in GAMES else ""
        shown.add_row(name, title, pinyin, family, ", ".join(preset_names(name)), ", ".join(policy_names(name)))
    common.show(common.console(), ("Games", shown))


def rules(game: GameName, preset: Preset = None, changes: Changes = None, as_json: AsJson = False) -> None:
    """Every option of a game: value, allowed values, one line, source; and the presets."""
    loaded = common.load(game, preset, changes)
    infos = loaded.describe()
    presets = _jobs.presets(game)
    defaults = {info.name: info.default for info in infos}
    if as_json:
        names = ("name", "type", "value", "default", "allowed", "summary", "source")
        common.emit_json(
            {
                "game": game,
                "preset": preset,
                "options": [{name: getattr(info, name) for name in names} for info in infos],
                "presets": [
                    {"name": name, "summary": summary, "changes": _changes(game, name, defaults)}
                    for name, (summary, _) in presets.items()
                ],
            }
        )
        return
    title = game if preset is None else f"{game}, preset {preset}"
    shown = common.table("option", "value", "allowed", "meaning", "source")
    for info in infos:
        mark = "" if info.value == info.default else " *"
        shown.add_row(
            info.name, common.value_text(info.value) + mark, common.allowed_text(info), info.summary, info.source
        )
    listed = common.table("preset", "meaning", "changes")
    for name, (summary, _) in presets.items():
        changed = _changes(game, name, defaults)
        listed.add_row(name, summary, " ".join(f"{key}={common.value_text(value)}" for key, value in changed.items()))
    common.show(common.console(), (f"{title} (* = not the default)", shown), ("Presets", listed))


def _changes(game: str, preset: str, defaults: dict[str, OptionValue]) -> dict[str, OptionValue]:
    options = common.load(game, preset, None).options
    return {name: value for name, value in options.items() if value != defaults[name]}

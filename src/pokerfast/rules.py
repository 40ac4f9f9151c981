"""Options and presets: Python values in, the core's numbers out, every fault reported at once.

The descriptors come from the core; nothing here knows a game's rules.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType
from typing import Any, Literal

from pokerfast import _jobs
from pokerfast.errors import RulesError, check_arguments, shortened

__all__ = ["OptionInfo", "option_infos", "options_from_values", "preset_names", "values_for"]

OptionValue = bool | int | str | tuple[str, ...] | tuple[int, int] | None

_PAIR_STEP = 1000  # how the core packs a pair of numbers
_NONE = -1  # how it writes None
_MOST_ITEMS = 64  # of a set that are looked at; no option has as many names
_LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """One question of the rules: what ``describe()`` prints."""

    name: str
    type: Literal["on_off", "number", "choice", "set", "pair", "maybe", "either"]
    default: OptionValue
    allowed: str
    summary: str
    source: str
    names: tuple[str, ...]
    minimum: int
    maximum: int
    value: OptionValue


def _decode(spec: Mapping[str, Any], number: int) -> OptionValue:
    match spec["type"]:
        case "on_off":
            return bool(number)
        case "choice":
            return str(spec["names"][number])
        case "set":
            return tuple(name for i, name in enumerate(spec["names"]) if number >> i & 1)
        case "pair":
            return (number % _PAIR_STEP, number // _PAIR_STEP)
        case "maybe" if number == _NONE:
            return None
    return number


def _allowed(spec: Mapping[str, Any]) -> str:
    match spec["type"]:
        case "on_off":
            return "True, False"
        case "choice":
            return ", ".join(spec["names"])
        case "set":
            return "any of " + ", ".join(spec["names"])
        case "pair":
            return f"two numbers {spec['min']} to {spec['max']}, not falling"
        case "maybe":
            return f"{spec['min']} to {spec['max']}, None"
        case "either":
            return f"{spec['min']}, {spec['max']}"
    return f"{spec['min']} to {spec['max']}"


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _encode(spec: Mapping[str, Any], value: object) -> int:
    """The core's number; ValueError with the reason if the value does not fit."""
    low, high = spec["min"], spec["max"]
    match spec["type"]:
        case "on_off" if isinstance(value, bool):
            return int(value)
        case "maybe" if value is None:
            return _NONE
        case "number" | "maybe" if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        case "either" if _is_number(value) and value in (low, high):
            return int(low if value == low else high)
        case "choice" if isinstance(value, str) and value in spec["names"]:
            return int(spec["names"].index(value))
        case "set" if isinstance(value, Iterable) and not isinstance(value, (str, bytes, Mapping)):
            items = list(islice(value, _MOST_ITEMS))
            unknown = [item for item in items if item not in spec["names"]]
            if not unknown:
                return sum(1 << spec["names"].index(item) for item in set(items))
            near = _nearest(str(unknown[0]), spec["names"])
            raise ValueError(f"{unknown[0]!r} is unknown{near}")
        case "pair" if (
            isinstance(value, (tuple, list))
            and len(value) == 2
            and all(_is_number(v) for v in value)
            and low <= value[0] <= value[1] <= high
        ):
            return int(value[0] + _PAIR_STEP * value[1])
    if spec["type"] == "set" and isinstance(value, str):
        raise ValueError(f"{shortened(value)} is text; give a sequence of names, such as ({spec['names'][0]!r},)")
    near = _nearest(value, spec["names"]) if isinstance(value, str) and len(value) < _LONGEST_NAME else ""
    raise ValueError(f"{shortened(value)} is not allowed ({_allowed(spec)}){near}")


_ON_OFF = {"on": True, "true": True, "yes": True, "1": True, "off": False, "false": False, "no": False, "0": False}


def read_option(info: OptionInfo, text: str) -> object:
    """The value a text stands for: on/off, a number, a choice, a comma list, a pair of numbers ``9,17`` or ``none``."""
    items = [item.strip() for item in text.split(",")]
    try:
        match info.type:
            case "on_off":
                return _ON_OFF.get(text.lower(), text)
            case "number" | "either":
                return int(text)
            case "maybe":
                return None if text.lower() == "none" else int(text)
            case "set":
                return () if text.lower() in ("", "none") else tuple(items)
            case "pair":
                return tuple(int(item) for item in items)
    except ValueError:
        pass
    return text


def _nearest(name: str, names: Iterable[str]) -> str:
    found = difflib.get_close_matches(name, list(names), n=1, cutoff=0.5)
    return f"; did you mean {found[0]!r}?" if found else ""


def _game(name: object) -> str:
    if not isinstance(name, str):
        raise TypeError(f"a game's name is text, not {type(name).__name__}")
    known = [game for game, _, _ in _jobs.games()]
    if name not in known:
        raise RulesError([("game", f"{shortened(name)} is unknown{_nearest(name, known)}; known: {', '.join(known)}")])
    return name


def preset_names(game: str) -> tuple[str, ...]:
    """The presets of a game, the default first."""
    return tuple(_jobs.presets(_game(game)))


def values_for(game: str, preset: str | None, changes: Mapping[str, object]) -> list[int]:
    """Option values of a preset with changes, in descriptor order.

    Raises:
        RulesError: the game, the preset, an option or a value is unknown; all faults at once.
        TypeError: the game's or the preset's name is no text.
    """
    specs = _jobs.options(_game(game))
    presets = _jobs.presets(game)
    numbers = {spec["name"]: spec["initial"] for spec in specs}
    faults: list[tuple[str, str]] = []
    if preset is not None and not isinstance(preset, str):
        raise TypeError(f"a preset's name is text, not {type(preset).__name__}")
    if preset is not None and preset not in presets:
        near, known = _nearest(preset, presets), ", ".join(presets)
        faults.append(("preset", f"{shortened(preset)} is unknown{near}; known: {known}"))
    elif preset is not None:
        numbers.update(presets[preset][1])
    by_name = {spec["name"]: spec for spec in specs}
    for name, value in changes.items():
        if name not in by_name:
            faults.append((str(name), f"is no option of {game}{_nearest(str(name), by_name)}"))
            continue
        try:
            numbers[name] = _encode(by_name[name], value)
        except ValueError as error:
            faults.append((name, str(error)))
    check_arguments(faults)
    return [numbers[spec["name"]] for spec in specs]


def options_from_values(game: str, values: Iterable[int]) -> Mapping[str, OptionValue]:
    """A read-only mapping of every option to its Python value."""
    pairs = zip(_jobs.options(game), values, strict=True)
    return MappingProxyType({spec["name"]: _decode(spec, number) for spec, number in pairs})


def option_infos(game: str, values: Iterable[int]) -> tuple[OptionInfo, ...]:
    """Every option with its value, allowed values, one line and source."""
    return tuple(
        OptionInfo(
            name=spec["name"],
            type=spec["type"],
            default=_decode(spec, spec["initial"]),
            allowed=_allowed(spec),
            summary=spec["summary"],
            source=spec["source"],
            names=spec["names"],
            minimum=spec["min"],
            maximum=spec["max"],
            value=_decode(spec, number),
        )
        for spec, number in zip(_jobs.options(game), values, strict=True)
    )

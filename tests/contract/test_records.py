"""Records: a whole game as text, and the same game back from it."""

from __future__ import annotations

import random

import pytest

import pokerfast as pf
from tests.contract.positions import CASES, choose, game, samples

pytestmark = pytest.mark.arch
every_case = pytest.mark.parametrize(("name", "variant"), CASES)


def same_with_history(one: pf.State, other: pf.State) -> None:
    assert one == other
    assert one.history == other.history
    assert [str(action) for action in one.history] == [str(action) for action in other.history]
    assert one.to_record() == other.to_record()


@every_case
def test_replay(name: str, variant: int) -> None:
    for state in samples(name, variant):
        again = pf.replay(state.to_record())
        same_with_history(state, again)
        for _ in range(len(state.history)):
            state.undo()
            again.undo()
            assert state == again


@every_case
def test_replay_after_administering(name: str, variant: int) -> None:
    rng = random.Random(variant)
    told = 0
    for seed in (50 + variant, 60 + variant):  # some deals end with a surrender or a wrong throw
        state = game(name, variant).new_game(seed=seed)
        while not state.is_over:
            if rng.random() < 0.1:
                # Seat 0 leaves for good at some time, where that does not end the deal; the others come and go.
                seat = rng.randrange(state.num_players)
                leaves = seat == 0 and name != "baohuang"
                try:
                    state.administer(seat, "quit" if leaves else rng.choice(["auto", "manual"]))
                except pf.IllegalActionError as error:
                    assert (name, error.code) == ("baohuang", "auto")
                same_with_history(state, pf.replay(state.to_record()))
            state.apply_index(choose(rng, state))
        told += sum(action.kind == "administer" for action in state.history)
        same_with_history(state, pf.replay(state.to_record()))
    assert told > 0


@every_case
def test_replay_from_a_snapshot(name: str, variant: int) -> None:
    """A position without its beginning is recorded as a position."""
    rng = random.Random(variant)
    for state in samples(name, variant, range(1)):
        other = pf.State.from_bytes(state.to_bytes())
        for _ in range(3):
            if not other.is_over:
                other.apply_index(choose(rng, other))
        same_with_history(other, pf.replay(other.to_record()))


@every_case
def test_a_record_is_lines(name: str, variant: int) -> None:
    for state in samples(name, variant, range(1)):
        record = state.to_record()
        head, _, body = record.partition("\n\n")
        assert head.splitlines()[0] == "pokerfast-record 1"
        assert f"game: {name}" in head.splitlines()
        assert len(body.splitlines()) == len(state.history)
        assert record.endswith("\n") and "\r" not in record
        # Line ends of other systems, and blanks at the ends, are read too.
        assert pf.replay(record.replace("\n", "\r\n")) == state
        assert pf.replay(record.rstrip() + "\n\n") == state


@every_case
def test_a_broken_record_names_the_line(name: str, variant: int) -> None:
    state = game(name, variant).new_game(seed=1)
    rng = random.Random(1)
    for _ in range(6):
        state.apply_index(choose(rng, state))
    lines = state.to_record().splitlines()
    first = lines.index("") + 1
    for number, text in ((first, "2 zzz"), (first + 2, "zzz"), (first + 1, "9 no"), (first + 3, "no")):
        broken = [*lines[:number], text, *lines[number + 1 :]]
        with pytest.raises(pf.PokerfastError) as caught:
            pf.replay("\n".join(broken))
        if isinstance(caught.value, pf.NotationError):
            assert f"line {number + 1}" in str(caught.value)
    for wrong in ("", "pokerfast-record 2\n", "hello", lines[0], "\n".join(lines[:2]), "\n".join(lines[1:])):
        with pytest.raises(pf.NotationError):
            pf.replay(wrong)
    for key in ("seed", "game", "options"):
        without = [line for line in lines if not line.startswith(key + ":")]
        with pytest.raises(pf.NotationError):
            pf.replay("\n".join(without))
    for extra in ("colour: 3", "seed: 5", "no colon"):
        with pytest.raises(pf.NotationError):
            pf.replay("\n".join([lines[0], extra, *lines[1:]]))
    for thing in (None, 3, b"", state):
        with pytest.raises(TypeError):
            pf.replay(thing)  # type: ignore[arg-type]


@every_case
def test_an_illegal_action_in_a_record(name: str, variant: int) -> None:
    state = game(name, variant).new_game(seed=1)
    record = state.to_record() + f"{state.seat} pass\n"
    with pytest.raises(pf.PokerfastError):
        pf.replay(record)

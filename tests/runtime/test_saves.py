"""Saves are refused or right: every flipped bit, every cut, every edit that keeps the sum, every failing write."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from breadth import many
from runtime.tiny import BASES, PLACE, POINTS, Tiny, machine

from dsl.runtime.errors import SaveError
from dsl.runtime.game import load
from dsl.runtime.state import State
from dsl.runtime.storage import saves
from dsl.runtime.storage.records import Record

TINY = Tiny()


def played() -> State:
    state = TINY.start(seed=3)
    for _ in range(3):
        state.apply(0)
    return state


def saved(folder: Path) -> Path:
    path = folder / "game.save"
    TINY.save(played(), path)
    return path


def refused(path: Path, data: bytes) -> str:
    """The sentence that refuses a file with these contents."""
    path.write_bytes(data)
    with pytest.raises(SaveError) as caught:
        TINY.restore(path)
    sentence = str(caught.value)
    assert sentence and "\n" not in sentence and "Error" not in sentence
    return sentence


def forged(path: Path, edit: Callable[[dict[str, Any]], object]) -> bytes:
    """The file with an edit and a sum that fits it."""
    payload = json.loads(path.read_bytes())
    edit(payload)
    payload.pop("sha256", None)
    spelt = json.dumps(payload, sort_keys=True, separators=(",", ":")).encode()
    payload["sha256"] = sha256(spelt).hexdigest()
    return json.dumps(payload, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def test_a_save_is_restored(tmp_path: Path) -> None:
    state = TINY.restore(saved(tmp_path))
    assert state.position == played().position and state.log() == played().log() and state.undo()


@pytest.mark.wide
def test_every_flipped_bit_is_refused(tmp_path: Path) -> None:
    path = saved(tmp_path)
    data = path.read_bytes()
    for index in range(0, len(data), many(17, 3)):
        for bit in range(8):
            changed = bytearray(data)
            changed[index] ^= 1 << bit
            refused(path, bytes(changed))


def test_every_cut_is_refused(tmp_path: Path) -> None:
    path = saved(tmp_path)
    data = path.read_bytes()
    for length in range(0, len(data), 7):
        refused(path, data[:length])
    refused(path, data + b" ")
    refused(path, data.replace(b"\n", b"\r\n"))


@pytest.mark.parametrize(
    "data",
    [b"", b"\0" * 100, b"[" * 100_000, b'{"a":' * 100_000, b"\xff\xfe", b"[]", b"null", b"1" * 5000, b"{}"],
)
def test_other_files_are_refused(tmp_path: Path, data: bytes) -> None:
    assert "not a save" in refused(tmp_path / "game.save", data)


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (lambda save: save.update(kind="other"), "not a save of this program"),
        (lambda save: save.update(format=2), "format 2"),
        (lambda save: save.update(extra=1), "damaged"),
        (lambda save: save["record"].update(game="Other"), "the game “Other”"),
        (lambda save: save["record"].update(rules="0" * 64), "another version"),
        (lambda save: save.update(layout="0" * 32), "another version"),
        (lambda save: save["record"].update(seed=-1), "damaged"),
        (lambda save: save["record"].update(seed=4), "cannot be made"),
        (lambda save: save["record"].update(seed="3"), "damaged"),
        (lambda save: save["record"]["moves"].pop(), "not the one its moves lead to"),
        (lambda save: save["record"]["moves"][0].update(option=[1, 0, 3]), "move 1"),
        (lambda save: save["record"]["moves"][0].update(chance=[9]), "move 1"),
        (lambda save: save["record"].update(start_chance=[9]), "cannot begin"),
        (lambda save: save["position"].__setitem__(POINTS + 1, 99), "not the one its moves lead to"),
        (lambda save: save["position"].__setitem__(POINTS + 1, 100), "impossible"),
        (lambda save: save["position"].__setitem__(PLACE + 3, 4), "impossible"),
        (lambda save: save["position"].__setitem__(0, 7), "impossible"),
        (lambda save: save["position"].clear(), "impossible"),
        (lambda save: save["position"].append(2**70), "not the one its moves lead to"),
        (lambda save: save["position"].__setitem__(0, True), "damaged"),
        (lambda save: save["position"].__setitem__(0, 1.0), "damaged"),
    ],
)
def test_a_forged_save_is_refused(tmp_path: Path, edit: Callable[[dict[str, Any]], object], words: str) -> None:
    path = saved(tmp_path)
    assert words in refused(path, forged(path, edit))


def test_a_doubled_key_is_refused(tmp_path: Path) -> None:
    path = saved(tmp_path)
    assert "changed" in refused(path, path.read_bytes().replace(b'{"format":1,', b'{"format":1,"format":1,', 1))


def test_a_folder_or_a_missing_file_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none", Path("a\0b")):
        with pytest.raises(SaveError):
            TINY.restore(path)


@pytest.mark.parametrize("call", ["open", "fsync", "replace"])
@pytest.mark.parametrize("nth", [1, 2])
def test_a_failing_write_leaves_the_old_save(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, nth: int
) -> None:
    path = saved(tmp_path)
    before = path.read_bytes()
    real = getattr(os, call)
    count = 0

    def failing(*args: Any, **kwargs: Any) -> Any:
        nonlocal count
        count += 1
        if count == nth:
            raise OSError(28, "No space left on device")
        return real(*args, **kwargs)

    later = TINY.start(seed=9)
    monkeypatch.setattr(os, call, failing)
    try:
        TINY.save(later, path)
    except SaveError as error:
        assert "No space left" in str(error)
    monkeypatch.undo()
    assert path.read_bytes() == before or TINY.restore(path).position == later.position
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.save"]


def test_positions_are_verified() -> None:
    position = TINY.start(seed=3).position
    assert saves.problem(machine(), position) is None
    hands = [position[:] for _ in range(3)]
    hands[0][BASES[3] + 1] = hands[0][BASES[2] + 1]
    assert saves.problem(machine(), hands[0]) == "a piece lies in two places, or is none"
    hands[1][BASES[3]] = 7
    assert saves.problem(machine(), hands[1]) == "a zone holds 7 pieces"
    hands[2][BASES[3]] -= 1
    assert saves.problem(machine(), hands[2]) == "a piece does not lie where it should"


def test_each_count_of_a_bag_is_verified(tmp_path: Path) -> None:
    """A count may be too high although the number of the whole bag is none too high."""
    path = tmp_path / "bags.rules"
    path.write_text(BAGS, encoding="utf-8")
    state = load(path).start()
    program = state.engine.machine
    (field,) = [field for field in program.names.fields if field.name == "stock"]
    position = list(state.position)
    assert saves.problem(program, position) is None
    position[field.base + 2] = 5 << 4 | 9 << 0
    assert saves.problem(program, position) is None
    for bag, words in ((5 << 4 | 10, "stock holds 10 wood, more than 9"), (4 << 4 | 15, "stock holds 15 wood")):
        position[field.base + 2] = bag
        assert words in (saves.problem(program, position) or "")
    position[field.base + 2] = 10 << 4
    assert "outside" in (saves.problem(program, position) or "")


def test_a_save_of_another_game_is_told_to_be_one(tmp_path: Path) -> None:
    """Also where it would not fit for other reasons, such as the number of players."""
    path, other = tmp_path / "bags.rules", tmp_path / "alone.rules"
    path.write_text(BAGS, encoding="utf-8")
    other.write_text(BAGS.replace('"Bags" for 2', '"Alone" for 3'), encoding="utf-8")
    game = load(path)
    game.save(game.start(), tmp_path / "game.save")
    with pytest.raises(SaveError, match="is of the game “Bags”, not of “Alone”"):
        load(other).restore(tmp_path / "game.save")


BAGS = """game "Bags" for 2 players
enum Resource: wood, water
each player has:
    var stock: bag of Resource up to 9
main:
    raise player 1.stock by {2 wood}
    choose n from 1..2 by player 1
    end game scored by total
define total (p: Player) = size of p.stock
"""


def test_a_save_while_chance_decides_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="chance"):
        TINY.save(TINY.start(explicit_chance=True), tmp_path / "game.save")


def test_a_state_from_elsewhere_has_no_record() -> None:
    with pytest.raises(SaveError):
        TINY.record(played().clone(history=False))


def test_records_of_other_rules_are_replayed_only_if_asked() -> None:
    record = TINY.record(played())
    other = record.model_copy(update={"rules": "0" * 64})
    with pytest.raises(SaveError, match="another version"):
        TINY.replay(other)
    again = TINY.replay_as_texts(other)
    assert again.position == played().position
    moves = (record.moves[0].model_copy(update={"text": "fly"}), *record.moves[1:])
    with pytest.raises(SaveError, match="move 1, “fly”"):
        TINY.replay_as_texts(other.model_copy(update={"moves": moves}))
    with pytest.raises(SaveError):
        TINY.replay(record.model_copy(update={"game": "Other"}))
    with pytest.raises(SaveError):
        TINY.replay(record.model_copy(update={"players": 3}))
    assert Record.model_validate_json(record.model_dump_json()) == record

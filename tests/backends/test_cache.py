"""The folder of compiled machines: what is damaged is made again, what others could have put there is not used."""

from __future__ import annotations

from pathlib import Path

import pytest
from backends.native_help import native, needs_compiler
from machines import Builder

from dsl.backends.native import cc

pytestmark = needs_compiler


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of our own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "rulewright" / "native"


@pytest.mark.parametrize("damage", ["cut", "empty", "one bit"])
def test_a_damaged_file_is_made_again(cache: Path, damage: str) -> None:
    """Loading it would kill the process, or play another game."""
    machine = Builder().machine()
    text, compiler = "int f(void) { return 1; }\n", cc.find()
    made = cc.shared_object([text], compiler)
    good = made.read_bytes()
    spoilt = {"cut": good[: len(good) // 2], "empty": b"", "one bit": good[:-9] + bytes([good[-9] ^ 1]) + good[-8:]}
    made.write_bytes(spoilt[damage])
    again = cc.shared_object([text], compiler)
    assert again.read_bytes() == good and [path.name for path in cache.iterdir()] == [again.name]
    native(machine)


def test_a_folder_whose_parent_others_may_write_to(cache: Path) -> None:
    """They could put another folder of that name in its place."""
    cc.shared_object(["int f(void) { return 1; }\n"], cc.find())
    cache.parent.chmod(0o777)
    with pytest.raises(cc.CompilerError, match="others may put something else in its place"):
        cc.shared_object(["int f(void) { return 1; }\n"], cc.find())
    cache.parent.chmod(0o1777)
    cc.shared_object(["int f(void) { return 1; }\n"], cc.find())

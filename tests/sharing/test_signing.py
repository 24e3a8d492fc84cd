"""Signatures of packages: made, kept beside and in indexes, asked for, and every way in which one can be wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import minisign
import pytest
from sharing.conftest import EXPANSIONS

from dsl.packages import shelf
from dsl.tools.cli import main


class Signer:
    """Somebody with a pair of keys in a folder."""

    def __init__(self, folder: Path, name: str, password: str = "") -> None:
        pair = minisign.KeyPair.generate()
        self.public = pair.public_key.to_base64().decode()
        self.file = folder / f"{name}.pub"
        self.file.write_bytes(bytes(pair.public_key) + b"\n")
        self.secret = folder / f"{name}.key"
        if password:
            pair.secret_key.encrypt(password, opslimit=32768, memlimit=16777216)
        self.secret.write_bytes(bytes(pair.secret_key) + b"\n")


@pytest.fixture
def ada(tmp_path: Path) -> Signer:
    return Signer(tmp_path, "ada")


@pytest.fixture
def signed(tmp_path: Path, ada: Signer) -> Path:
    """A signed file of a package, in a folder that is a registry."""
    folder = tmp_path / "signed"
    folder.mkdir()
    copytree(EXPANSIONS / "hill_king", tmp_path / "hill_king")
    assert main(["pack", str(tmp_path / "hill_king"), "-o", str(folder), "--sign", str(ada.secret)]) == 0
    assert main(["index", str(folder)]) == 0
    return folder / "hill_king-1.0.0.rwp"


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What is said of a command line that is refused; nothing is installed by it."""
    capsys.readouterr()
    before = shelf.read_lock()
    assert main(list(words)) != 0
    assert shelf.read_lock() == before
    return " ".join(capsys.readouterr().err.split())


def test_a_signature_is_one_of_minisign(signed: Path, ada: Signer) -> None:
    beside = signed.with_name(f"{signed.name}.minisig")
    written = minisign.Signature.from_bytes(beside.read_bytes())
    minisign.PublicKey.from_file(ada.file).verify(signed.read_bytes(), written)
    assert written.trusted_comment == "rulewright package hill_king 1.0.0" and written.is_prehashed()


@pytest.mark.parametrize("where", ["file", "index"])
@pytest.mark.parametrize("stated", ["text", "file of the key", "one of two"])
def test_what_is_signed_is_installed_with_its_key(
    signed: Path, ada: Signer, tmp_path: Path, where: str, stated: str
) -> None:
    what = [str(signed)] if where == "file" else ["hill_king", "--index", str(signed.parent)]
    other = Signer(tmp_path, "eve").public
    keys = {"text": [ada.public], "file of the key": [str(ada.file)], "one of two": [other, ada.public]}[stated]
    assert main(["install", *what, *(word for key in keys for word in ("--key", key))]) == 0
    assert shelf.read_lock()["hill_king"].key == ada.public


def test_without_a_key_nobody_asks(signed: Path) -> None:
    signed.with_name(f"{signed.name}.minisig").write_text("nonsense")
    assert main(["install", str(signed)]) == 0
    assert shelf.read_lock()["hill_king"].key == ""


def cut(text: str) -> str:
    return text[: len(text) // 2]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: "", "hill_king 1.0.0 has no signature, and a key was stated"),
        (cut, "the signature of hill_king 1.0.0 is damaged or not a whole one"),
        (lambda text: text[:-3], "is damaged or not a whole one"),
        (lambda text: text * 3, "is damaged or not a whole one"),
        (
            lambda text: text.replace("hill_king 1.0.0", "hill_king 9.0.0"),
            "is of another file, or the file was changed",
        ),
        (lambda text: "untrusted comment: ñ\n" + text, "is damaged or not a whole one"),
    ],
)
def test_a_signature_that_is_missing_or_damaged_is_refused(
    signed: Path, ada: Signer, capsys: pytest.CaptureFixture[str], change: Callable[[str], str], words: str
) -> None:
    beside = signed.with_name(f"{signed.name}.minisig")
    beside.write_text(change(beside.read_text()), encoding="utf-8")
    assert words in refused(capsys, "install", str(signed), "--key", ada.public)
    index = signed.parent / "index.json"
    listed = json.loads(index.read_text())
    listed["packages"][0]["signature"] = change(listed["packages"][0]["signature"])
    index.write_text(json.dumps(listed))
    assert words in refused(capsys, "install", "hill_king", "--index", str(signed.parent), "--key", ada.public)


def test_a_file_that_was_changed_is_refused(signed: Path, ada: Signer, capsys: pytest.CaptureFixture[str]) -> None:
    """Also by whoever keeps the registry and lists the sum of what he has changed."""
    folder = signed.parent.parent / "hill_king"
    rules = folder / "modules" / "hill_king.rules"
    rules.write_text(rules.read_text().replace("has won.", "has won!").replace("board[4, 4]", "board[3, 3]"))
    kept = signed.with_name(f"{signed.name}.minisig").read_bytes()
    assert main(["pack", str(folder), "-o", str(signed)]) == 0
    signed.with_name(f"{signed.name}.minisig").write_bytes(kept)
    assert main(["index", str(signed.parent)]) == 0
    for what in ([str(signed)], ["hill_king", "--index", str(signed.parent)]):
        assert "is of another file, or the file was changed" in refused(capsys, "install", *what, "--key", ada.public)


def test_another_key_and_what_is_no_key_are_refused(
    signed: Path, ada: Signer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    eve = Signer(tmp_path, "eve")
    assert "is by another key" in refused(capsys, "install", str(signed), "--key", eve.public)
    for key in ("RWnonsense", ada.public[:-4], str(ada.secret)):
        words = refused(capsys, "install", str(signed), "--key", key)
        assert "no public key of minisign" in words and "begins with RW" in words
    folder = str(tmp_path / "hill_king")
    assert "is no file of a package" in refused(capsys, "install", folder, "--key", ada.public)


def test_what_was_installed_with_a_key_wants_it_again(
    signed: Path, ada: Signer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "hill_king"
    manifest = folder / "rulewright.toml"
    assert main(["install", "hill_king", "--index", str(signed.parent), "--key", ada.public]) == 0
    manifest.write_text(manifest.read_text().replace('version = "1.0.0"', 'version = "1.1.0"'))
    assert main(["pack", str(folder), "-o", str(signed.parent)]) == 0
    assert main(["index", str(signed.parent)]) == 0
    assert "has no signature" in refused(capsys, "upgrade", "--index", str(signed.parent))
    assert main(["pack", str(folder), "-o", str(signed.parent), "--sign", str(ada.secret)]) == 0
    assert main(["index", str(signed.parent)]) == 0
    assert main(["upgrade", "--index", str(signed.parent)]) == 0
    assert (shelf.read_lock()["hill_king"].version, shelf.read_lock()["hill_king"].key) == ("1.1.0", ada.public)


def test_what_lies_here_unsigned_is_not_taken_for_signed(
    signed: Path, ada: Signer, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["install", "hill_king", "--index", str(signed.parent)]) == 0
    words = refused(capsys, "install", "hill_king", "--index", str(signed.parent), "--key", ada.public)
    assert "was not installed with this key" in words and "rulewright remove hill_king --all" in words
    assert main(["remove", "hill_king", "--all"]) == 0
    assert main(["install", "hill_king", "--index", str(signed.parent), "--key", ada.public]) == 0


def test_a_key_with_a_password_and_what_is_no_secret_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bob = Signer(tmp_path, "bob", "honey")
    copytree(EXPANSIONS / "hill_king", tmp_path / "hill_king")
    pack = ["pack", str(tmp_path / "hill_king"), "-o", str(tmp_path), "--sign"]
    assert "has a password, and there is nobody to ask" in refused(capsys, *pack, str(bob.secret))
    monkeypatch.setenv("RULEWRIGHT_KEY_PASSWORD", "wax")
    assert "has another password" in refused(capsys, *pack, str(bob.secret))
    assert "is no secret key of minisign" in refused(capsys, *pack, str(bob.file))
    assert "cannot be read" in refused(capsys, *pack, str(tmp_path / "none.key"))
    assert not list(tmp_path.glob("*.rwp"))
    monkeypatch.setenv("RULEWRIGHT_KEY_PASSWORD", "honey")
    assert main([*pack, str(bob.secret)]) == 0

"""Packages: packed, listed, installed, upgraded and removed, and every way in which a package can be no package."""

from __future__ import annotations

import io
import threading
import zipfile
from collections.abc import Callable
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from dsl.diagnostics import RulesError
from dsl.packages import shelf
from dsl.packages.archive import pack, unpack
from dsl.packages.manifest import Manifest, manifest_of, read_manifest, specifiers
from dsl.packages.solving import Candidate, Wanted, solve
from dsl.runtime.game import load
from dsl.tools.cli import main

ROOT = Path(__file__).parents[2]
MANIFEST = b'name = "mine"\nversion = "1.0"\nkind = "library"\n'


def refused(act: Callable[[], object]) -> tuple[str, str]:
    with pytest.raises(RulesError) as error:
        act()
    return error.value.diagnostics[0].code, str(error.value)


def manifest(name: str, version: str, kind: str = "library", **more: dict[str, str]) -> Manifest:
    return Manifest.model_validate({"name": name, "version": version, "kind": kind, **more})


def test_every_shipped_game_is_a_package() -> None:
    for main_file in sorted((ROOT / "games").glob("**/game.rules")):
        folder = main_file.parent
        found = read_manifest(folder)
        assert (found.name, found.kind) == (folder.name, "game")
        modules = sorted(path.stem for path in (folder / "modules").glob("*.rules"))
        assert (found.modules or []) == modules
        assert f'game "{found.title}"' in main_file.read_text()


def test_the_three_expansions_are_installed_from_a_registry_and_played(
    registry: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = {"ash_winter": "dark_order", "generous_shepherd": "enclave", "hill_king": "chess"}
    assert main(["install", *names, "--index", str(registry)]) == 0
    assert sorted(shelf.read_lock()) == sorted(names)
    for name, game in names.items():
        assert main(["test", game, "--module", name]) == 0
    assert load("chess", ["hill_king"]).modules == ("hill_king",)
    capsys.readouterr()
    assert main(["list"]) == 0
    assert "hill_king" in capsys.readouterr().out


def test_the_same_files_give_the_same_bytes(tmp_path: Path) -> None:
    files = {"rulewright.toml": MANIFEST, "b.rules": b"", "a.rules": b"# a\n"}
    turned = dict(reversed(files.items()))
    assert pack(files) == pack(turned)
    assert unpack(pack(files))[1] == files


def test_what_a_package_means_does_not_hang_on_comments_and_layout(
    registry: Path, upgraded: Callable[..., None]
) -> None:
    main(["install", "hill_king", "--index", str(registry)])
    before = shelf.read_lock()["hill_king"]
    upgraded("hill_king", "1.0.1", ("# a bare king", "# and a bare king"), ("define hill = (", "define hill   = ("))
    main(["upgrade", "--index", str(registry)])
    after = shelf.read_lock()["hill_king"]
    assert (before.version, after.version) == ("1.0.0", "1.0.1")
    assert before.digest == after.digest and before.sha256 != after.sha256


def test_an_older_version_stays_until_it_is_removed(registry: Path, upgraded: Callable[..., None]) -> None:
    main(["install", "hill_king", "--index", str(registry)])
    upgraded("hill_king", "1.1.0", ("stands on the hill", "has the hill"))
    main(["upgrade", "hill_king", "--index", str(registry)])
    assert [str(each) for each in shelf.versions_of("hill_king")] == ["1.1.0", "1.0.0"]
    assert load("chess", ["hill_king@1.0.0"]).modules == ("hill_king",)
    assert main(["remove", "hill_king"]) == 0
    assert shelf.read_lock() == {} and len(shelf.versions_of("hill_king")) == 2
    assert main(["remove", "hill_king", "--all"]) == 0
    assert shelf.versions_of("hill_king") == []


def test_a_game_a_library_and_what_needs_them(tmp_path: Path) -> None:
    texts = {
        "dice_words": (
            'kind = "library"\n',
            {"dice_words.rules": "define doubled (n: 0..6) = n + n\n"},
        ),
        "coin": (
            'kind = "game"\n[needs]\ndice_words = ">=1"\n',
            {
                "game.rules": 'game "Coin" for 2 players\nuse "dice_words"\n\nprocedure nothing_more: nothing\n\n'
                "main:\n    if doubled(2) = 4: end game drawn\n"
            },
        ),
    }
    for name, (rest, files) in texts.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "rulewright.toml").write_text(f'name = "{name}"\nversion = "1.0"\n{rest}')
        for file, text in files.items():
            (tmp_path / name / file).write_text(text)
    assert main(["install", str(tmp_path / "coin")]) == 1  # nobody has the library
    assert main(["install", str(tmp_path / "coin"), str(tmp_path / "dice_words")]) == 0
    assert load("coin").start().is_over
    assert load("coin@1.0").start().is_over
    assert main(["remove", "dice_words"]) == 1  # coin needs it


def test_git(tmp_path: Path) -> None:
    porcelain = pytest.importorskip("dulwich.porcelain")
    folder = tmp_path / "fan"
    (folder / "modules").mkdir(parents=True)
    (folder / "rulewright.toml").write_bytes((ROOT / "games/expansions/hill_king/rulewright.toml").read_bytes())
    text = (ROOT / "games/expansions/hill_king/modules/hill_king.rules").read_text()
    (folder / "modules/hill_king.rules").write_text(text)
    porcelain.init(str(folder)).close()
    porcelain.add(str(folder), paths=[str(folder / "rulewright.toml"), str(folder / "modules/hill_king.rules")])
    porcelain.commit(str(folder), message=b"one", author=b"A <a@example.org>", committer=b"A <a@example.org>")
    assert main(["install", f"git+{folder}"]) == 0
    assert shelf.read_lock()["hill_king"].source == f"git+{folder}"
    assert main(["install", f"git+{tmp_path}/nowhere"]) == 1


def test_an_index_on_the_web(registry: Path, tmp_path: Path) -> None:
    class Quiet(SimpleHTTPRequestHandler):
        def __init__(self, *args: object, **more: object) -> None:
            super().__init__(*args, directory=str(registry), **more)  # type: ignore[arg-type]

        def log_message(self, format: str, *args: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Quiet) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        place = f"http://127.0.0.1:{server.server_address[1]}"
        assert main(["install", "hill_king", "--index", place]) == 0
        assert main(["install", "hill_king", "--index", f"{place}/nowhere"]) == 1
        server.shutdown()
    assert shelf.read_lock()["hill_king"].source.startswith(place)


def test_an_address_without_https_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["install", "hill_king", "--index", "http://example.org/fans"]) == 1
    assert "https" in capsys.readouterr().err


def test_a_file_that_its_index_does_not_list_is_refused(registry: Path) -> None:
    path = registry / "hill_king-1.0.0.rwp"
    path.write_bytes(path.read_bytes() + b" ")
    assert main(["install", "hill_king", "--index", str(registry)]) == 1
    assert shelf.read_lock() == {}


def test_no_package_is_told_as_such() -> None:
    code, words = refused(lambda: unpack(b"PK nothing"))
    assert code == "E017" and "rulewright pack" in words


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("../evil.rules", "leads elsewhere"),
        ("/etc/x.rules", "no relative path"),
        ("a\\b.rules", "no relative path"),
        ("con.rules", "device"),
        ("run.py", "holds"),
        (".hidden.rules", "hidden"),
    ],
)
def test_names_that_lead_elsewhere_are_refused(name: str, words: str) -> None:
    code, told = refused(lambda: unpack(pack({"rulewright.toml": MANIFEST, name: b""})))
    assert code == "E017" and words in told


def test_links_are_refused(tmp_path: Path) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("rulewright.toml", MANIFEST)
        entry = zipfile.ZipInfo("x.rules")
        entry.external_attr = 0o120777 << 16
        archive.writestr(entry, "/etc/passwd")
    assert "link" in refused(lambda: unpack(made.getvalue()))[1]
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "rulewright.toml").write_bytes(MANIFEST)
    (tmp_path / "mine" / "x.rules").symlink_to("/etc/passwd")
    assert main(["pack", str(tmp_path / "mine"), "-o", str(tmp_path)]) == 1
    assert not list(tmp_path.glob("*.rwp"))


def test_a_bomb_is_refused() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("rulewright.toml", MANIFEST)
        for number in range(3):
            archive.writestr(f"x{number}.rules", b" " * 30_000_000)
    assert "bytes" in refused(lambda: unpack(made.getvalue()))[1]


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ('name = "mine"\nversion = "1.0"\nkin = "game"\nkind = "game"', ":3:1", "meant `kind`"),
        ('name = "My Game"\nversion = "1.0"\nkind = "game"', ":1:1", "small letters"),
        ('name = "mine"\nversion = "one"\nkind = "game"', ":2:1", "no version"),
        ('name = "mine"\nkind = "game"', ":1:1", "does not say its `version`"),
        ('name = "mine"\nversion = "1.0"\nkind = "mod"', ":3:1", "kind"),
        ('name = "mine"\nversion = "1.0"\nkind = "expansion"', ":3:1", "needs a game"),
        ('name = "mine"\nversion = "1.0"\nkind = "library"\n[needs]\nother = "1.x.y"', ":5:1", "no range"),
        ('name = "mine', ":1:13", "cannot be read"),
    ],
)
def test_a_manifest_that_is_wrong_is_told_with_its_place(text: str, place: str, words: str) -> None:
    code, told = refused(lambda: manifest_of(text.encode()))
    assert code == "E016" and f"rulewright.toml{place}" in told and words in told


def test_a_lock_that_is_damaged_is_told(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shelf.mkdir(parents=True)
    (shelf / "rulewright.lock").write_text('{"format": 1, "packages": [{}]}')
    assert main(["list"]) == 1
    assert "E018" in capsys.readouterr().err


def test_versions_that_go_together_are_found() -> None:
    candidates = {
        "a": [Candidate(manifest("a", "2.0", needs={"b": ">=2"}), 0), Candidate(manifest("a", "1.0"), 0)],
        "b": [Candidate(manifest("b", "1.5"), 0)],
    }
    found = solve([Wanted("a", specifiers("*")), Wanted("b", specifiers("*"))], candidates, "0.1")
    assert {name: one.manifest.version for name, one in found.items()} == {"a": "1.0", "b": "1.5"}


def test_what_stands_in_the_way_is_told_by_name() -> None:
    candidates = {
        "a": [Candidate(manifest("a", "2.0", needs={"b": ">=2"}), 0)],
        "b": [Candidate(manifest("b", "1.5"), 0)],
    }
    code, told = refused(lambda: solve([Wanted("a", specifiers("*"))], candidates, "0.1"))
    assert code == "E019" and "a 2.0 needs b >=2, and there is 1.5" in told


def test_packages_that_do_not_go_together_are_refused() -> None:
    candidates = {
        "a": [Candidate(manifest("a", "1.0", clashes={"b": "<2"}), 0)],
        "b": [Candidate(manifest("b", "1.5"), 0)],
    }
    asked = [Wanted("a", specifiers("*")), Wanted("b", specifiers("*"))]
    assert "does not go with b 1.5" in refused(lambda: solve(asked, candidates, "0.1"))[1]


def test_a_folder_of_the_same_name_is_not_what_an_index_lists(
    registry: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither when it is installed nor when it is brought up to date; `./NAME` is the folder."""
    here = tmp_path / "here"
    (here / "hill_king").mkdir(parents=True)
    (here / "hill_king" / "notes.txt").write_text("no package")
    monkeypatch.chdir(here)
    assert main(["install", "hill_king", "--index", str(registry)]) == 0
    assert main(["upgrade", "hill_king", "--index", str(registry)]) == 0
    assert main(["install", "./hill_king", "--index", str(registry)]) == 1
    assert "rulewright.toml" in capsys.readouterr().err

"""Rules compared: what changed, where games part, what modules do to each other, and saves beside changed rules."""

from __future__ import annotations

import io
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from shutil import copytree
from typing import TextIO

import pytest
from sharing.conftest import EXPANSIONS

from dsl.diagnostics import Bag
from dsl.packages.manifest import read_manifest
from dsl.reading.game import read_game
from dsl.reading.meaning import digest_of, of_game
from dsl.reading.places import shipped_games
from dsl.runtime.game import load
from dsl.sharing.differences import differences
from dsl.tools.cli import main

ROOT = Path(__file__).parents[2]
PIG = ROOT / "games/classics/pig"


def typed(text: str) -> TextIO:
    """Lines as somebody types them."""
    return io.TextIOWrapper(io.BytesIO(text.encode()))


def said(path: Path) -> dict[str, str]:
    return {each.key: each.how for each in differences(of_game(read(PIG)), of_game(read(path)))}


def read(path: Path):
    return read_game(path, Bag(), scenarios=False)


@pytest.fixture
def other(tmp_path: Path) -> Callable[[str, str], Path]:
    """Pig with a text of its rules replaced."""

    def make(before: str, after: str) -> Path:
        copytree(PIG, tmp_path / "pig", dirs_exist_ok=True)
        path = tmp_path / "pig" / "game.rules"
        assert before in path.read_text()
        path.write_text(path.read_text().replace(before, after))
        return tmp_path / "pig"

    return make


def test_comments_and_layout_are_no_difference(other: Callable[[str, str], Path]) -> None:
    path = other("each player has:\n", "# everybody\neach player has:\n\n")
    assert said(path) == {}
    assert digest_of(of_game(read(PIG))) == digest_of(of_game(read(path)))


def test_a_number_that_changed_is_told(other: Callable[[str, str], Path], capsys: pytest.CaptureFixture[str]) -> None:
    path = other("= 100 ", "= 50 ")
    assert said(path) == {"option goal": "changed"}
    assert main(["diff", str(PIG), str(path), "--play", "2"]) == 0
    told = capsys.readouterr().out
    assert "default: 100 -> 50" in told and "2 of 2 pairs of games part" in told


def test_what_is_new_and_gone_is_told(other: Callable[[str, str], Path]) -> None:
    found = said(other("    var score: 0..505\n", "    var score: 0..505\n    var luck: 0..9\n"))
    assert found == {"each player: field luck": "added"}


def test_the_same_rules_never_part(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "pig", str(PIG), "--play", "2"]) == 0
    told = capsys.readouterr().out
    assert "The same in meaning." in told and "0 of 2 pairs" in told


def test_a_revision_of_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    porcelain = pytest.importorskip("dulwich.porcelain")
    copytree(PIG, tmp_path / "repo" / "pig")
    path = tmp_path / "repo" / "pig" / "game.rules"
    porcelain.init(str(tmp_path / "repo")).close()
    who = b"A <a@example.org>"
    for goal in (b"100", b"50"):
        path.write_bytes(path.read_bytes().replace(b"= 100 ", b"= " + goal + b" "))
        porcelain.add(str(tmp_path / "repo"), paths=[str(path)])
        porcelain.commit(str(tmp_path / "repo"), message=b"one", author=who, committer=who)
    monkeypatch.chdir(tmp_path / "repo")
    assert main(["diff", "HEAD~1:pig", "HEAD:pig"]) == 0
    assert "default: 100 -> 50" in capsys.readouterr().out
    assert main(["diff", "HEAD~9:pig", "HEAD:pig"]) == 1
    assert "E011" in capsys.readouterr().err


CLASH = """\
game "Tally" for 2 players

each player has:
    var n: 0..99 stops at ends

event score (p: Player):
    raise p.n by 1

window turn "turn"

action tick in turn: score me

main:
    repeat at most 3 times:
        for each p in players: offer turn to p, no passing
        for each p in players: say "{p} has {p.n}."
    end game scored by n
"""


@pytest.fixture
def clash(tmp_path: Path) -> Path:
    """A game with two modules whose rules at one event do not commute, and one that minds its own business."""
    (tmp_path / "tally" / "modules").mkdir(parents=True)
    (tmp_path / "tally" / "game.rules").write_text(CLASH)
    rules = {
        "double": "rule doubling: after score p: set p.n to p.n * 2",
        "more": "rule more_of_it: after score p: raise p.n by 3",
        "words": 'rule talking: at start of turn: say "Tick."',
    }
    for name, text in rules.items():
        (tmp_path / "tally" / "modules" / f"{name}.rules").write_text(f"module {name}\n\n{text}\n")
    return tmp_path / "tally"


def test_rules_of_two_modules_that_meet_are_shown_with_a_position(
    clash: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--of", str(clash), "double", "more"]) == 1
    told = capsys.readouterr().out
    assert "`double` acts after score, and `more` acts after score" in told
    assert "modules/double.rules:3" in told and "modules/more.rules:3" in told
    assert "it matters whose rules come first" in told and "A has" in told


def test_modules_that_leave_each_other_alone_are_well(clash: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--of", str(clash), "more", "words"]) == 0
    assert "All is well." in capsys.readouterr().out


def shipped_modules() -> dict[str, list[str]]:
    """The modules that come along, and those of the expansions, by their games."""
    found = {
        name: sorted(str(path) for path in Path(at).glob("modules/*.rules")) for name, at in shipped_games().items()
    }
    for folder in sorted(EXPANSIONS.iterdir()):
        for base in read_manifest(folder).base:
            found[base] += [str(path) for path in folder.glob("modules/*.rules")]
    return {name: modules for name, modules in found.items() if modules}


PAIRS = [
    (game, pair)
    for game, modules in shipped_modules().items()
    for pair in (combinations(modules, 2) if len(modules) > 1 else [tuple(modules)])
]


NAMES = [f"{game} {' '.join(Path(each).stem for each in pair)}" for game, pair in PAIRS]


@pytest.mark.long
@pytest.mark.parametrize(("game", "pair"), PAIRS, ids=NAMES)
def test_the_shipped_modules_are_well_together(game: str, pair: tuple[str, ...]) -> None:
    """Every pair of the modules of one game, with those of expansions; a module that stands alone by itself."""
    assert main(["doctor", "--of", game, *pair, "--games", "5"]) == 0


def test_every_shipped_module_is_among_them() -> None:
    assert {Path(each).stem for _, pair in PAIRS for each in pair} >= {"dog", "emira", "orphans", "spells"}
    assert sum(game == "siege" for game, _ in PAIRS) == 3 and len(PAIRS) >= 7


def test_a_save_made_before_an_upgrade_is_continued_after_it(
    tmp_path: Path, registry: Path, upgraded: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    main(["install", "hill_king", "--index", str(registry)])
    save = tmp_path / "game.json"
    state = load("chess", ["hill_king"]).start(seed=1)
    for text in ("move e2 to e4", "move e7 to e5", "move e1 to e2"):
        state.apply(text)
    state.save(save)
    before = save.read_bytes()
    upgraded(
        "hill_king",
        "1.1.0",
        (
            "rule uphill:",
            'cannot play s to t when s.man is king and s.row = 1 else "kings stay at home"\n\nrule uphill:',
        ),
    )
    main(["upgrade", "--index", str(registry)])
    play = ["play", "chess", "--module", "hill_king", "--load", str(save)]
    capsys.readouterr()
    assert main(play) == 1
    told = capsys.readouterr().err
    assert "hill_king: 1.0.0 then, 1.1.0 now" in told.replace("  ", "")
    assert "Decision 3 of 3, “move e1 to e2”, cannot be made any more: kings stay at home" in told
    assert "because of" in told and "modules/hill_king.rules" in told and "--go-on" in told
    assert main([*play, "--seat", "B"]) == 1
    at_seat = capsys.readouterr().err
    assert "A decision cannot be made any more" in at_seat and "e1 to e2" not in at_seat and "of 3" not in at_seat
    assert "because of" not in at_seat and "modules/hill_king.rules" not in at_seat
    monkey = pytest.MonkeyPatch()
    with monkey.context() as patch:
        patch.setattr("sys.stdin", typed("move d2 to d4\nquit\n"))
        assert main([*play, "--go-on"]) == 0
    assert "A: move d2 to d4" in capsys.readouterr().out
    with monkey.context() as patch:
        patch.setattr("sys.stdin", typed("quit\n"))
        old = ["play", "chess", "--module", "hill_king@1.0.0", "--load", str(save)]
        assert main(old) == 0
    assert save.read_bytes() == before


def test_a_patch_is_told_when_its_base_has_changed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base = tmp_path / "tally"
    base.mkdir()
    (base / "game.rules").write_text(CLASH)
    (base / "rulewright.toml").write_text('name = "tally"\nversion = "1.0"\nkind = "game"\n')
    fan = tmp_path / "fan"
    (fan / "modules").mkdir(parents=True)
    (fan / "rulewright.toml").write_text('name = "fan"\nversion = "1.0"\nkind = "expansion"\n[base]\ntally = ">=1"\n')
    (fan / "modules" / "fan.rules").write_text("module fan\n\nreplace event score (p: Player): raise p.n by 2\n")
    assert main(["install", str(base)]) == 0
    assert main(["pack", str(fan), "-o", str(tmp_path)]) == 0
    assert main(["install", str(tmp_path / "fan-1.0.rwp")]) == 0
    assert main(["doctor"]) == 0
    (base / "game.rules").write_text(CLASH.replace("raise p.n by 1", "raise p.n by 1 + 1"))
    (base / "rulewright.toml").write_text('name = "tally"\nversion = "1.1"\nkind = "game"\n')
    assert main(["install", str(base)]) == 0
    capsys.readouterr()
    assert main(["doctor"]) == 0
    told = capsys.readouterr().out
    assert "changes event score of tally, which is another now" in told
    assert "raise p.n by 1" in told and "raise p.n by 1 + 1" in told


@pytest.mark.parametrize("game", ["chess", "pig", "hearts", "tic_tac_toe"])
def test_a_new_module_is_ready_to_play(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "--module", "my_variant", "--of", game]) == 0
    assert main(["test", "my_variant/modules/my_variant.rules"]) == 0
    assert main(["pack", "my_variant"]) == 0
    assert main(["install", "my_variant-0.1.0.rwp"]) == 0
    assert main(["check", game, "--module", "my_variant"]) == 0


def _begins() -> list[tuple[str, str]]:
    """Each game that comes along with each part that it lets one begin with."""
    manifests = {name: read_manifest(folder) for name, folder in shipped_games().items()}
    return [(name, part) for name, manifest in manifests.items() for part in manifest.begins]


@pytest.mark.parametrize(("game", "part"), _begins())
def test_a_part_that_a_game_declares_is_ready_to_play(
    game: str, part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Made under a name of one's own, without a word left of the one that it is made from."""
    monkeypatch.chdir(tmp_path)
    assert main(["new", "--module", "salt_pact", "--of", game, f"--{part}"]) == 0
    rules = tmp_path / "salt_pact" / "modules" / "salt_pact.rules"
    assert "Salt pact" in rules.read_text() and "ew_" not in rules.read_text() and "New " not in rules.read_text()
    assert main(["test", str(rules)]) == 0
    assert main(["sim", game, "--module", str(rules), "-n", "2", "--backend", "python"]) == 0
    assert main(["pack", "salt_pact"]) == 0
    assert "error" not in capsys.readouterr().out


def test_versions_of_an_expansion_are_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What changed between two versions of a module, and what it changes in its game: by name, folder and file."""
    monkeypatch.chdir(tmp_path)
    assert main(["new", "--module", "salt_pact", "--of", "dark_order", "--faction"]) == 0
    assert main(["install", "salt_pact"]) == 0
    rules, manifest = tmp_path / "salt_pact/modules/salt_pact.rules", tmp_path / "salt_pact/rulewright.toml"
    rules.write_text(rules.read_text().replace("attack 3, life 6", "attack 3, life 5"))
    manifest.write_text(manifest.read_text().replace("0.1.0", "0.2.0"))
    assert main(["install", "salt_pact"]) == 0
    capsys.readouterr()
    for now in ("salt_pact", str(rules)):
        assert main(["diff", "salt_pact@0.1.0", now]) == 0
        told = capsys.readouterr().out
        assert "life: 6 -> 5" in told and "0 added, 0 gone, 1 changed." in told
    assert main(["diff", "dark_order", "salt_pact"]) == 0
    assert '+ card "Drummer of Salt pact"' in capsys.readouterr().out


def test_a_part_that_a_game_does_not_declare_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "--module", "atoll", "--of", "dark_order", "--map"]) == 2
    told = capsys.readouterr().err
    assert "dark_order says of no map what it consists of (it has: faction)" in told
    assert main(["new", "--module", "atoll", "--of", "chess", "--part", "piece"]) == 2
    assert "it has nothing of that kind); rulewright new --module atoll --of chess makes" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("named", ["../outside.rules", "begins/none.rules", "game.rules", "rulewright.toml"])
def test_what_is_no_module_of_the_game_is_no_beginning(
    named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    game = tmp_path / "tally"
    game.mkdir()
    (game / "game.rules").write_text(CLASH)
    (tmp_path / "outside.rules").write_text('module outside "Outside" of "Tally"\n')
    (game / "rulewright.toml").write_text(f'name = "tally"\nversion = "1"\nkind = "game"\n[begins]\nmap = "{named}"\n')
    assert main(["new", "--module", "atoll", "--of", "tally", "--map"]) == 1
    assert named.split("/")[-1] in capsys.readouterr().err
    assert not (tmp_path / "atoll").exists()


def test_find_and_docs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["find", "dark_order", "speed", "token"]) == 0
    assert "setup.rules" in (told := capsys.readouterr().out) or "game.rules" in told
    assert main(["find", "pig", "unicorns"]) == 1
    capsys.readouterr()
    assert main(["docs", "dark_order"]) == 0
    told = capsys.readouterr().out
    assert "- `event tire (p: Player) by (n: 0..99)` (events.rules:3:1)" in told and "DO-6.2" in told

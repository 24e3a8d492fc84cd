"""The commands about packages: pack, install, list, remove, upgrade, index."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Mapping
from getpass import getpass
from pathlib import Path
from typing import Final

from dsl.diagnostics import Bag
from dsl.durable import write_whole
from dsl.packages import shelf
from dsl.packages.archive import SUFFIX, Files, sum_of
from dsl.packages.archive import pack as archive_of
from dsl.packages.index import INDEX, make_index
from dsl.packages.manifest import MANIFEST, Manifest
from dsl.packages.signing import sign, signature_file
from dsl.pipeline import check_game
from dsl.reading.game import read_game
from dsl.reading.meaning import digest_of, of_game, of_package
from dsl.reading.places import find_game
from dsl.sharing import installing
from dsl.sharing.patches import PATCHES, Patches, Seen, seen_in, write_patches
from dsl.spoken import numbered, said
from dsl.tools.reply import AT_FAULT, MISUSE, OK, Refusal, complain, say, say_json, show_diagnostics, table

_SHOWN: Final = 12  # digits of a digest that people read
_PASSWORD: Final = "RULEWRIGHT_KEY_PASSWORD"  # where there is no terminal to ask at


def run_pack(arguments: Namespace) -> int:
    """`pack FOLDER`: the folder of a package as one file, checked first."""
    folder = Path(arguments.path)
    if not folder.is_dir():
        raise Refusal(said("{1} is no folder", folder), MISUSE)
    manifest, files, left = installing.given_folder(folder)
    _check(folder, manifest, files)
    files = _with_patches(manifest, files)
    for name in left:
        complain(said("rulewright: {1} is left out: a package has no files of this kind", name))
    if PATCHES in files:
        write_whole(folder / PATCHES, files[PATCHES])
    data = archive_of(files)
    target = Path(arguments.output or f"{manifest.name}-{manifest.version}{SUFFIX}")
    if target.is_dir():
        target = target / f"{manifest.name}-{manifest.version}{SUFFIX}"
    signature = _signature(arguments, manifest, data) if arguments.sign else ""
    write_whole(target, data)
    if signature:
        write_whole(signature_file(target), signature.encode())
    digest = digest_of(of_package(files))
    if arguments.json:
        told = {"file": str(target), "sha256": sum_of(data), "digest": digest, "manifest": manifest.model_dump()}
        say_json("pack", {"ok": True, **told})
        return OK
    signed = said(", signed in {1}", signature_file(target)) if signature else ""
    say(
        said(
            "{1}: {2}, {3}, {4} bytes, meaning {5}{6}",
            target,
            manifest,
            numbered(len(files), "{1} file", "{1} files"),
            f"{len(data):,}",
            digest[:_SHOWN],
            signed,
        )
    )
    return OK


def _signature(arguments: Namespace, manifest: Manifest, data: bytes) -> str:
    """The signature of a package by the key that was stated, whose password is asked for, if it has one."""

    def ask() -> str:
        known = os.environ.get(_PASSWORD)
        if known is not None:
            return known
        if not sys.stdin.isatty():
            raise Refusal(
                said("the key {1} has a password, and there is nobody to ask; set {2}", arguments.sign, _PASSWORD),
                MISUSE,
            )
        return getpass(said("Password of {1}: ", arguments.sign))

    return sign(data, Path(arguments.sign), f"rulewright package {manifest}", ask)


def run_install(arguments: Namespace) -> int:
    """`install WHAT ..`: packages from files, folders, git or an index, with what they need."""
    if not arguments.what:
        raise Refusal(said("say what: a file, a folder, a git address, or a name with --index"), MISUSE)
    return _told(arguments, installing.install(arguments.what, arguments.index, keys=arguments.key))


def run_upgrade(arguments: Namespace) -> int:
    """`upgrade [NAME ..] --index PLACE`: the newest versions that go together."""
    return _told(arguments, installing.upgrade(arguments.what, arguments.index, arguments.key))


def run_remove(arguments: Namespace) -> int:
    """`remove NAME ..`: out of use; the files stay for old saves, unless --all is said."""
    if not arguments.what:
        raise Refusal(said("say which: rulewright list shows what is installed"), MISUSE)
    return _told(arguments, installing.remove(arguments.what, every=arguments.all))


def run_list(arguments: Namespace) -> int:
    """`list`: the packages in use, of which version, for which game."""
    lock = shelf.read_lock()
    if arguments.json:
        say_json("list", {"ok": True, "packages": [each.model_dump() for each in lock.values()]})
        return OK
    if not lock:
        say(
            said(
                "Nothing is installed. rulewright install WHAT installs a package; rulewright games lists "
                "what comes along."
            )
        )
        return OK
    rows = [(said("package"), said("version"), said("is"), said("meaning"), said("from"), said("other versions"))]
    for name, each in lock.items():
        others = [str(version) for version in shelf.versions_of(name) if str(version) != each.version]
        rows.append((name, each.version, each.kind, each.digest[:_SHOWN], each.source, ", ".join(others)))
    say(table(rows))
    return OK


def run_index(arguments: Namespace) -> int:
    """`index FOLDER`: list the packages in a folder, so that it can be installed from."""
    folder = Path(arguments.path)
    if not folder.is_dir():
        raise Refusal(said("{1} is no folder", folder), MISUSE)
    made, wrong = make_index(folder)
    for each in wrong:
        complain(said("rulewright: {1}", each))
    say(f"{folder / INDEX}: {numbered(len(made.packages), '{1} package', '{1} packages')}")
    return AT_FAULT if wrong else OK


def _told(arguments: Namespace, changes: list[installing.Change]) -> int:
    if arguments.json:
        told = [{"name": each.name, "before": each.before or None, "now": each.now or None} for each in changes]
        say_json(arguments.command, {"ok": True, "changes": told})
        return OK
    for each in changes:
        if not each.now:
            say(said("{1} {2} is no longer in use", each.name, each.before))
        elif not each.before:
            say(said("{1} {2} is installed", each.name, each.now))
        else:
            say(f"{each.name}: {each.before} -> {each.now}")
    if not changes:
        say(said("Nothing to do."))
    return OK


def _check(folder: Path, manifest: Manifest, files: Files) -> None:
    """Refusal, and what is wrong, if the rules of a package have mistakes or its manifest names what is not there."""
    modules = shelf.module_files(folder, manifest)
    for name in manifest.modules or ():
        if name not in modules:
            raise Refusal(said("{1} names the module {2}, and there is no modules/{3}.rules", MANIFEST, name, name))
    for game, chosen in _to_check(folder, manifest, modules):
        _, bag = check_game(game, modules=chosen)
        errors = [each for each in bag.all() if each.severity == "error"]
        if errors:
            show_diagnostics(errors)
            raise Refusal(
                said("{1} has {2}, and was not packed", manifest, numbered(len(errors), "{1} error", "{1} errors"))
            )
    if manifest.kind in ("library", "expansion") and not any(name.endswith(".rules") for name in files):
        raise Refusal(said("{1} has no rules file", manifest))


def _to_check(folder: Path, manifest: Manifest, modules: Mapping[str, str]) -> list[tuple[Path, list[str]]]:
    if manifest.kind == "game":
        return [(folder, [])]
    bases = [find_game(name) for name in manifest.base]
    return [(base, [str(folder / file)]) for base in bases for file in modules.values()]


def _with_patches(manifest: Manifest, files: Files) -> Files:
    """The files of a package with what it sees of the games that it changes, as they are now."""
    if manifest.kind != "expansion":
        return files
    own = of_package({name: data for name, data in files.items() if not name.startswith("scenarios/")})
    saw: dict[str, dict[str, Seen]] = {}
    for name in manifest.base:
        bag = Bag()
        base = of_game(read_game(find_game(name), bag, scenarios=False))
        seen = seen_in(own, base)
        if seen:
            saw[name] = seen
    rest = {name: data for name, data in files.items() if name != PATCHES}
    return {**rest, PATCHES: write_patches(Patches(saw=saw))} if saw else rest

"""Rules as they were at a revision of git: `HEAD~3:games/long_road`."""

from __future__ import annotations

import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from dsl.diagnostics import Diagnostic, RulesError
from dsl.spoken import said


def is_revision(text: str) -> bool:
    """Whether a text names a folder at a revision, and no file or folder."""
    revision, colon, _ = text.partition(":")
    return bool(colon) and len(revision) > 1 and not Path(text).exists()


@contextmanager
def at_revision(text: str) -> Generator[Path]:
    """The folder or file `REVISION:PATH` of the repository around the current folder, for as long as it is needed.

    RulesError (E011) if there is none.
    """
    revision, _, path = text.partition(":")
    with tempfile.TemporaryDirectory() as folder:
        try:
            _write(revision, path.strip("/"), Path(folder))
        except ImportError:
            raise _refusal(
                said("revisions of git need another library"), said("pip install 'rulewright[git]'")
            ) from None
        except (KeyError, ValueError, IndexError):
            raise _refusal(
                said("there is no {1} in this repository", text), said("write REVISION:FOLDER, as git show does")
            ) from None
        found = Path(folder) / path.strip("/")
        if not found.exists():
            raise _refusal(said("there is no {1} at {2}", path, revision), None)
        yield found


def _write(revision: str, path: str, folder: Path) -> None:
    from dulwich.errors import NotGitRepository
    from dulwich.object_store import iter_tree_contents
    from dulwich.objects import Blob
    from dulwich.objectspec import parse_commit
    from dulwich.repo import Repo

    try:
        repository = Repo.discover()
    except NotGitRepository:
        raise _refusal(said("this is no folder of a git repository"), None) from None
    with repository:
        name, tilde, back = revision.partition("~")
        commit = parse_commit(repository, name.encode())
        for _ in range(int(back or 1) if tilde else 0):
            commit = parse_commit(repository, commit.parents[0])
        for entry in iter_tree_contents(repository.object_store, commit.tree):
            name = entry.path.decode("utf-8", "replace") if entry.path else ""
            if name == path or name.startswith(f"{path}/") or not path:
                blob = repository.object_store[entry.sha] if entry.sha else None
                if isinstance(blob, Blob):
                    target = folder / name
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(blob.as_raw_string())


def _refusal(message: str, hint: str | None) -> RulesError:
    return RulesError([Diagnostic("E011", "error", message, hint=hint)])

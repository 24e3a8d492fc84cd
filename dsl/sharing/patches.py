"""What a module saw of the things that it changes, so that somebody is told when its base has changed there.

    {"format": 1, "saw": {"long_road": {"event award": {"digest": "..", "text": ".."}}}}

stands in `patches.json` of a package, written by `rulewright pack`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dsl.diagnostics import Diagnostic, RulesError
from dsl.reading.meaning import Saying, title_of
from dsl.spoken import said
from dsl.syntax import tree as t
from dsl.syntax.patching import keys_of, sort_of
from dsl.syntax.patching import said as holder_said

PATCHES: Final = "patches.json"
_STRICT: Final = ConfigDict(strict=True, frozen=True, extra="forbid")


class Seen(BaseModel):
    """One thing of the base as a module saw it."""

    model_config = _STRICT
    digest: str
    text: str = Field(max_length=100_000)


class Patches(BaseModel):
    """What a package saw of each of its games."""

    model_config = _STRICT
    format: Literal[1] = 1
    saw: dict[str, dict[str, Seen]] = Field(default_factory=dict[str, dict[str, Seen]])


@dataclass(frozen=True, slots=True)
class Moved:
    """A thing of the base that is not what the module saw: what it was, what it is (empty: gone), where it is."""

    key: str
    before: str
    now: str
    where: str


def seen_in(own: Mapping[str, Saying], base: Mapping[str, Saying]) -> dict[str, Seen]:
    """What the module whose sayings are `own` changes of its base, as it stands there now."""
    found: dict[str, Seen] = {}
    for one in own.values():
        for key in _changed(one.node):
            for there in _of(base, key):
                found[there.key] = Seen(digest=there.digest, text=there.text)
    return dict(sorted(found.items()))


def moved(saw: Mapping[str, Seen], base: Mapping[str, Saying]) -> list[Moved]:
    """What of the base is another thing now than the module saw."""
    found: list[Moved] = []
    for key, seen in saw.items():
        now = base.get(key)
        if now is None:
            found.append(Moved(key, seen.text, "", ""))
        elif now.digest != seen.digest:
            found.append(Moved(key, seen.text, now.text, str(now.span)))
    return found


def read_patches(data: bytes | None) -> Patches:
    """The patches in the bytes of a file, none for no file; RulesError (E018) if they are damaged."""
    try:
        return Patches() if data is None else Patches.model_validate_json(data)
    except ValidationError:
        words = said("{1} is damaged", PATCHES)
        raise RulesError([Diagnostic("E018", "error", words, hint=said("rulewright pack writes it anew"))]) from None


def write_patches(patches: Patches) -> bytes:
    """The bytes of the file."""
    return (patches.model_dump_json(indent=1) + "\n").encode()


def _changed(item: t.Item | None) -> Iterator[str]:
    """What an item of a module changes in its base, as the ends of keys."""
    if isinstance(item, t.ReplaceItem):
        yield title_of(item.item)
    elif isinstance(item, t.AddItem):
        yield f"enum {item.target.text}"
        yield f"kind {item.target.text}"
    elif isinstance(item, t.ChangeItem):
        yield holder_said(item.holder)
        for kind, name in (key for member in item.members for key in keys_of(member)):
            yield f"{kind} {name}"
    elif isinstance(item, t.RemoveItem):
        yield f'card "{item.name.value}"' if isinstance(item.name, t.Text) else f"{sort_of(item)} {item.name.text}"
    elif isinstance(item, t.RenameItem) and isinstance(item.name, t.Text):
        yield f'card "{item.name.value}"'
    elif isinstance(item, t.DefaultItem):
        yield f"option {item.name.text}"
        yield f"ruling {item.name.text}"
    elif isinstance(item, t.RuleItem) and item.position in ("silences", "lifts") and item.pattern is not None:
        yield f"rule {item.pattern.name.text}"
        yield f"requires {item.pattern.name.text}"


def _of(base: Mapping[str, Saying], key: str) -> Iterator[Saying]:
    """The things of the base that an end of a key means: for a requirement, whatever has one of that name."""
    sort, _, name = key.partition(" ")
    for one in base.values():
        if sort == "requires":
            if f"requires {name}:" in one.text or f"requires {name} " in one.text:
                yield one
        elif one.key == key or one.key.endswith(f": {key}") or (one.node is None and one.key.startswith(f"{key} of ")):
            yield one

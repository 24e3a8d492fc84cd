"""What has changed between two pieces of plain data, so that a page is not sent again what it has.

{"all": DATA}                         the data is another one
{"in": {KEY: change}, "out": [KEY]}   of an object: what changed under these keys (numbers in a list); what is gone
{"drop": N, "add": [DATA, ..]}        of a list of texts: the first N are gone, and these stand behind the rest
"""

from __future__ import annotations

from typing import Any, Final, cast

Data = dict[str, Any]
_MISSING: Final = object()
_TEXT: Final = {str}
_MOST_DROPPED: Final = 8
"""Texts at the beginning of a list that are looked for as gone: a log that is full loses a few lines at a time."""


def change(before: object, after: object) -> Data | None:
    """What makes `after` of `before`, both as JSON has them; None if they are equal."""
    if before is after:
        return None
    if isinstance(before, dict) and isinstance(after, dict):
        return _of_objects(cast(Data, before), cast(Data, after))
    if isinstance(before, list) and isinstance(after, list):
        return _of_lists(cast(list[Any], before), cast(list[Any], after))
    same = before == after and isinstance(before, bool) == isinstance(after, bool)  # to Python, True is 1
    return None if same else {"all": after}


def _of_objects(before: Data, after: Data) -> Data | None:
    inside: Data = {}
    for key, value in after.items():
        old = before.get(key, _MISSING)
        if old is value or (type(value) is str and old == value):  # most, without a call
            continue
        by = {"all": value} if old is _MISSING else change(old, value)
        if by is not None:
            inside[key] = by
    gone = [key for key in before if key not in after]
    if not inside and not gone:
        return None
    return {"in": inside, "out": gone} if gone else {"in": inside}


def _of_lists(before: list[Any], after: list[Any]) -> Data | None:
    if before and set(map(type, before)) == _TEXT:
        if before == after:
            return None
        by = _at_its_ends(before, after)
        if by is not None:
            return by
    if len(before) == len(after):
        inside: Data = {}
        for number, (old, new) in enumerate(zip(before, after, strict=True)):
            if old is new or (type(new) is str and old == new):
                continue
            by = change(old, new)
            if by is not None:
                inside[str(number)] = by
        if 2 * sum("all" in by for by in inside.values()) <= len(after):
            return {"in": inside} if inside else None
    return {"all": after}


def _at_its_ends(before: list[Any], after: list[Any]) -> Data | None:
    """What makes a log of what it was: lines are gone at its beginning, others stand at its end."""
    for dropped in range(min(_MOST_DROPPED, len(before)) + 1):
        kept = len(before) - dropped
        if 0 < kept <= len(after) and before[dropped:] == after[:kept]:
            return {"drop": dropped, "add": after[kept:]}
    return None


def changed(before: object, by: Data | None) -> Any:
    """The data that `change` told of: what the page does with it."""
    if by is None:
        return before
    if "all" in by:
        return by["all"]
    if "add" in by:
        return [*cast(list[Any], before)[by["drop"] :], *by["add"]]
    if isinstance(before, list):
        return [changed(each, by["in"].get(str(number))) for number, each in enumerate(cast(list[Any], before))]
    found = {key: value for key, value in cast(Data, before).items() if key not in by.get("out", ())}
    return found | {key: changed(found.get(key), each) for key, each in by["in"].items()}

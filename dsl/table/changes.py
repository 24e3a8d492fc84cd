"""What has changed between two pieces of plain data, so that a page is not sent again what it has.

{"all": DATA}                         the data is another one
{"in": {KEY: change}, "out": [KEY]}   of an object: what changed under these keys (numbers in a list); what is gone
{"drop": N, "add": [DATA, ..]}        of a list of texts: the first N are gone, and these stand behind the rest
"""

from __future__ import annotations

from typing import Any, Final, cast

Data = dict[str, Any]
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
    inside = {key: {"all": value} if key not in before else change(before[key], value) for key, value in after.items()}
    changed = {key: each for key, each in inside.items() if each is not None}
    gone = [key for key in before if key not in after]
    if not changed and not gone:
        return None
    return {"in": changed, "out": gone} if gone else {"in": changed}


def _of_lists(before: list[Any], after: list[Any]) -> Data | None:
    if len(before) == len(after):
        inside = (change(old, new) for old, new in zip(before, after, strict=True))
        changed = {str(number): each for number, each in enumerate(inside) if each is not None}
        if 2 * len(changed) <= len(after):
            return {"in": changed} if changed else None
    if all(isinstance(each, str) for each in before):
        for dropped in range(min(_MOST_DROPPED, len(before)) + 1):
            kept = len(before) - dropped
            if 0 < kept <= len(after) and before[dropped:] == after[:kept]:
                return {"drop": dropped, "add": after[kept:]}
    return {"all": after}


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

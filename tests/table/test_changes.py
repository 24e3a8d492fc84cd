"""What a page is told has changed makes of what it had what there is now."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from dsl.table.changes import change, changed

_PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.text("abc", max_size=3),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text("abc", max_size=2), inner, max_size=4),
    max_leaves=25,
)


def _same(one: Any, other: Any) -> bool:
    """Equal as texts: to Python, True is 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


@given(_PLAIN, _PLAIN)
def test_a_change_makes_the_one_of_the_other(before: Any, after: Any) -> None:
    by = change(before, after)
    sent = None if by is None else json.loads(json.dumps(by))
    assert _same(changed(before, sent), after)


@given(_PLAIN)
def test_nothing_has_changed(data: Any) -> None:
    assert change(data, json.loads(json.dumps(data))) is None


def test_only_what_has_changed_is_sent() -> None:
    """A log grows at its end and is cut at its beginning; of a list of cards one is another; a key comes and goes."""
    lines = [f"line {number}" for number in range(400)]
    assert change(lines, [*lines[2:], "new", "newer"]) == {"drop": 2, "add": ["new", "newer"]}
    cards = [{"name": "Oak", "up": True}, {"name": "Ash", "up": True}]
    assert change(cards, [cards[0], {"name": "Ash", "up": False}]) == {"in": {"1": {"in": {"up": {"all": False}}}}}
    board = [{"name": "map", "spaces": [{"fields": []}, {"fields": ["bishop"]}, {"fields": []}]}]
    moved = [{"name": "map", "spaces": [{"fields": ["bishop"]}, {"fields": []}, {"fields": []}]}]
    bishop, empty = {"in": {"fields": {"all": ["bishop"]}}}, {"in": {"fields": {"all": []}}}
    assert change(board, moved) == {"in": {"0": {"in": {"spaces": {"in": {"0": bishop, "1": empty}}}}}}
    assert change({"a": 1, "b": 2}, {"a": 1, "c": 3}) == {"in": {"c": {"all": 3}}, "out": ["b"]}
    assert change([1, 2], [True, 2]) == {"in": {"0": {"all": True}}}

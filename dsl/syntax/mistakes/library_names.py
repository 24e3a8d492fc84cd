"""Names that a game does not have and a library does: which one to add."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from dsl.spoken import any_of, said

_DECLARED: Final = {
    "decks": {"event": "draw_one draw draw_random draw_up_to rebuild draw_through refill"},
    "pack": {"enum": "Suit Rank", "kind": "Card", "definition": "low_rank"},
    "poker": {
        "definition": "cards_of_rank highest_rank rank_power kicker_cards straight_to flush_cards two_pair_value "
        "pair_value threes_value row_value full_house_value fours_value suited_value hand_value",
    },
    "turns": {
        "definition": "number_of_players next_player previous_player opponents opponent turns_after whose_turn",
    },
    "squares": {
        "direction": "orthogonals diagonals neighbours knight_jumps north east south west "
        "northeast southeast southwest northwest",
    },
    "hexagons": {"direction": "neighbours"},
    "stones": {
        "kind": "Spot",
        "window": "turn",
        "definition": "in_a_row stones",
        "procedure": "take_turns take_turns_while_possible",
    },
    "enclosing": {"definition": "enclosed", "event": "enclose"},
    "men": {
        "kind": "Square",
        "window": "act",
        "definition": "forward forward_diagonals",
        "event": "place clear shift",
    },
    "chessmen": {
        "enum": "Man",
        "definition": "king ways sights attacked in_check advances captures targets",
    },
    "betting": {"window": "bets", "definition": "owed", "event": "put_in win split_pot", "procedure": "betting"},
    "drafting": {"event": "keep hand_on", "procedure": "draft"},
    "auctions": {
        "window": "bidding",
        "definition": "may_raise",
        "event": "say_bid begin_auction",
        "procedure": "auction sealed_auction",
    },
    "majority": {"definition": "rank_in leaders leader_of seconds"},
    "workers": {
        "kind": "Worker",
        "window": "sending",
        "value": "room",
        "event": "hire work_at recall",
        "procedure": "send_workers",
    },
    "tricks": {"window": "trick", "value": "suit_of strength", "definition": "led follows taker"},
    "trading": {
        "enum": "Reply",
        "window": "bargaining replying answers",
        "definition": "can_pay",
        "event": "strike_bargain end_of_words",
        "procedure": "put_together answer bargain trade",
    },
}
"""What each library declares, by what it is."""


def _by_name() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for library, sorts in _DECLARED.items():
        for sort, names in sorts.items():
            for name in names.split():
                named = found.setdefault(name, {})
                named[sort] = (*named.get(sort, ()), library)
    return MappingProxyType(found)


NAMES: Final = _by_name()
"""By name and what it is: the libraries that have it."""


def hint(what: str, name: str) -> str | None:
    """Which library to add for a name that there is not, by what was looked for; `name` and `member` mean anything."""
    sorts = NAMES.get(name, {})
    asked = what.replace(",", " ").split()
    for sort, libraries in sorts.items():
        if sort in asked or asked[0] in ("name", "member"):
            uses = any_of(f'use "{library}"' for library in libraries)
            return said("a library has it; write at the beginning: {1}", uses)
    return None

"""The patterns of sentences, one table for each language.

A pattern has holes with names; what stands in them was said before. A language is complete if its table has the keys of
`ENGLISH`. A hole may name a form, as in `{what:acc}`: a language that has cases gives nouns that know theirs.
"""

from __future__ import annotations

import re
from typing import Final

from dsl.saying.polish import POLISH

ENGLISH: Final[dict[str, str]] = {
    # things
    "you": "you",
    "your": "your {what}",
    "of": "{what} of {whom}",
    "of_this": "its {what}",
    "this": "this {kind}",
    "a": "a {noun}",
    "an": "an {noun}",
    "the": "the {noun}",
    "that": "that {noun}",
    "it": "it",
    "other": "other {noun}",
    "up": "up",
    "down": "down",
    "number_noun": "number",
    "set_noun": "set",
    "player": "player {number}",
    "nothing": "none",
    "yes": "yes",
    "no": "no",
    "and": "{first} and {last}",
    "or": "{first} or {last}",
    "printed": "printed {what}",
    "box": "the box",
    "text_of": "the text of {what}",
    # sets
    "all": "all {nouns}",
    "members": "{noun} in {set}",
    "each": "each {noun}",
    "each_in": "each {noun} in {set}",
    "where": "{what} for which {test}",
    "range": "{low} to {high}",
    "spaces": "the spaces of {board}",
    "linked": "the {name} of {what}",
    "touching corners": "the corners of {what}",
    "touching edges": "the edges of {what}",
    "touching spaces": "the spaces that touch {what}",
    "crossed": "the {what} between {start} and {end}",
    "line": "the spaces in line from {start}",
    "line_along": "the spaces in line from {start} towards {along}",
    "cut_while": "{line} as long as {test}",
    "cut_until": "{line} up to where {test}",
    "reached": "all {nouns} reached from {start} through {through}",
    "cells": "the {how} of {what}",
    # values
    "top": "the top of {zone}",
    "bottom": "the bottom of {zone}",
    "nth_of": "number {count} in {zone}",
    "top_of": "the top {count} of {zone}",
    "bottom_of": "the bottom {count} of {zone}",
    "size": "the number of cards in {set}",
    "count_all": "the number of cards in all {noun}",
    "number": "the number of {over}",
    "sum": "the sum of {body} over {over}",
    "highest": "the highest {body} of {over}",
    "lowest": "the lowest {body} of {over}",
    "first": "the first {over}",
    "most": "the one with the most {body} of {over}",
    "least": "the one with the least {body} of {over}",
    "run": "the longest row through {through}",
    "held": "{value} in {bag}",
    "+": "{a} plus {b}",
    "-": "{a} minus {b}",
    "*": "{a} times {b}",
    "/": "{a} divided by {b}",
    "mod": "the rest of {a} divided by {b}",
    "max": "the greater of {a} and {b}",
    "min": "the smaller of {a} and {b}",
    "abs": "the distance {a}",
    "neg": "minus {a}",
    "if_value": "{then} if {test}, otherwise {otherwise}",
    "if_value_more": "{then} if {test}, {otherwise}",
    "step": "the space next to {start} towards {along}",
    "space_at": "space {at} of {board}",
    "space_number": "space {number}",
    "edge": "the edge of {start} towards {along}",
    "cell": "the cell at column {column}, row {row}",
    "occupant": "what lies in {cell}",
    "holder": "the player who holds {what}",
    "owner_of_zone": "whose {zone} is",
    "host": "the {kind} that {what} is at",
    "number_on": "the number on space {space}",
    "repetitions": "how often the position has been there",
    "uses_left": "how many uses of {limit} are left",
    "times": "how often {what}",
    # conditions
    "=": "{a} is {b}",
    "!=": "{a} is not {b}",
    "<": "{a} is less than {b}",
    "<=": "{a} is at most {b}",
    ">": "{a} is more than {b}",
    ">=": "{a} is at least {b}",
    "not": "it is not so that {test}",
    "is": "{what} is {how}",
    "does": "{what} {how}",
    "out_of_game": "{what} is out of the game",
    "in_game": "{what} is in the game",
    "is_not": "{what} is not {how}",
    "is_a": "{what} is {kind}",
    "is_no": "{what} is not {kind}",
    "is_in": "{what} is in {set}",
    "not_in": "{what} is not in {set}",
    "among": "{what} is one of {set}",
    "not_among": "{what} is none of {set}",
    "some": "there is {over}",
    "none_is": "there is no {over}",
    "every": "for {over}, {test}",
    "some_is": "for at least one {over}, {test}",
    "fits": "{what} fits in {zone}",
    "can": "{who} can {action}",
    "over": "the game is over",
    "drawn": "the game is a draw",
    "winner": "the winner",
    # statements
    "becomes": "{what} becomes {value}",
    "now": "{what} is {how} now",
    "no_longer": "{what} is {how} no longer",
    "rises": "{what} rises by {value}",
    "falls": "{what} falls by {value}",
    "let": "{name} is {value}",
    "move": "{what} goes to {where}",
    "move_face": "{what} goes to {where}, face {face}",
    "move_end": "{what} goes to the bottom of {where}",
    "remove": "{what} leaves the game",
    "turn": "turn {what} face {face}",
    "shuffle": "shuffle {zone}",
    "show": "{who} sees {what}",
    "show_you": "look at {what}",
    "show_all": "show {what} to everybody",
    "pay": "pay {value} from {what}",
    "stop": "this ends here",
    "stop_if": "this ends here if {test}",
    "won": "the game ends: {who} wins",
    "lost": "the game ends: {who} loses",
    "draw": "the game ends in a draw",
    "scored": "the game ends: the highest {score} wins",
    "because": "{ending} ({why})",
    "chance": "{what} is drawn at random from {set}",
    "missing": "what this does is not written yet: {words}",
    "if": "if {test}",
    "else": "otherwise",
    "for_each": "for {over}",
    "for_count": "for each {name} from {low} to {high}",
    "repeat_until": "again and again until {test}",
    "repeat": "again and again, at most {most} times",
    "repeat_once": "at most once",
    "repeat_for_good": "again and again",
    "choose": "{who} chooses {what}",
    "choose_several": "{who} chooses {low} to {high} {what}",
    "choose_up_to": "{who} chooses up to {high} {what}",
    "choose_any": "{who} chooses any number of {what}",
    "choose_exactly": "{who} chooses {high} {what}",
    "arrange": "{who} puts {what} in order",
    "if_none": "if there is none",
    "choose_one": "{who} chooses one",
    "option": "“{words}”",
    "option_if": "“{words}”, if {test}",
    "offer": "{who} may make a move of “{window}”",
    "they_pass": "they pass",
    "offer_must": "{who} must make a move of “{window}”",
    "sealed": "in secret, {over}",
    "then": "then",
    "at_once": "all at once",
    "until_end": "until the end of {anchor}",
    "at_end": "at the end of {anchor}",
    "carry_out": "do {what}",
    "carry_out_with": "do {what} for {args}",
    "ordered": "{what} {args}",
    "run_phase": "phase {what}",
    "run_step": "step {what}",
    "nothing_happens": "nothing happens",
    # rules
    "after": "after {event}",
    "before": "before {event}",
    "instead": "instead, when {event}",
    "always": "whenever {test}",
    "always_so": "always",
    "never_so": "never",
    "always_for": "as soon as there is {over}",
    "start": "at the start of {anchor}",
    "end": "at the end of {anchor}",
    "cannot": "not allowed: {event}",
    "must": "required, if it can be done: {event}",
    "lifts": "“{need}” need not be met",
    "if_after": "{rule}, if {test}",
    "plus": "{what}: {amount} more",
    "minus": "{what}: {amount} less",
    "times_change": "{what} is multiplied by {amount}",
    "doubled": "{what} is doubled",
    "divided": "{what} is divided by {amount}",
    "halved": "{what} is halved",
    "set": "{what} is {amount}",
    "least_change": "{what} is at least {amount}",
    "most_change": "{what} is at most {amount}",
    "passive": "{subject} is {verb}",
    "passive_with": "{subject} is {verb} {rest}",
    "moves": "{what} goes to {where}",
    "moves_from": "{what} goes from {start} to {where}",
    "limit": "at most {amount} in {per}",
    "limit_game": "at most {amount} in the whole game",
    "limit_each": "{limit} for each {each}",
    "needs": "only if {test}",
    "needs_words": "only if {test}; else: “{words}”",
    "action": "{title}",
    "in_window": "in “{windows}”: {title}",
    "chosen_from": "{name} is one of {set}",
    "afterwards": "only if afterwards {test}",
}

TABLES: Final[dict[str, dict[str, str]]] = {"en": ENGLISH, "pl": POLISH}
"""The tables of all languages, by code."""

MODALS: Final[dict[str, frozenset[str]]] = {"en": frozenset(("can", "may", "must", "might", "should"))}
"""Verbs that a name of a property may begin with, beside those that end as verbs do."""

_MANY: Final = re.compile(r"^(all [^.:;,]*?) goes to\b")
_AGREE: Final = re.compile(r"\b(you|us) (is|has|does|loses|wins|chooses|puts|sees)\b")
_FORMS: Final = {"is": "are", "has": "have", "does": "do", "loses": "lose", "wins": "win",
    "chooses": "choose", "puts": "put", "sees": "see"}  # fmt: skip


_WE: Final = re.compile(r"\b([Uu])s (?=(?:may|must|are|have|do|lose|win|choose|put|see)\b)")


_CHANGE: Final = re.compile(r"^([^“”.:;,]*?) (rises|falls|becomes) (?=by |\S)")


def _changed(found: re.Match[str]) -> str:
    """`your tokens rise by 1`: the verb fits what changes."""
    head = re.split(" of | in ", found[1], maxsplit=1)[0].rpartition(" ")[2]
    several = head.endswith("s") and head[-2:-1] not in ("a", "i", "o", "s", "u")
    verb = {"rises": "rise", "falls": "fall", "becomes": "become"}[found[2]] if several else found[2]
    return f"{found[1]} {verb} "


def agreeing(words: str) -> str:
    """A sentence with verbs that fit `you`, in which `us` do nothing but we do."""
    words = _CHANGE.sub(_changed, words)
    words = _AGREE.sub(lambda found: f"{found[1]} {_FORMS[found[2]]}", words)
    return _MANY.sub(r"\1 go to", _WE.sub(lambda found: "We " if found[1] == "U" else "we ", words))


_IRREGULAR: Final = {
    "hit": "hit", "put": "put", "set": "set", "cut": "cut", "let": "let", "shut": "shut", "lose": "lost",
    "take": "taken", "give": "given", "draw": "drawn", "throw": "thrown", "break": "broken", "steal": "stolen",
    "choose": "chosen", "drive": "driven", "pay": "paid", "lay": "laid", "say": "said", "make": "made",
    "find": "found", "lead": "led", "bring": "brought", "buy": "bought", "catch": "caught", "strike": "struck",
    "bear": "borne", "beat": "beaten", "see": "seen", "do": "done", "leave": "left", "hold": "held", "win": "won",
    "send": "sent", "spend": "spent", "build": "built", "burn": "burnt", "feed": "fed", "hide": "hidden",
    "go": "gone", "begin": "begun", "shoot": "shot", "bite": "bitten", "eat": "eaten", "kill": "killed",
}  # fmt: skip


def participle(verb: str) -> str:
    """`wounded` of `wound`, `drawn` of `draw`."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ied"
    short = len(verb) <= 4 and verb[-1:] in "bdgmnpt" and verb[-2:-1] in "aeiou" and verb[-3:-2] not in "aeiou"
    return verb + verb[-1] + "ed" if short else verb + "ed"


_LINKED: Final = re.compile(r"(.+?)( (?:of|against|in|on|at|from|with|for|to) .+)")
_UNCOUNTED: Final = frozenset(("equipment", "knowledge", "furniture", "money", "gold", "food", "fuel", "rubble"))
_SEVERAL: Final = {"man": "men", "woman": "women", "child": "children", "die": "dice", "foot": "feet", "mouse": "mice"}


def plural(noun: str) -> str:
    """`units` of `unit`, `allies` of `ally`, `faces of a die` of `face of a die`; `ruins`, `supplies` and `series` are
    their own, and so is what is never counted.
    """
    whole = _LINKED.match(noun)
    if whole:
        return f"{plural(whole[1])}{whole[2]}"
    head, _, last = noun.rpartition(" ")
    if last.lower() in _UNCOUNTED:
        return noun
    if last.lower() in _SEVERAL:
        return f"{head} {last[0]}{_SEVERAL[last.lower()][1:]}".strip()
    if last.endswith("s") and last[-2:-1] not in "aiosu" and last.lower() != "lens":
        return noun
    if last.endswith("y") and last[-2:-1] not in "aeiou":
        last = last[:-1] + "ies"
    elif last.endswith(("s", "x", "ch", "sh")):
        last += "es"
    else:
        last += "s"
    return f"{head} {last}".strip()

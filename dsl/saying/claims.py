"""What a printed text claims: numbers with what they count, sides, times, how long, conditions, whether all are meant.

Texts are in English; of other languages only numbers are read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_NUMBERS: Final = {word: at for at, word in enumerate(
    ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), 2)}  # fmt: skip
_TWICE: Final = frozenset(("twice", "doubled", "doubles", "halved", "halves"))
_MORE: Final = frozenset(("more", "additional", "further", "extra", "rises", "rise", "gains", "gain", "raises", "add"))
_LESS: Final = frozenset(("less", "fewer", "falls", "fall", "lower", "lowers"))
_OTHERS: Final = re.compile(
    r"\b(enemy|enemies|opponents?|hostile|other (?:side|players?|marines?)|another (?:player|marine)|of theirs)\b", re.I
)
_MINE: Final = re.compile(r"\b(you|your|yours|friendly)\b", re.I)
_EVERYBODY: Final = re.compile(r"\b(any|each|every|all|another|other|others|nobody|everybody|partners?)\b", re.I)
_ANYBODY: Final = re.compile(
    r"\b(?:any|an?|another) (?!enemy|hostile|opponent|friendly|own)((?:\w+ )?\w+)(?! of\b)", re.I
)
_ALL: Final = re.compile(r"\b(all(?! others)|(?<!for )each(?! once| time)|every|any number)\b", re.I)
_ONE: Final = re.compile(r"\b(?:one|1) of (?:your|their|the)\b", re.I)
_TIMES: Final = re.compile(r"\b(?P<word>after|before|at the end of|end of|at the start of|start of|instead of)\b", re.I)
_SPANS: Final = re.compile(
    r"\b(?:in|for|during|until the end of|for the rest of|the rest of|within) (?:this|the next|the) (?:\w+ )?"
    r"(?P<noun>round|turn|combat|activation|battle|fight|phase|step|game|raid|day|night|attack turn|mission)\b",
    re.I,
)
_CANNOT: Final = re.compile(r"\b(cannot|can't|never|may not|must not|can not)\b", re.I)
_NEGATIVE: Final = re.compile(
    r"\b(no|not|cannot|never|nothing|without|unless|ignores?|loses?|nobody|none|only|instead|except)\b|\bun(?!it|der|til|i)\w+",
    re.I,
)
_MAY: Final = re.compile(r"\b(?:can|may)\b(?! not\b)", re.I)
_LETS: Final = re.compile(r"\b(?:can|may|must|always)\b(?! not\b)", re.I)
_DENIES: Final = re.compile(
    r"\b(?:cannot|can't|never|must not|(?:may|can) not|no|not|nothing|nobody|none|only|unless|without)\b", re.I
)
_COMPARED: Final = (
    (re.compile(r"\bat least (\d+)|\b(\d+) or more", re.I), ">="),
    (re.compile(r"\bat most (\d+)|\b(\d+) or (?:less|fewer)", re.I), "<="),
    (re.compile(r"\bmore than (\d+)", re.I), ">"),
    (re.compile(r"\b(?:less|fewer) than (\d+)", re.I), "<"),
)
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_WORD: Final = re.compile(r"(?<![\w-])[+−-]?\d+(?![\w])|[^\W\d_]+(?:[-'’][^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class Counted:
    """A number in a text: its sign if the text gives one, the words round it, where it stands."""

    number: int
    sign: int
    before: tuple[str, ...]
    behind: tuple[str, ...]
    start: int
    end: int
    listed: bool = False
    """Whether it stands behind a colon: `prizes: 2`."""
    label: tuple[str, ...] = ()
    """The words before that colon."""

    @property
    def beside(self) -> tuple[str, ...]:
        """The words that say what is counted."""
        return self.label if self.listed and not self.behind else self.behind[:2]


@dataclass(frozen=True, slots=True)
class Found:
    """A word of a text that claims something, and where it stands."""

    word: str
    start: int
    end: int


def counted(text: str) -> list[Counted]:
    """The numbers of a text."""
    words = list(_WORD.finditer(text))
    said = [word[0].lower() for word in words]
    found: list[Counted] = []
    for at, word in enumerate(said):
        number = _number(word)
        if number is None:
            continue
        start, end = words[at].start(), words[at].end()
        before = tuple(said[max(0, at - 3) : at])
        clause = len(re.split(r"[,.;:]", text[end:], maxsplit=1)[0])
        behind = tuple(said[n] for n in range(at + 1, min(at + 5, len(said))) if words[n].start() < end + clause)
        listed = text[:start].rstrip().endswith(":")
        label = tuple(_LETTERS.findall(re.split(r"[,.;:]", text[:start].rstrip(" :").lower())[-1])) if listed else ()
        found.append(Counted(number, _sign(word, before, behind), before, behind, start, end, listed, label))
    return found


def _number(word: str) -> int | None:
    if word.lstrip("+-−").isdecimal():
        return int(word.lstrip("+-−"))
    return _NUMBERS.get(word, 2 if word in _TWICE else None)


def _sign(word: str, before: tuple[str, ...], behind: tuple[str, ...]) -> int:
    if word[0] in "+-−":
        return 1 if word[0] == "+" else -1
    near = (*before[-2:], *behind[:2])
    more, less = any(each in _MORE for each in near), any(each in _LESS for each in near)
    return 0 if more == less else 1 if more else -1


def others(text: str) -> Found | None:
    """A word for the other side."""
    return _first(_OTHERS, text)


def mine(text: str) -> Found | None:
    """A word for the one who plays the card."""
    return _first(_MINE, text)


def everybody(text: str) -> bool:
    """Whether a text speaks of more players than the one who plays the card."""
    return _EVERYBODY.search(text) is not None


def anybody(text: str) -> list[str]:
    """The words for things of anybody: `unit` of `any unit`."""
    return [each[1] for each in _ANYBODY.finditer(text)]


def all_of(text: str) -> Found | None:
    """A word that says that all are meant."""
    return _first(_ALL, text)


def one_of(text: str) -> Found | None:
    """Words that say that one of several is meant."""
    return _first(_ONE, text)


def times(text: str) -> list[Found]:
    """When something happens: `after`, `before`, `at the end of`."""
    return [Found(each["word"].lower(), each.start(), each.end()) for each in _TIMES.finditer(text)]


def durations(text: str) -> list[Found]:
    """How long something lasts: `round`, `turn`."""
    return [Found(each["noun"].lower(), each.start(), each.end()) for each in _SPANS.finditer(text)]


def forbidding(text: str) -> Found | None:
    """A word that forbids."""
    return _first(_CANNOT, text)


def allowing(text: str) -> Found | None:
    """A word that allows, if nothing in the text denies anything."""
    return None if _DENIES.search(text) else _first(_LETS, text)


def forbids_only(text: str) -> Found | None:
    """A word that forbids, if nothing in the text allows anything."""
    return None if _MAY.search(text) else _first(_CANNOT, text)


def negative(text: str) -> bool:
    """Whether a text denies anything."""
    return _NEGATIVE.search(text) is not None


def marked(name: str, text: str) -> tuple[Found | None, Found | None]:
    """Things with a mark, `exhausted units`, `face-up units`, and things without it: `unexhausted`, `face-down`."""
    yes = name.replace(" ", "[ -]")
    no = rf"(?:un|non-?){yes}"
    if " up" in name:
        no = rf"(?:{no}|{yes.replace('up', 'down')})"
    noun = r"(?= (?!(?:and|or|in|at|by|on|to|of|when|if|for|again|until|unless|with|from)\b)[\w-]+)"
    with_it, without = (re.compile(rf"(?<![\w-]){each}{noun}", re.I) for each in (yes, no))
    return _first(with_it, text), _first(without, text)


def comparisons(text: str) -> list[tuple[str, int, Found]]:
    """Comparisons with numbers: operator, number, where it stands."""
    found: list[tuple[str, int, Found]] = []
    for pattern, sign in _COMPARED:
        for each in pattern.finditer(text):
            number = next(int(group) for group in each.groups() if group)
            found.append((sign, number, Found(each[0], each.start(), each.end())))
    return found


def stems(text: str) -> set[str]:
    """The words of a text without their endings."""
    return {stem(word) for word in _LETTERS.findall(text.lower())}


def stem(word: str) -> str:
    """A word without the endings of plurals, possessives and tenses."""
    word = word.lower()
    for ending in ("ies", "ing", "ed", "es", "s", "e", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def _first(pattern: re.Pattern[str], text: str) -> Found | None:
    found = pattern.search(text)
    return Found(found[0], found.start(), found.end()) if found else None

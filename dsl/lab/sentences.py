"""What figures show, in a few plain sentences, each with how sure it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice

from dsl.diagnostics import many
from dsl.lab.cards import Card, swaying
from dsl.lab.figures import Figures
from dsl.lab.stats import Share
from dsl.lab.taken import lists_of


def document(found: Figures) -> dict[str, object]:
    """All figures as plain data, for JSON."""
    told = asdict(found)
    told["lengths"] = {str(length): games for length, games in sorted(found.lengths.items())}
    for each, share in zip(told["seats"], found.seats, strict=True):
        each["share"], each["interval"] = share.share, share.interval
    lists = lists_of(found.taken)
    told["lists"] = {name: [each.words for each in some] for name, some in lists.named().items()}
    told["cards"] = [_card(each) for each in found.cards]
    told["sentences"] = sentences(found)
    return told


def _card(card: Card) -> dict[str, object]:
    shares = {name: getattr(card, name) for name in ("won", "drawn", "left", "played")}
    told = {
        name: {"games": each.games, "share": each.share, "interval": each.interval} for name, each in shares.items()
    }
    numbers = {name: getattr(card, name) for name in ("difference", "error", "p", "adjusted", "sways", "unplayed")}
    return {"words": card.words, **told, **numbers}


def sentences(found: Figures) -> list[str]:
    """Five sentences: who wins, how long it lasts, how it ends, what decides, what is taken."""
    if not found.ended:
        return [f"None of {found.games:,} games came to an end."] if found.games else ["No game was played yet."]
    return [_balance(found), _length(found), _endings(found), _decides(found), _choices(found)]


def _balance(found: Figures) -> str:
    bots = _playing(found)
    if found.variant.players == 1:
        return f"The player won {found.seats[0]} of the games {bots}."
    named = [(f"seat {chr(65 + at)}", share) for at, share in enumerate(found.seats)]
    named += [(f"{name} {value}", share) for name, values in found.sides.items() for value, share in values.items()]
    ahead = [each for each in named if each[1].stands_out]
    if not ahead:
        widest = max((share for _, share in named), key=_width)
        low, high = widest.interval
        return (
            f"No seat{' or side' if found.sides else ''} is surely ahead {bots}: after {many(found.ended, 'game')} "
            f"shares are known to about {(high - low) / 2:.1%} on both sides."
        )
    name, share = max(ahead, key=lambda each: abs(each[1].share - (each[1].even or 0)))
    more = "more" if share.share > (share.even or 0) else "less"
    return f"{name[0].upper()}{name[1:]} wins {share}, {more} than the even {share.even:.0%}, {bots}."


def _playing(found: Figures) -> str:
    if found.variant.is_random:
        return "when everybody plays at random"
    bots = list(dict.fromkeys(found.variant.bots))
    return f"when {bots[0]} plays" if len(bots) == 1 else f"when {' and '.join(bots)} play"


def _width(share: Share) -> float:
    low, high = share.interval
    return high - low


def _length(found: Figures) -> str:
    words = f"A game has {found.length.words('decisions')} and {found.turns.shown} turns"
    cut = f"; {found.cut:,} of {found.games:,} games were cut off" if found.cut else ""
    broken = f"; in {found.broken:,} games the rules broke" if found.broken else ""
    return (
        f"{words}; a decision has {found.branching:.3g} options, and {found.forced:.0%} leave no choice{cut}{broken}."
    )


def _endings(found: Figures) -> str:
    first = found.endings[0]
    why = f"“{first.words}”" if first.words else "for no reason that the rules name"
    of = f", one of {len(found.endings)} ways to end" if len(found.endings) > 1 else ", always"
    return f"{first.games / found.ended:.0%} of the games end {why}{of}; {found.drawn.share:.1%} are drawn."


def _decides(found: Figures) -> str:
    parts: list[str] = []
    if found.luck is not None:
        parts.append(str(found.luck["words"]))
    if found.course is not None:
        course = found.course
        parts.append(
            f"The winner leads for good after {course.decided:.0%} of a game, the lead changes {course.changes:.2g} "
            f"times, and in {course.comebacks:.0%} of the games the winner was behind at half of it."
        )
    return (
        " ".join(parts)
        or "What decides cannot be said: chance was not measured, and the rules name no score before the end."
    )


def _choices(found: Figures) -> str:
    parts = [*_answers(found), *_cards(found)]
    if not parts:
        return f"Of {many(len(found.taken), 'possible answer')} none stands out by being taken or left."
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}; what goes together need not be a cause: --forbid-each tells."


def _answers(found: Figures) -> Iterator[str]:
    """What stands out among answers."""
    lists = lists_of(found.taken)
    never = [each.words for each in found.taken if each.never]
    if never:
        were = "was" if len(never) == 1 else "were"
        yield f"{many(len(never), 'answer')} {were} offered and never taken ({_some(never)})"
    for best in lists.better[:1]:
        yield f"who takes “{best.words}” wins {best.difference:.0%} more often than who leaves it"
    for worst in lists.worse[:1]:
        yield f"who takes “{worst.words}” wins {-worst.difference:.0%} less often"


def _cards(found: Figures) -> Iterator[str]:
    """What stands out among cards."""
    for card in islice(swaying(found.cards), 1):
        more = "more" if card.difference > 0 else "less"
        yield f"who draws {card.words} wins {abs(card.difference):.0%} {more} often than who does not"
    unplayed = [each.words for each in found.cards if each.unplayed]
    if unplayed and any(each.played.games for each in found.cards):
        were = "was" if len(unplayed) == 1 else "were"
        yield f"{many(len(unplayed), 'card')} {were} drawn and never played ({_some(unplayed)})"


def _some(words: list[str], most: int = 3) -> str:
    return ", ".join(f"“{each}”" for each in words[:most]) + (" and others" if len(words) > most else "")

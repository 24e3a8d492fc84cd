"""What figures show, in a few plain sentences, each with how sure it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice

from dsl.lab.cards import Card, swaying
from dsl.lab.figures import Figures
from dsl.lab.luck import luck_words
from dsl.lab.stats import part
from dsl.lab.taken import lists_of
from dsl.lab.wording import capital, party
from dsl.spoken import all_of, numbered, said


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
    if not found.games:
        return [said("No game was played yet.")]
    if not found.ended:
        return [numbered(found.games, "{1} game did not come to an end.", "None of {1} games came to an end.")]
    return [_balance(found), _length(found), _endings(found), _decides(found), _choices(found)]


def _balance(found: Figures) -> str:
    bots = _playing(found)
    if found.variant.players == 1:
        return said("The player won {1} of the games {2}.", found.seats[0], bots)
    named = found.parties()
    ahead = [each for each in named.items() if each[1].stands_out]
    if not ahead:
        low, high = max((share.interval for share in named.values()), key=_width)
        nobody = said("No seat or side is surely ahead") if found.sides else said("No seat is surely ahead")
        games = numbered(found.ended, "{1} game", "{1} games")
        return said(
            "{1} {2}: after {3} shares are known to about {4} on both sides.",
            nobody,
            bots,
            games,
            f"{(high - low) / 2:.1%}",
        )
    name, share = max(ahead, key=lambda each: abs(each[1].share - (each[1].even or 0)))
    told = capital(party(name)), share, f"{share.even:.0%}", bots
    if share.share > (share.even or 0):
        return said("{1} wins {2}, more than the even {3}, {4}.", *told)
    return said("{1} wins {2}, less than the even {3}, {4}.", *told)


def _playing(found: Figures) -> str:
    if found.variant.is_random:
        return said("when everybody plays at random")
    bots = list(dict.fromkeys(found.variant.bots))
    return said("when {1} plays", bots[0]) if len(bots) == 1 else said("when {1} play", all_of(bots))


def _width(ends: tuple[float, float]) -> float:
    low, high = ends
    return high - low


def _length(found: Figures) -> str:
    parts = [
        numbered(
            1 if found.turns.shown == "1" else 2,
            "A game has {1} and {2} turn",
            "A game has {1} and {2} turns",
            found.length.words(said("decisions")),
            found.turns.shown,
        ),
        said("a decision has {1} options, and {2} leave no choice", f"{found.branching:.3g}", part(found.forced)),
    ]
    if found.cut:
        parts.append(said("{1} of {2} games were cut off", f"{found.cut:,}", f"{found.games:,}"))
    if found.broken:
        parts.append(numbered(found.broken, "in {1} game the rules broke", "in {1} games the rules broke"))
    return f"{'; '.join(parts)}."


def _endings(found: Figures) -> str:
    first, share = found.endings[0], found.endings[0].games / found.ended
    if len(found.endings) == 1:
        always = said("All games end “{1}”", first.words) if first.words else said("No game ends with a reason")
        return said("{1}; {2} are drawn.", always, f"{found.drawn.share:.1%}")
    one = (
        said("{1} of the games end “{2}”", part(share), first.words)
        if first.words
        else said("{1} of the games end for no reason that the rules name", part(share))
    )
    ways = numbered(len(found.endings), "one of {1} way to end", "one of {1} ways to end")
    return said("{1}, {2}; {3} are drawn.", one, ways, f"{found.drawn.share:.1%}")


def _decides(found: Figures) -> str:
    parts: list[str] = []
    if found.luck is not None:
        parts.append(luck_words(found.variant.bots[0], found.luck))
    if found.course is not None:
        course = found.course
        parts.append(
            said(
                "The winner leads for good after {1} of a game, the lead changes {2} times, and in {3} of the games "
                "the winner was behind at half of it.",
                f"{course.decided:.0%}",
                f"{course.changes:.2g}",
                f"{course.comebacks:.0%}",
            )
        )
    return " ".join(parts) or said(
        "What decides cannot be said: chance was not measured, and the rules name no score before the end."
    )


def _choices(found: Figures) -> str:
    parts = [*_answers(found), *_cards(found)]
    if not parts:
        return numbered(
            len(found.taken),
            "The {1} possible answer does not stand out by being taken or left.",
            "Of {1} possible answers none stands out by being taken or left.",
        )
    return said("{1}; what goes together need not be a cause: --forbid-each tells.", capital("; ".join(parts)))


def _answers(found: Figures) -> Iterator[str]:
    """What stands out among answers."""
    lists = lists_of(found.taken)
    never = [each.words for each in found.taken if each.never]
    if never:
        yield numbered(
            len(never),
            "{1} answer was offered and never taken ({2})",
            "{1} answers were offered and never taken ({2})",
            f"{len(never):,}",
            _some(never),
        )
    for best in lists.better[:1]:
        yield said("who takes “{1}” wins {2} more often than who leaves it", best.words, f"{best.difference:.0%}")
    for worst in lists.worse[:1]:
        yield said("who takes “{1}” wins {2} less often", worst.words, f"{-worst.difference:.0%}")


def _cards(found: Figures) -> Iterator[str]:
    """What stands out among cards."""
    for card in islice(swaying(found.cards), 1):
        told = card.words, f"{abs(card.difference):.0%}"
        if card.difference > 0:
            yield said("who draws {1} wins {2} more often than who does not", *told)
        else:
            yield said("who draws {1} wins {2} less often than who does not", *told)
    unplayed = [each.words for each in found.cards if each.unplayed]
    if unplayed and any(each.played.games for each in found.cards):
        yield numbered(
            len(unplayed),
            "{1} card was drawn and never played ({2})",
            "{1} cards were drawn and never played ({2})",
            f"{len(unplayed):,}",
            _some(unplayed),
        )


def _some(words: list[str], most: int = 3) -> str:
    return ", ".join(f"“{each}”" for each in words[:most]) + (said(" and others") if len(words) > most else "")

"""Whether a text and a rule speak of the same side's things, and of one of them or of all."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import Final

from dsl.saying import claims
from dsl.saying.aspects.look import Difference, Look
from dsl.saying.claims import Counted, Found, stems
from dsl.saying.phrased import Owned
from dsl.saying.sides import ANY, MINE, Mention, Sides
from dsl.spoken import said


def _sides(look: Look) -> Iterator[Difference]:
    """Whose things are meant."""
    told, mine = claims.others(look.text), claims.mine(look.text)
    words = stems(" ".join(look.near.words))
    speaks = look.near.others or look.near.foreign or bool(words & stems("enemy enemies hostile opponent"))
    if told is not None and not speaks and look.own.mine:
        yield look.differs("target", told, said("nothing in the rule speaks of the other side"))
    if told is None and look.own.others and mine is not None and not claims.everybody(look.text):
        yield look.differs("target", mine, said("the rule speaks of the other side"))
    if mine is not None and not look.near.mine and look.own.others:
        yield look.differs("target", mine, said("nothing in the rule is yours"))


def _belonging(look: Look) -> Iterator[Difference]:
    """One of your units, where the rule takes one of an opponent's; told once."""
    yield from islice(chain(_untold(look), _unmeant(look)), 1)


def _untold(look: Look) -> Iterator[Difference]:
    """What the rule takes from one side, and the text speaks of as the other's alone."""
    for mention in look.mentions:
        if mention.how == "named" or mention.sides == ANY or _anybody(look, mention):
            continue
        alike = [each for each in look.owned if mention.nouns & each.nouns]
        if alike and not any(each.sides & mention.sides for each in alike):
            yield _not_theirs(look, alike[0], mention.sides)


def _unmeant(look: Look) -> Iterator[Difference]:
    """What the text calls somebody's, and the rule takes from another side, or from anybody."""
    for each in look.owned:
        meant = _meant(look, each)
        chosen = [mention for mention in meant if mention.how == "chosen"]
        if each.sides != ANY and each.how != "all" and _all_of(chosen, "chosen", ANY):
            yield look.differs("target", Found("", each.start, each.end), said("the rule takes anybody’s"))
        elif meant and not any(mention.sides & each.sides for mention in meant):
            yield _not_theirs(look, each, meant[0].sides)


def _all_of(mentions: list[Mention], how: str, sides: Sides | None = None) -> bool:
    """Whether there are mentions, and all of them are meant so and of these sides."""
    return bool(mentions) and all(each.how == how and (sides is None or each.sides == sides) for each in mentions)


def _meant(look: Look, each: Owned) -> list[Mention]:
    """What a rule mentions that the words of the text may mean."""
    return [mention for mention in look.mentions if mention.nouns & each.nouns]


def _anybody(look: Look, mention: Mention) -> bool:
    """Whether a text speaks of such a thing without saying whose it is: `any unit`."""
    return any(stems(noun) & mention.nouns for noun in claims.anybody(look.text))


def _not_theirs(look: Look, each: Owned, sides: Sides) -> Difference:
    rule = said("in the rule it is the card holder’s") if sides == MINE else said("the rule speaks of the other side")
    return look.differs("target", Found("", each.start, each.end), rule)


def _one_or_all(look: Look) -> Iterator[Difference]:
    """All your units, where the rule takes one of them; or the other way round."""
    for each in look.owned:
        meant = [mention for mention in _meant(look, each) if mention.sides & each.sides and mention.how != "named"]
        own = [mention for mention in meant if mention.sides == each.sides]
        found = Found("", each.start, each.end)
        if each.how == "all" and _all_of(own or meant, "chosen"):
            yield look.differs("target", found, said("the rule speaks of one alone"))
            return
        if each.how == "one" and each.sides != ANY and _all_of(own, "several"):
            yield look.differs("target", found, said("the rule speaks of all of them"))
            return


def _several(look: Look) -> Iterator[Difference]:
    """All, where the rule takes one."""
    found = claims.all_of(look.text)
    if found is not None and not look.near.several:
        yield look.differs("target", found, said("the rule speaks of one alone"))


def _things(look: Look) -> Iterator[Difference]:
    """Values: the text names one, the rule changes others."""
    own = look.own
    told = {name for each in claims.counted(look.text) if each.sign for name in _named_near(look, each)}
    changed = {name for name in own.changed if name in look.whole.values}
    if told and changed and not told & changed and not stems(" ".join(told)) & stems(" ".join(changed)):
        shared = stems(" ".join(told)) & stems(" ".join(look.deep.words))
        if not shared:
            where = next(each for each in claims.counted(look.text) if each.sign)
            yield look.differs(
                "target", Found("", where.start, where.end), said("the rule changes {1}", ", ".join(sorted(changed)))
            )


def _named_near(look: Look, each: Counted) -> set[str]:
    near = stems(" ".join(each.behind[:2]))
    return {name for name, own in look.whole.values.items() if own and own <= near}


ASPECTS: Final = (_sides, _belonging, _one_or_all, _several, _things)
ALSO_BARE: Final = (_belonging, _one_or_all)

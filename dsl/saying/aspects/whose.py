"""Whether a text and a rule speak of the same side's things, and of one of them or of all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dsl.saying import claims
from dsl.saying.aspects.look import Difference, Look
from dsl.saying.claims import Counted, Found, stems
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
    return {name for name, own in look.whole.values.items() if own <= near}


ASPECTS: Final = (_sides, _several, _things)

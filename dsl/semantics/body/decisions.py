"""Statements that ask players, and those that put things off: choices, windows, sealed choices, lasting rules."""

from __future__ import annotations

from dsl.semantics import model
from dsl.semantics.body.changes import Stmts, cites
from dsl.semantics.body.leaving import goes_on
from dsl.semantics.body.statements import block, nonempty
from dsl.semantics.cardinality import most_members
from dsl.semantics.expr.coercions import count, domain, element, fit, player, short, truth
from dsl.semantics.expr.constants import whole_number
from dsl.semantics.expr.sets import bind_members
from dsl.semantics.expr.templates import optional, plain, template
from dsl.semantics.model import EnumOf, Int, Many, Ref
from dsl.semantics.scopes import Scope, is_bad
from dsl.semantics.types import BOOL, is_a
from dsl.semantics.world import spoken
from dsl.spoken import marked, said
from dsl.syntax import tree

MOST_RUNNING = 16  # instances of one lasting or delayed effect at a time, where no `at most` says otherwise


def _asked(scope: Scope, node: tree.Stmt, by: tree.Expr | None, what: str) -> model.Expr | None:
    """Who is asked; E105 if nobody is named and nobody acts."""
    if by is not None:
        return player(scope, by, said("who is asked"))
    me = scope.asker
    if me is None:
        found = scope.find("me")
        me = found if isinstance(found, model.Local) else None
    if me is None:
        scope.error("E105", node.span, said("nobody is named to {1}", said(what)), said("say who: `by p`"))
        return None
    return model.LocalRef(node.span, me.type, me)


def _prompt(scope: Scope, text: tree.Text | None, words: str) -> model.Template:
    return template(scope, text) if text is not None else plain(words)


def choose(scope: Scope, node: tree.Choose) -> Stmts:
    """`choose x from SET where c by p as "..." else "..."`."""
    who = _asked(scope, node, node.by, marked("choose"))
    prompt = _prompt(scope, node.prompt, f"choose {spoken(node.binder.name.text)}")
    words = template(scope, node.words) if node.words is not None else None
    scope.typed = True
    _, over = bind_members(scope, node.binder)
    scope.typed = False
    if_none = block(_unchosen(scope, node.binder, over.local), node.if_none) if node.if_none is not None else ()
    perhaps = node.if_none is not None and not is_bad(over) and not nonempty(scope, node.binder, over)
    local = _keep(scope, node.binder, _or_nothing(over.local) if perhaps and goes_on(if_none) else over.local)
    if node.if_none is None and not is_bad(over) and not nonempty(scope, node.binder, over):
        hint = said("say what happens then, on the line below: `if none: nothing`")
        scope.error(
            "E220", node.binder.span, said("there may be nothing to choose in `{1}`", short(node.binder.span)), hint
        )
    if who is None or is_bad(who) or is_bad(over):
        return []
    return [model.ChooseMember(node.span, cites(node), local, over, who, prompt, if_none, words, node.openly)]


def _unchosen(scope: Scope, binder: tree.Binder, local: model.Local) -> Scope:
    """Where nothing was chosen: the name is known there, so that it is not taken for anything else."""
    inner = scope.child()
    inner.names[binder.name.text] = local
    return inner


def _or_nothing(local: model.Local) -> model.Local:
    """The name of what may not have been chosen: a value of an enum or none, a number or 0."""
    match local.type:
        case EnumOf() as type_ if not type_.or_none:
            return model.Local(local.name, EnumOf(type_.enum, or_none=True), local.span)
        case Int() as type_ if not type_.low <= 0 <= type_.high:
            wider = Int(min(type_.low, 0), max(type_.high, 0), type_.overflow, type_.parts)
            return model.Local(local.name, wider, local.span)
        case _:
            return local


def _keep(scope: Scope, binder: tree.Binder, local: model.Local) -> model.Local:
    """The name of what was chosen stays known after the statement."""
    before = scope.names.get(binder.name.text)
    if isinstance(before, model.Local):
        scope.world.twice(binder.name.span, binder.name.text, before.span, said("a local name"))
    scope.names[binder.name.text] = local
    return local


def choose_many(scope: Scope, node: tree.ChooseMany) -> Stmts:
    """`choose 2 c from`, `choose any number of c from`, `arrange c from`."""
    name = node.binder.name
    what = marked("put in order") if node.arrange else marked("choose")
    who = _asked(scope, node, node.by, what)
    is_plan = node.start is not None or node.test is not None
    words = f"{what} {spoken(name.text)}"
    prompt = plain(words) if is_plan else _prompt(scope, node.prompt, words)
    low, high = _how_many(scope, node)
    _, over = bind_members(scope, node.binder)
    most = most_members(scope.world.things, over)
    if high is not None and isinstance(high.type, Int):
        most = max(0, min(most, high.type.high))
    start = _start(scope, node, over)
    chosen = model.Local(name.text, Many(element(over)), name.span, most)
    other = None if is_plan else optional(scope.child(), node.other)
    _keep(scope, node.binder, chosen)
    inner = scope.child()
    if is_plan:
        prompt = _prompt(inner, node.prompt, words)  # the question may speak of the plan as it is
    test = truth(inner, node.test, said("what follows `provided`")) if node.test is not None else None
    refusal = optional(inner, node.words)
    if is_plan:
        other = optional(inner, node.other)
    if_none = block(scope.child(), node.if_none) if node.if_none is not None else ()
    edits = _edits(scope, node, is_plan)
    if who is None or any(part is not None and is_bad(part) for part in (who, over, low, high, start, test)):
        return []
    made = model.ChooseSeveral(
        span=node.span,
        cites=cites(node),
        local=chosen,
        over=over,
        low=low,
        high=high,
        arrange=node.arrange,
        player=who,
        prompt=prompt,
        if_none=if_none,
        start=start,
        test=test,
        words=refusal,
        edits=edits,
        other=other,
        openly=node.openly,
    )
    return [made]


def _how_many(scope: Scope, node: tree.ChooseMany) -> tuple[model.Expr | None, model.Expr | None]:
    """The least and the greatest number that is chosen; one expression if they are written once."""
    low = count(scope, node.low, said("how many are chosen at least")) if node.low is not None else None
    if node.high is None or node.high is node.low:
        return low, low if node.high is node.low else None
    return low, count(scope, node.high, said("how many are chosen at most"))


def _edits(scope: Scope, node: tree.ChooseMany, is_plan: bool) -> tuple[str, str]:
    """What taking a member is called, and putting it back, which only a plan knows."""
    words = [told.value.strip() for told in node.edits]
    for told, text in zip(node.edits, words, strict=True):
        if not text or text == "done" or "{" in text:
            scope.error(
                "E104", told.span, said("`{1}` cannot be what players type before the name of a piece", told.value)
            )
    if len(words) == 2 and words[0] == words[1]:
        scope.error("E104", node.edits[1].span, said("taking and putting back must be called by different words"))
    if len(words) == 2 and not is_plan:
        hint = said("only a plan puts back: `starting with` or `provided` make it one")
        scope.error("E104", node.edits[1].span, said("nothing is put back in this choice"), hint)
    return words[0] if words else "take", words[1] if len(words) == 2 else "put back"


def _start(scope: Scope, node: tree.ChooseMany, over: model.Filter) -> model.Expr | None:
    """The set that a plan starts with; None if this is no plan, or one that starts with nothing."""
    if node.start is None:
        return None
    found = domain(scope, node.start)
    return found if is_bad(over) else fit(scope, found, Many(element(over)), said("what a plan starts with"))


def choose_one(scope: Scope, node: tree.ChooseOne) -> Stmts:
    """`choose one:` between written options."""
    who = _asked(scope, node, node.by, marked("choose"))
    prompt = _prompt(scope, node.prompt, "choose one")
    options: list[tuple[model.Template, model.Expr | None, tuple[model.Stmt, ...]]] = []
    for option in node.options:
        test = truth(scope, option.condition) if option.condition is not None else None
        words = template(scope, option.words)
        options.append((words, test, block(scope.inside(option.condition), option.body)))
    if who is None or is_bad(who):
        return []
    return [model.ChooseBranch(node.span, cites(node), who, prompt, tuple(options))]


def may(scope: Scope, node: tree.May) -> Stmts:
    """`may "words": ... else: ...`: two options, the second one being no."""
    who = _asked(scope, node, node.by, "decide")
    words = template(scope, node.words)
    body = block(scope.child(), node.body)
    otherwise = block(scope.child(), node.otherwise) if node.otherwise is not None else ()
    if who is None or is_bad(who):
        return []
    options = ((plain("yes"), None, body), (plain("no"), None, otherwise))
    return [model.ChooseBranch(node.span, cites(node), who, words, options)]


def offer(scope: Scope, node: tree.Offer) -> Stmts:
    """`offer window to p as "..."`. Before `then` of sealed choices the move is kept until all have chosen."""
    body = scope.body
    if scope.limited == "sealed" and scope.loop:
        hint = said("write one `offer` for each move, or ask with `choose`")
        scope.error("E107", node.span, said("before `then`, a window is offered once to each and not in a loop"), hint)
        return []
    body.offers = True
    if body.passed is None:
        body.passed = model.Local("passed", BOOL, None)
    who = player(scope, node.player, said("to whom a window is offered"))
    prompt = template(scope, node.prompt) if node.prompt is not None else None
    window = scope.world.play.windows.get(node.window.text)
    if window is None:
        scope.world.unknown(node.window.span, node.window.text, marked("window"), scope.world.play.windows)
        return []
    scope.world.usage.read.add(window)
    if is_bad(who):
        return []
    refusal = optional(scope, node.refusal)
    return [model.OfferWindow(node.span, cites(node), window, who, body.passed, node.no_passing, prompt, refusal)]


def sealed(scope: Scope, node: tree.Sealed) -> Stmts:
    """`sealed for each p in players: choices  then: effects`; the names chosen are known in `then`."""
    inner, over = bind_members(scope, node.binder)
    if isinstance(over.local.type, Ref) and over.local.type.kind is scope.world.player:
        inner.asker = over.local
    inner.settled()
    order = count(inner, node.order, said("what the order goes by")) if node.order is not None else None
    choices = inner.child()
    choices.limited = "sealed"
    choices.loop = False
    body = block(choices, node.body)
    after = inner.child()
    after.names.update(choices.names)
    then = block(after, node.then)
    return [] if is_bad(over) else [model.SealedChoices(node.span, cites(node), over, order, node.down, body, then)]


def at_once(scope: Scope, node: tree.AtOnce) -> Stmts:
    """`at once: events`."""
    inner = scope.child()
    inner.limited = "at once"
    inner.loop = False
    body = tuple(stmt for stmt in block(inner, node.body) if not isinstance(stmt, model.Skip))
    return [model.AtOnceStmt(node.span, cites(node), body)]


# ---- later -----------------------------------------------------------------------------------------------------------


def _anchor(scope: Scope, name: tree.Name) -> model.Procedure | model.Window | None:
    world = scope.world
    found = world.play.procedures.get(name.text) or world.play.windows.get(name.text)
    if found is None:
        known = [*world.play.procedures, *world.play.windows]
        world.unknown(name.span, name.text, marked("procedure, phase, step or window"), known)
        return None
    world.usage.read.add(found)
    return found


def until_end(scope: Scope, node: tree.UntilEnd) -> Stmts:
    """`until end of round: rules`."""
    anchor = _anchor(scope, node.anchor)
    most = whole_number(scope.world, node.at_most) if node.at_most is not None else MOST_RUNNING
    inner = scope.child()
    inner.captured = []
    if anchor is None or most is None:
        return []
    lasting = model.Lasting(inner.captured, anchor, most, node.span)
    scope.world.rules.lastings.append(lasting)
    scope.world.hooks.attach(inner, lasting, None, node.rules)
    if scope.world.things.clock is not None:
        lasting.began = model.Local("began", scope.world.things.clock.now.type, None)
        lasting.captured.append(lasting.began)
    return [model.StartLasting(node.span, cites(node), lasting)]


def at_end(scope: Scope, node: tree.AtEnd) -> Stmts:
    """`at end of round: effects`."""
    anchor = _anchor(scope, node.anchor)
    outer = scope.child()
    outer.captured = []
    inner = outer.child()
    inner.loop = False
    body = block(inner, node.body)
    if anchor is None:
        return []
    later = model.Delayed(outer.captured, anchor, MOST_RUNNING, body, node.span)
    scope.world.rules.delayed.append(later)
    return [model.Later(node.span, cites(node), later)]


def uses(scope: Scope, node: tree.Uses) -> Stmts:
    """`uses limit` inside a body: one use is counted."""
    limit = scope.world.play.limits.get(node.limit.text)
    if limit is None:
        scope.world.unknown(node.limit.span, node.limit.text, marked("limit"), scope.world.play.limits)
        return []
    scope.world.usage.read.add(limit)
    key = limit_key(scope, node, limit, [])
    return [] if isinstance(key, bool) else [model.CountUse(node.span, cites(node), limit, key)]


def limit_key(scope: Scope, node: tree.Uses, limit: model.Limit, params: list[model.Local]) -> model.Expr | bool | None:
    """Whose counter of a limit is meant: who acts, or the piece; False after a mistake."""
    if limit.each is None:
        return None
    name = "me" if limit.each is scope.world.player else "this"
    found = scope.find(name)
    candidates = [found] if isinstance(found, model.Local) else []
    for local in [*candidates, *params]:
        if isinstance(local.type, Ref) and is_a(local.type.kind, limit.each):
            return model.LocalRef(node.limit.span, local.type, local)
    hint = said("`this` or a parameter of the action must be one") if name == "this" else said("nobody acts here")
    message = said(
        "the limit `{1}` counts for each {2}, and it is not clear which one is meant", limit.name, limit.each.name
    )
    scope.error("E105", node.limit.span, message, hint)
    return False

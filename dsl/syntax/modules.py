"""Modules: files that change a game without touching its files.

    module long_game "A long game" of "Harvest"
    excludes modules teams
    default goal is 30
    replace phase discarding: nothing
    add to Colour: green
    silences own_colours

`link` gives the trees of the game as they are with all modules switched on: what is replaced stands where the original
stood, what is added stands at its end, defaults are what the last word says. Everything is found by its name; files
are not changed, and their order says nothing. What remains (new kinds, cards, rules ...) is read like any other file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from dsl.diagnostics import Bag, Label, nearest
from dsl.source import SourceFile, Span
from dsl.spoken import said
from dsl.syntax import patching, table_rows
from dsl.syntax import tree as t
from dsl.syntax.additions import Added
from dsl.syntax.following import follow, moved_names, requirements
from dsl.syntax.module import Module
from dsl.syntax.naming import Id, name_of, name_span


def ordered(modules: Iterable[Module]) -> list[Module]:
    """Modules so that each comes after those it requires, else by name: the order of switching on says nothing."""
    left = sorted(modules, key=lambda module: module.name)
    found: list[Module] = []
    while left:
        names = {module.name for module in left}
        ready = [m for m in left if not any(name.text in names and name.text != m.name for name in m.named("requires"))]
        found.append(ready[0] if ready else left[0])  # a circle: they all need each other
        left.remove(found[-1])
    return found


def agree(title: str, modules: Sequence[Module], bag: Bag) -> None:
    """E170 for modules that do not go together, or belong to another game."""
    active = {module.name: module for module in modules}
    for module in modules:
        header = module.header
        if header is not None and header.game is not None and title and header.game.value != title:
            message = said(
                'the module `{1}` is for the game "{2}", not for "{3}"', module.name, header.game.value, title
            )
            hint = said('if it is for this game, write "{1}"', title)
            bag.error("E170", header.game.span, message, hint=hint)
        for name in module.named("requires"):
            if name.text not in active:
                message = said(
                    "the module `{1}` needs the module `{2}`, which is not switched on", module.name, name.text
                )
                bag.error("E170", name.span, message, hint=said("switch it on too: --module {1}", name.text))
        for name in module.named("excludes"):
            if name.text in active and name.text != module.name:
                message = said("the modules `{1}` and `{2}` cannot be played together", module.name, name.text)
                bag.error("E170", name.span, message)


def link(
    files: Sequence[t.File],
    modules: Sequence[Module],
    bag: Bag,
    tables: Mapping[str, SourceFile] | None = None,
    renamed: Mapping[str, str] | None = None,
) -> list[t.File]:
    """The files of a game with its modules worked in; what cannot be worked in is a diagnostic in the bag.

    tables: those whose rows are cards, by the name that the files give them. renamed: what the game calls otherwise by
    now, `rule old` to `new`; modules that still say the old names are followed, with a warning.
    """
    for file in files:
        for item in file.items:
            if isinstance(item, _CHANGES | t.ModuleItem | t.ModulesItem):
                word = item.span.text.split(maxsplit=1)[0]
                message = said("`{1}` stands only in a file that is read as a module", word)
                hint = said("put it into modules/NAME.rules, and switch it on with --module NAME")
                bag.error("E107", item.span, message, hint=hint)
    linker = _Linker(list(files), bag, tables or {})
    moved = moved_names(renamed or {})
    known = {*linker.ids(), *requirements(files)} if moved else set[Id]()
    read = {(file.span.file.name, file.span.file.text) for file in files}
    for module in modules:
        for file in module.files:
            key = file.span.file.name, file.span.file.text
            if key not in read:  # a library that the game or another module uses too
                read.add(key)
                linker.file(module, follow(file, moved, known, bag) if moved else file)
    return linker.retitled()


class _Linker:
    """Works modules into files, one after the other."""

    def __init__(self, files: list[t.File], bag: Bag, tables: Mapping[str, SourceFile]) -> None:
        self.files = files
        self.tables = tables
        self.bag = bag
        self.replaced: dict[Id, tuple[Module, Span]] = {}
        self.gone: dict[Id, tuple[Module, Span]] = {}
        self.added = Added(bag)
        self.renamed: list[tuple[str, t.Text]] = []  # cards: their old titles and the new ones

    def file(self, module: Module, file: t.File) -> None:
        """A file of a module: its changes are carried out, the rest is added."""
        for item in file.items:
            if isinstance(item, t.ReplaceItem):
                self._replace(module, item)
            elif isinstance(item, t.AddItem):
                self._add(self.added.new(module, item))
            elif isinstance(item, t.DefaultItem):
                self._default(module, item)
            elif isinstance(item, t.ChangeItem):
                self._change_part(module, item)
            elif isinstance(item, t.RemoveItem):
                self._remove(module, item)
            elif isinstance(item, t.RenameItem):
                self._rename(module, item)
        rest = self.added.left(
            module, (item for item in file.items if not isinstance(item, _CHANGES | t.ModuleItem | t.ModulesItem))
        )
        self.files.append(replace(file, items=rest))

    def retitled(self) -> list[t.File]:
        """All files; also what was added behind a `rename` may use the old title, unless another card has it now."""
        for old, new in self.renamed:
            if ("card", old) not in set(self.ids()):
                self.files = patching.retitled(self.files, old, new)
        return self.files

    def _replace(self, module: Module, change: t.ReplaceItem) -> None:
        new = change.item
        id_ = name_of(new)
        if id_ is None:
            message = said("only what has a name can be replaced")
            self.bag.error("E102", change.span, message, hint=said("name the rule: replace rule NAME: ..."))
            return
        if not self._once(module, id_, change.span):
            return
        if self._change(lambda item: new if name_of(item) == id_ else None):
            return
        if id_[0] == "card" and self._row(id_[1], table_rows.without_row):
            self.files.append(t.File(change.span, (new,)))
        else:
            self._missing(
                name_span(new) or change.span, id_[0], id_[1], [found[1] for found in self.ids() if found[0] == id_[0]]
            )

    def _once(self, module: Module, id_: Id, span: Span) -> bool:
        """Whether no other module has replaced that, or one that this module requires; E170 if one has."""
        before = self.replaced.get(id_)
        own = {module.name, *(name.text for name in module.named("requires"))}
        if before is not None and before[0].name not in own:
            labels = (Label(before[1], said("first by the module {1}", before[0].name)),)
            both = said("replace the {1} `{2}`", id_[0], id_[1]) if id_[1] else said("change the {1}", id_[0])
            message = said("the modules `{1}` and `{2}` both {3}", before[0].name, module.name, both)
            hint = said("one of them must require the other: requires module {1}", before[0].name)
            self.bag.error("E170", span, message, labels=labels, hint=hint)
            return False
        self.replaced[id_] = module, span
        return True

    def _add(self, change: t.AddItem) -> None:
        name = change.target.text
        if not change.values and not change.members:
            return  # another module has added it, which was told

        def change_one(item: t.Item) -> t.Item | None:
            if isinstance(item, t.EnumItem) and item.name.text == name and change.values:
                values, labels = (*item.values, *change.values), (*item.labels, *change.labels)
                return replace(item, values=values, labels=labels)
            if isinstance(item, t.KindItem) and item.name.text == name and change.members:
                return replace(item, members=(*item.members, *change.members))
            return None

        if self._change(change_one):
            return
        sort = "kind" if change.members else "enum"
        named = {found for found in self.ids() if found[0] in ("enum", "kind")}
        if ("enum", name) in named or ("kind", name) in named:
            what = said("values: add to NAME: value, value") if sort == "kind" else said("members, on indented lines")
            other = said("an enum") if sort == "kind" else said("a kind")
            self.bag.error(
                "E104", change.target.span, said("`{1}` is {2}, and what is added to it are {3}", name, other, what)
            )
            return
        self._missing(change.target.span, sort, name, [found[1] for found in named if found[0] == sort])

    def _change_part(self, module: Module, change: t.ChangeItem) -> None:
        for member in change.members:
            for key in patching.keys_of(member):
                part = said("{1} of {2}", patching.part_said(key), patching.said(change.holder))
                self._once(module, (part, ""), member.span)

        there = [item for file in self.files for item in file.items if patching.holds(change.holder, item)]
        new = patching.changed_holders(there, change.members)
        if self._change(lambda item: new.get(id(item))):
            return
        title = change.holder.name.value if isinstance(change.holder.name, t.Text) else ""
        if not self._row(title, lambda item, row: table_rows.with_members(item, row, change.members)):
            self._no_holder(change.holder)

    def _row(self, title: str, make: Callable[[t.CardsFromItem, str], t.CardsFromItem]) -> bool:
        """Put what `make` gives in the place of the table in which a card is a row; whether there is one."""

        def change_one(item: t.Item) -> t.Item | None:
            row = table_rows.titles_of(item, self.tables).get(title) if isinstance(item, t.CardsFromItem) else None
            return make(item, row) if isinstance(item, t.CardsFromItem) and row is not None else None

        return self._change(change_one)

    def _remove(self, module: Module, change: t.RemoveItem) -> None:
        name = change.name.value if isinstance(change.name, t.Text) else change.name.text
        id_ = (patching.sort_of(change), name)
        if change.holder is not None:
            id_ = (said("{1} of {2}", patching.part_said(id_), patching.said(change.holder)), "")
        if not self._once(module, id_, change.span):
            return

        def members(holder: t.Item | None, items: tuple[t.Item, ...]) -> tuple[t.Item, ...]:
            kept: list[t.Item] = []
            for item in items:
                if patching.is_meant(change, item, holder):
                    continue
                if isinstance(item, t.CardItem | t.KindItem | t.HasItem):
                    inside = members(item, item.members)
                    item = item if inside == item.members else replace(item, members=inside)
                kept.append(item)
            return tuple(kept)

        found = [replace(file, items=members(None, file.items)) for file in self.files]
        row = isinstance(change.name, t.Text) and self._row(change.name.value, table_rows.without_row)
        if row or found != self.files:
            self.gone.setdefault((patching.sort_of(change), name), (module, change.span))
        if row:
            return
        if found == self.files:
            named = [each[1] for each in self.ids() if each[0] == patching.sort_of(change)]
            if change.holder is not None and name in named:
                hint = said("write: remove {1} {2}", change.sort, name)
                where = patching.said(change.holder)
                self.bag.error(
                    "E102", change.span, said("there is no {1} `{2}` in {3}", change.sort, name, where), hint=hint
                )
            else:
                self._missing(change.name.span, change.sort, name, named, "remove")
        self.files = found

    def _rename(self, module: Module, change: t.RenameItem) -> None:
        if isinstance(change.name, t.Text):
            titles, old = [found[1] for found in self.ids() if found[0] == "card"], change.name.value
            if change.name.value not in titles:
                self._missing(change.name.span, "card", change.name.value, titles, "rename")
            self.gone.setdefault(("card", old), (module, change.span))
            self.renamed.append((old, change.words))
            self.files = patching.retitled(self.files, old, change.words)
            self._change(
                lambda item: (
                    table_rows.renamed_row(item, old, change.words) if isinstance(item, t.CardsFromItem) else None
                )
            )
            return
        name = change.name.text
        if not self._change(lambda item: patching.relabelled(item, name, change.words)):
            named = {found[1] for found in self.ids()}
            self._missing(change.name.span, said("thing with words for players"), name, named, "rename")

    def _no_holder(self, holder: t.Holder) -> None:
        """E102 for a card or kind that is not there; each player and the table are always there."""
        sort = "card" if isinstance(holder.name, t.Text) else "kind"
        known = [found[1] for found in self.ids() if found[0] == sort]
        if isinstance(holder.name, t.Text):
            self._missing(holder.span, sort, holder.name.value, known)
        elif holder.name is not None:
            self._missing(holder.span, sort, holder.name.text, known)
        else:
            words = said("nothing is said of {1} yet", patching.said(holder))
            self.bag.error("E102", holder.span, words, hint=said("write: {1} has:", patching.said(holder)))

    def _default(self, module: Module, change: t.DefaultItem) -> None:
        name = change.name.text
        wrong: list[str] = []
        if not self._once(module, (said("default of"), name), change.span):
            return

        def change_one(item: t.Item) -> t.Item | None:
            if isinstance(item, t.OptionItem) and item.name.text == name:
                return replace(item, default=change.value)
            if isinstance(item, t.RulingItem) and item.name.text == name:
                wanted = change.value.name if isinstance(change.value, t.Ref) else ""
                first = [reading for reading in item.readings if reading.name.text == wanted]
                if not first:
                    wrong.extend(reading.name.text for reading in item.readings)
                    return item
                return replace(item, readings=(*first, *(each for each in item.readings if each is not first[0])))
            return None

        if not self._change(change_one):
            named = [found[1] for found in self.ids() if found[0] in ("option", "ruling")]
            self._missing(change.name.span, said("option or ruling"), name, named)
        elif wrong:
            self._missing(change.value.span, said("reading of {1}", name), change.value.span.text, wrong)

    def _change(self, change: Callable[[t.Item], t.Item | None]) -> bool:
        """Put what `change` gives in the place of an item, wherever it stands; whether there was one."""
        found = False

        def visit(item: t.Item) -> t.Item:
            nonlocal found
            new = change(item)
            if new is not None:
                found = True
                return new
            if isinstance(item, t.KindItem | t.HasItem | t.CardItem):
                members = tuple(visit(member) for member in item.members)
                return item if members == item.members else replace(item, members=members)
            if isinstance(item, t.WhileItem):
                rules = tuple(visit(rule) for rule in item.rules)
                return item if rules == item.rules else replace(item, rules=rules)
            return item

        for index, file in enumerate(self.files):
            items = tuple(visit(item) for item in file.items)
            if items != file.items:
                self.files[index] = replace(file, items=items)
        return found

    def ids(self) -> list[Id]:
        """What everything is called that can be changed."""
        found: list[Id] = []
        pending = [item for file in self.files for item in file.items]
        while pending:
            item = pending.pop()
            id_ = name_of(item)
            if id_ is not None:
                found.append(id_)
            if isinstance(item, t.CardsFromItem):
                found.extend(("card", title) for title in table_rows.titles_of(item, self.tables))
            if isinstance(item, t.KindItem | t.HasItem | t.CardItem):
                pending.extend(item.members)
            elif isinstance(item, t.WhileItem):
                pending.extend(item.rules)
        return found

    def _missing(self, span: Span, sort: str, name: str, known: Iterable[str], to: str = "change") -> None:
        taken = self.gone.get((sort, name))
        if taken is not None:
            module, place = taken
            quoted = f'"{name}"' if sort == "card" else f"`{name}`"
            done = said("renamed") if place.text.startswith("rename") else said("removed")
            labels = (Label(place, said("{1} by the module {2}", done, module.name)),)
            words = said(
                "the module `{1}` has {2} the {3} {4} that is to be {5}d here", module.name, done, sort, quoted, to
            )
            hint = said("they do not go together, so one of them says it: excludes module {1}", module.name)
            self.bag.error("E170", span, words, labels=labels, hint=hint)
            return
        near = nearest(name, sorted(set(known)))
        quoted = f'"{name}"' if sort == "card" else f"`{name}`"
        meant = (f'"{near[0]}"' if sort == "card" else near[0]) if near else ""
        self.bag.error(
            "E102",
            span,
            said("there is no {1} {2} to {3}", sort, quoted, to),
            hint=said("meant {1}?", meant) if near else None,
        )


_CHANGES: Final = t.ReplaceItem | t.AddItem | t.DefaultItem | t.ChangeItem | t.RemoveItem | t.RenameItem

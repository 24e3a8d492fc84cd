"""Who checks games while they are written: one thread, which drops what nobody wants to know any more."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

from dsl.editor.checking import Outdated, Verdict, check_all, check_changed
from dsl.editor.project import Project

PAUSE: Final = 0.3
"""Seconds without a change after which the whole of a game is checked."""


class Checker:
    """Checks projects as they change, the one that changed last first.

    lock: held while a project is read or changed. told: hears what is found, from the thread; first about what changed,
    then about all.
    """

    def __init__(self, lock: threading.RLock, told: Callable[[Project, Verdict], None]) -> None:
        self._lock = lock
        self._told = told
        self._news = threading.Condition()
        self._asked: dict[Path, Project] = {}
        self._whole: dict[Path, Verdict] = {}
        self._thread: threading.Thread | None = None

    def ask(self, project: Project) -> None:
        """Check a project, which has changed. What is being checked is outdated, if it is the same one."""
        with self._news:
            self._asked.pop(project.path, None)
            self._asked[project.path] = project
            self._news.notify()
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="checker", daemon=True)
            self._thread.start()

    def _work(self) -> None:
        while True:
            with self._news:
                while not self._asked:
                    self._news.wait()
                project = self._asked.pop(next(reversed(self._asked)))
            try:
                self._check(project)
            except Outdated:
                if project.path not in self._asked:
                    with self._news:  # something else was asked for: this one has to wait
                        self._asked = {project.path: project, **self._asked}

    def _check(self, project: Project) -> None:
        with self._lock:
            game = project.snapshot()
        before = self._whole.get(project.path)
        if before is not None:
            self._told(project, check_changed(game, before))
            with self._news:  # who goes on typing needs the machine for that
                if self._asked or self._news.wait(PAUSE):
                    raise Outdated
        found = check_all(game, self._heed)
        self._whole[project.path] = found
        self._told(project, found)

    def _heed(self) -> None:
        if self._asked:
            raise Outdated

"""Plans: repeatable experiments, run here or on any executor.

A plan is the name of one that ships or a TOML file. Rows are kept in a store, an SQLite file; running the same
plan again plays only what is missing, and the rows are the same to the bit whatever plays them.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _ludometer
from ._command import run_command
from ._progress import Progress, shown
from .errors import InvalidInputError, RunError

if TYPE_CHECKING:
    import pandas
    import polars

__all__ = ["Plan", "Run", "plan", "run"]

class Plan:
    """A plan that was read, with the settings that replace its keys."""

    def __init__(
        self,
        name: str | os.PathLike[str],
        *,
        settings: Mapping[str, object] | None = None,
        quick: bool = False,
    ) -> None:
        self.name = os.fspath(name)
        self.quick = quick
        self.settings = [f"{key}={_toml(value)}" for key, value in (settings or {}).items()]
        path = Path(self.name)
        self._text = path.read_text(encoding="utf-8") if path.is_file() else None
        self._plan = _ludometer.Plan(self.name, self._text, self.settings, quick)

    @property
    def title(self) -> str:
        """The title."""
        return self._plan.title

    @property
    def cells(self) -> int:
        """How many cells it has."""
        return self._plan.cells

    @property
    def episodes(self) -> int:
        """Episodes of every cell."""
        return self._plan.episodes

    def _arguments(self, store: str) -> list[str]:
        words = [self.name, "--store", store]
        for setting in self.settings:
            words += ["--set", setting]
        return [*words, "--quick"] if self.quick else words


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_toml(one) for one in value) + "]"
    if isinstance(value, (int, float, str)):
        return str(value)
    raise InvalidInputError(f"a setting cannot be of type {type(value).__name__}")


def plan(
    name: str | os.PathLike[str],
    *,
    settings: Mapping[str, object] | None = None,
    quick: bool = False,
) -> Plan:
    """Reads a plan by name or from a file."""
    return Plan(name, settings=settings, quick=quick)


def _play_part(name: str, text: str | None, settings: list[str], quick: bool, number: int, of: int) -> bytes:
    """Plays a part of a plan into a store of its own, on whatever machine; the store as bytes."""
    with tempfile.TemporaryDirectory() as folder:
        store = os.path.join(folder, "part.sqlite")
        part = _ludometer.Plan(name, text, settings, quick)
        _, _, interrupted = part.run(store, number=number, of=of, threads=1, progress=None)
        if interrupted:
            raise KeyboardInterrupt
        return Path(store).read_bytes()


class Run:
    """The rows of a plan in a store."""

    def __init__(self, plan: Plan, store: str, stored: int, of: int, interrupted: bool) -> None:
        self.plan = plan
        self.store = store
        self.stored = stored
        self.of = of
        self.interrupted = interrupted

    @property
    def complete(self) -> bool:
        """Whether no episode is missing."""
        return self.stored == self.of

    def columns(self) -> dict[str, Any]:
        """Every row, column by column: lists of texts, NumPy arrays of numbers."""
        return self.plan._plan.rows(self.store)

    def to_pandas(self) -> pandas.DataFrame:
        """Every row as a data frame of pandas."""
        import pandas

        return pandas.DataFrame(self.columns())

    def to_polars(self) -> polars.DataFrame:
        """Every row as a data frame of polars."""
        import polars

        return polars.DataFrame(self.columns())

    def report(self, *, format: str = "table") -> str:
        """The report, as ``ludometer report`` prints it: table, markdown, html, latex, csv or json."""
        return run_command("report", *self.plan._arguments(self.store), "--format", format)

    def _repr_html_(self) -> str:
        return self.report(format="html")

    def __repr__(self) -> str:
        return f"Run({self.plan.name!r}, {self.stored} of {self.of} episodes in {self.store!r})"


def run(
    plan: str | os.PathLike[str] | Plan,
    *,
    store: str | os.PathLike[str] = "ludometer.sqlite",
    settings: Mapping[str, object] | None = None,
    quick: bool = False,
    threads: int | None = None,
    executor: Executor | None = None,
    parts: int = 64,
    progress: Progress | bool | None = None,
) -> Run:
    """Plays what a store misses of a plan.

    Without an executor it is played here, on all cores and without the GIL. With one (threads, processes,
    Dask's ``client.get_executor()``, mpi4py's ``MPIPoolExecutor``) the plan is cut into parts, each of which
    is one task; this process alone writes the store. Parts that fail can be tried again without harm, and
    after Ctrl-C or a crash the same call goes on with the parts that are missing.
    """
    read = plan if isinstance(plan, Plan) else Plan(plan, settings=settings, quick=quick)
    if isinstance(plan, Plan) and (settings or quick):
        raise InvalidInputError("give `settings` and `quick` where the plan is read")
    path = os.fspath(store)
    progress = shown(progress, read.name)
    if executor is None:
        stored, of, interrupted = read._plan.run(
            path, number=1, of=1, threads=threads or os.cpu_count() or 1, progress=progress
        )
        return Run(read, path, stored, of, interrupted)
    interrupted = _spread(read, path, executor, parts, progress)
    total = read.cells * read.episodes
    left = read._plan.missing(path)
    if left and not interrupted:
        raise RunError(f"{left} of {total} episodes are missing after all parts were played")
    return Run(read, path, total - left, total, interrupted)


def _spread(read: Plan, path: str, executor: Executor, parts: int, progress: Progress | None) -> bool:
    """Plays the missing parts on an executor and unites them; whether Ctrl-C ended it."""
    numbers = read._plan.missing_parts(path, parts)
    tasks: Iterable[Future[bytes]] = [
        executor.submit(_play_part, read.name, read._text, read.settings, read.quick, number, parts)
        for number in numbers
    ]
    waiting = set(tasks)
    try:
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for task in done:
                _unite(path, task.result())
            if progress is not None:
                progress(parts - len(waiting), parts)
    except KeyboardInterrupt:
        for task in waiting:
            task.cancel()
        return True
    except BaseException:
        for task in waiting:
            task.cancel()
        raise
    return False


def _unite(path: str, part: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        other = os.path.join(folder, "part.sqlite")
        Path(other).write_bytes(part)
        _ludometer.merge_stores(path, other)

"""Executors for :func:`ludometer.run`, :func:`ludometer.minimize` and :func:`ludometer.maximize`.

Everything that is a ``concurrent.futures.Executor`` will do: threads, processes, Dask's ``client.get_executor()``,
mpi4py's ``MPIPoolExecutor``. Ray has none of its own, so here is one.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, ParamSpec, TypeVar

__all__ = ["Ray"]

P = ParamSpec("P")
T = TypeVar("T")


class Ray(Executor):
    """Tasks on a Ray cluster: the one that ``ray.init`` has connected to, or one on this machine.

    A task whose worker dies is tried again ``retries`` times; what is run through here is the same whoever does
    it.
    """

    def __init__(self, *, retries: int = 3, **options: Any) -> None:
        import ray

        if not ray.is_initialized():
            ray.init(include_dashboard=False, log_to_driver=False)
        self._ray: Any = ray
        self._options = {"max_retries": retries, **options}
        self._open = True
        self._references: set[Any] = set()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Hands a task to the cluster."""
        if not self._open:
            raise RuntimeError("the executor was shut down")
        reference = self._ray.remote(fn).options(**self._options).remote(*args, **kwargs)
        self._references.add(reference)
        future: Future[T] = reference.future()
        future.add_done_callback(lambda _: self._references.discard(reference))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Takes no more tasks; the cluster goes on."""
        self._open = False
        for reference in list(self._references):
            if cancel_futures:
                self._ray.cancel(reference)
        if wait and self._references:
            references = list(self._references)
            self._ray.wait(references, num_returns=len(references))

"""Progress of long work: on a terminal as one line, in a notebook as a bar, or by a function of your own."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

Progress = Callable[[int, int], object]


class Bar:
    """Shows how much is done."""

    def __init__(self, what: str = "") -> None:
        self._what = what
        self._began = time.monotonic()
        self._shown: Any = None
        self._display: Any = _notebook()
        self._wide = 0

    def __call__(self, done: int, of: int) -> None:
        seconds = time.monotonic() - self._began
        rate = done / seconds if seconds > 0 else 0.0
        left = f"{(of - done) / rate:.0f} s left" if rate > 0 and done < of else ""
        text = f"{self._what} {done}/{of}  {rate:.1f} a second  {left}".strip()
        if self._display is not None:
            html = f'<progress value="{done}" max="{max(of, 1)}"></progress> {text}'
            shown = self._display.HTML(html)
            if self._shown is None:
                self._shown = self._display.display(shown, display_id=True)
            else:
                self._shown.update(shown)
        elif sys.stderr.isatty():
            sys.stderr.write("\r" + text.ljust(self._wide) + ("\n" if done >= of else ""))
            sys.stderr.flush()
            self._wide = len(text)


def _notebook() -> Any:
    """IPython's display if this is a notebook."""
    if "IPython" not in sys.modules:
        return None
    from IPython import display, get_ipython  # type: ignore[import-not-found, unused-ignore]

    shell = get_ipython()
    return display if type(shell).__name__ == "ZMQInteractiveShell" else None


def shown(progress: Progress | bool | None, what: str) -> Progress | None:
    """What shows progress: a bar for True, nothing for False and None."""
    if progress is True:
        return Bar(what)
    return None if progress is None or progress is False else progress

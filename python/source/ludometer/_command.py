"""Results of the command as data."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from .errors import InvalidInputError, RunError


def run_command(*arguments: str) -> str:
    """Runs the command of this package in a process of its own and returns what it prints.

    Ctrl-C reaches the command as well, which stores what it has done before it ends.
    """
    command = [sys.executable, "-m", "ludometer", "--quiet", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 2:
        raise InvalidInputError(done.stderr.strip())
    if done.returncode != 0:
        raise RunError(done.stderr.strip() or f"the command failed with code {done.returncode}")
    return done.stdout


def data_of(*arguments: str) -> Any:
    """The data that a command writes as JSON."""
    return json.loads(run_command(*arguments, "--json", "-"))["data"]

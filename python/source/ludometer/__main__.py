"""The command: ``python -m ludometer``."""

import sys

from . import _ludometer


def main() -> int:
    """Runs the command with the arguments of the process."""
    return _ludometer.command(["ludometer", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())

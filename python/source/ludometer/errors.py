"""Exceptions.

All of them are :class:`LudometerError`. Each is also one of Python's own classes, so that code that does not
know this package catches it as it would expect to.
"""

__all__ = [
    "ClosedError",
    "IllegalActionError",
    "InvalidInputError",
    "LawError",
    "LudometerError",
    "RunError",
]


class LudometerError(Exception):
    """Anything that this package raises."""


class InvalidInputError(LudometerError, ValueError):
    """A name, a text, a shape or a number that cannot be used; the message says what would be right."""


class IllegalActionError(LudometerError, ValueError):
    """An action that is not legal in the state; nothing has moved."""


class LawError(LudometerError, AssertionError):
    """A game that breaks one of the laws of games."""


class ClosedError(LudometerError, RuntimeError):
    """Something that was closed is used."""


class RunError(LudometerError, RuntimeError):
    """An experiment that could not be run to its end; what was stored stays stored."""

"""Specs: names with parameters, such as ``uct(playouts=1000)``."""

from __future__ import annotations

import re
from typing import Protocol, runtime_checkable

from .errors import InvalidInputError

# A name, or a name with arguments: it stands for something else than itself.
_SPEC = re.compile(r"[A-Za-z][A-Za-z0-9_-]*(\(.*\))?", re.DOTALL)


@runtime_checkable
class HasSpec(Protocol):
    """Anything that a spec names: a game, an agent."""

    @property
    def spec(self) -> str:
        """The spec."""
        ...


Parameter = str | bool | int | float | HasSpec


def written(value: Parameter) -> str:
    """A value as a spec writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        if _SPEC.fullmatch(value):
            return value
        if "'" in value:
            raise InvalidInputError(f"{value!r} cannot be a parameter: it has a quotation mark")
        return f"'{value}'"
    if isinstance(value, HasSpec):
        return value.spec
    raise InvalidInputError(
        f"a parameter cannot be of type {type(value).__name__}: give a number, a bool or a text"
    )


def spec(name: str, parameters: dict[str, Parameter]) -> str:
    """A name with parameters as one text."""
    if not isinstance(name, str):
        raise InvalidInputError(f"a name is a text, not {type(name).__name__}")
    if not parameters:
        return name
    arguments = ", ".join(
        f"{key.replace('_', '-')}={written(value)}" for key, value in parameters.items()
    )
    if name.endswith(")"):
        inside = name[:-1].rstrip()
        separator = "" if inside.endswith("(") else ", "
        return f"{inside}{separator}{arguments})"
    return f"{name}({arguments})"

"""Every program of the documentation runs."""

import pathlib
import re

import pytest

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "python.md"
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_a_program_runs(number, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    # Programs of one page stand alone.
    exec(compile(PROGRAMS[number], f"docs/python.md[{number}]", "exec"), {"__name__": "page"})


def test_there_are_programs():
    assert len(PROGRAMS) >= 9

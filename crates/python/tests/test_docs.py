"""The blocks of docs/python-rules.md print the output in their comments, and its commands run."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import subprocess
import sys
from pathlib import Path

from conftest import ROOT, program

PAGE = ROOT / "docs/python-rules.md"
BLOCKS = re.findall(r"^```(\w+)([^\n]*)\n(.*?)^```$", PAGE.read_text(), re.M | re.S)


def printed_by(code: str) -> list[str]:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, str(PAGE), "exec"), {"__name__": "page"})
    return printed.getvalue().splitlines()


def run(command: str) -> None:
    """Runs a command of the page, with the Python and the program of this environment."""
    words = [word.replace("exec:python ", f"exec:{sys.executable} ") for word in shlex.split(command)]
    done = subprocess.run([program(), *words[1:]], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "crashed" not in done.stdout, done.stdout


def test_every_block_of_the_page_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert len(BLOCKS) > 15
    commands = []
    for language, words, code in BLOCKS:
        if language == "sh":
            # The commands of examples/ learn for minutes; test_learn.py runs them shorter.
            commands += [line for line in code.splitlines() if line.startswith("juez ") and "examples/" not in line]
        if language != "python":
            continue
        for name in re.findall(r"\S+\.py", words):
            Path(name).write_text(code)
        promised = [line.split("#> ", 1)[1].rstrip() for line in code.splitlines() if "#> " in line]
        assert printed_by(code) == promised, code
    for command in commands:
        run(command)
    assert len(commands) == 3
    for name in ("learner", "first", "bot"):
        sys.modules.pop(name, None)

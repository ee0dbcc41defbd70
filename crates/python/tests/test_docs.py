"""The blocks of docs/python-rules.md print the output in their comments."""

from __future__ import annotations

import contextlib
import io
import re

from conftest import ROOT

PAGE = ROOT / "docs/python-rules.md"


def test_every_block_of_the_page_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python([^\n]*)\n(.*?)^```$", PAGE.read_text(), re.M | re.S)
    assert len(blocks) > 8
    for _, code in blocks:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, str(PAGE), "exec"), {})
        promised = [line.split("#> ", 1)[1].rstrip() for line in code.splitlines() if "#> " in line]
        assert printed.getvalue().splitlines() == promised, code

"""Runs the example of the read-me with the installed package, and compares what it prints."""

import contextlib
import io
import os
import re
import sys
from pathlib import Path

import lockstep
from lockstep import crypto

assert Path(lockstep.__file__).is_relative_to(sys.prefix), lockstep.__file__
text = Path(os.environ["LOCKSTEP_README"]).read_text(encoding="utf-8")
code, printed = (re.search(rf"```{kind}\n(.*?)```", text, re.DOTALL)[1] for kind in ("python", "text"))
names = {"base_url": os.environ["LOCKSTEP_URL"], "api_key": os.environ["LOCKSTEP_TOKEN"]}
out = io.StringIO()
with contextlib.redirect_stdout(out):
    exec(code, names)
assert out.getvalue() == printed, out.getvalue()
assert crypto.is_available() == (os.environ["LOCKSTEP_HAS_LIBRARY"] == "yes")
print(f"the wheel {lockstep.__version__} runs the example of its read-me")

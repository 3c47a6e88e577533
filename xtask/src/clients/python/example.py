"""Runs the example of the read-me with the installed package, and compares what it prints."""

import time

begun = time.process_time()
import lockstep  # noqa: E402

seconds = time.process_time() - begun

import contextlib  # noqa: E402
import io  # noqa: E402
import os  # noqa: E402
import re  # noqa: E402
import sys  # noqa: E402
from importlib.metadata import files  # noqa: E402
from pathlib import Path  # noqa: E402

from lockstep import crypto  # noqa: E402

assert Path(lockstep.__file__).is_relative_to(sys.prefix), lockstep.__file__
text = Path(os.environ["LOCKSTEP_README"]).read_text(encoding="utf-8")
code, printed = (re.search(rf"```{kind}\n(.*?)```", text, re.DOTALL)[1] for kind in ("python", "text"))
out = io.StringIO()
with contextlib.redirect_stdout(out):
    exec(code, {})
assert out.getvalue() == printed, out.getvalue()
assert crypto.is_available()
licences = {file.name: file for file in files("lockstep-client") if file.parent.name == "licenses"}
for name in ("LICENSE-APACHE", "LICENSE-MIT"):
    assert licences[name].read_text() == (Path(os.environ["LOCKSTEP_LICENCES"]) / name).read_text(), name
print(f"the wheel {lockstep.__version__} runs the example of its read-me; importing it takes {seconds * 1000:.0f} ms of CPU")

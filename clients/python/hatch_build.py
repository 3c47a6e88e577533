"""Puts the texts of the licences into the wheel, and the native library, if `LOCKSTEP_FFI_LIBRARY` names it: the wheel is then
for this platform.
"""

from __future__ import annotations

import os
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LICENCES = ("LICENSE-APACHE", "LICENSE-MIT")


class PackagedFiles(BuildHookInterface):  # type: ignore[type-arg]
    """The hook of hatchling."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds the files, and the tag of the platform."""
        self._add_licences(build_data)
        named = os.environ.get("LOCKSTEP_FFI_LIBRARY")
        if not named or self.target_name != "wheel" or version == "editable":
            return
        library = Path(named).resolve(strict=True)
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["force_include"][str(library)] = f"lockstep/crypto/{library.name}"
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"

    def _add_licences(self, build_data: dict[str, Any]) -> None:
        """Adds the licences of the repository; those in the root of a source distribution are found by hatchling itself."""
        name = self.metadata.core.name.replace("-", "_")
        place = f"{name}-{self.metadata.version}.dist-info/licenses/" if self.target_name == "wheel" else ""
        for licence in LICENCES:
            text = Path(self.root, "..", "..", licence).resolve()
            if not Path(self.root, licence).exists():
                build_data["force_include"][str(text)] = f"{place}{licence}"

"""Puts the native library into the wheel, if `LOCKSTEP_FFI_LIBRARY` names it: the wheel is then for this platform."""

from __future__ import annotations

import os
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class NativeLibrary(BuildHookInterface):  # type: ignore[type-arg]
    """The hook of hatchling."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds the file, and the tag of the platform."""
        named = os.environ.get("LOCKSTEP_FFI_LIBRARY")
        if not named or self.target_name != "wheel" or version == "editable":
            return
        library = Path(named).resolve(strict=True)
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["force_include"][str(library)] = f"lockstep/crypto/{library.name}"
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"

"""The scripts of `benchmarks/` as modules: they find one another in their own folder."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

FOLDER = Path(__file__).parents[2] / "benchmarks"


def script(name: str) -> ModuleType:
    """One of them, or one of their packages."""
    sys.path.insert(0, str(FOLDER))
    try:
        return import_module(name)
    finally:
        sys.path.remove(str(FOLDER))

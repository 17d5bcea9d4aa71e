"""The version of the package, as it was installed."""

from __future__ import annotations


def version() -> str:
    """Return the installed version, or `unknown` if the package runs from a bare folder."""
    from importlib import metadata

    try:
        return metadata.version("rulesdsl")
    except metadata.PackageNotFoundError:
        return "unknown"

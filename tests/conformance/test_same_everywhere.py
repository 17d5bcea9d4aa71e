"""The same seed gives the same record, byte for byte: in another process, on the oldest and on the newest Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conformance.found import GAMES, ROOT
from conformance.recorder import hashes

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
NEEDED = ("jsonschema", "lark", "networkx", "platformdirs", "pyyaml", "rich", "typer")
HERE = f"{sys.version_info[0]}.{sys.version_info[1]}"


def recorded(python: str | Path, hash_seed: str) -> list[str]:
    """What the recorder prints under some Python."""
    paths = [str(ROOT), str(ROOT / "tests")]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(paths)}
    command = [str(python), str(Path(__file__).with_name("recorder.py")), *map(str, GAMES)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=600)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


@pytest.fixture(scope="session")
def here() -> list[str]:
    return hashes(GAMES)


def test_another_process_with_another_hash_seed(here: list[str]) -> None:
    assert recorded(sys.executable, "4242") == here


def pythons() -> dict[str, str]:
    """The other Pythons of this machine that can make an environment, by version."""
    found: dict[str, str] = {}
    for version in VERSIONS:
        known = sorted(Path.home().glob(f".pyenv/versions/{version}*/bin/python"))
        for python in (*map(str, known), shutil.which(f"python{version}")):
            if python is not None and version != HERE and version not in found and _works(python, version):
                found[version] = python
    return found


def _works(python: str, version: str) -> bool:
    """A shim may stand for a version that is not there."""
    code = "import sys, venv; print('%d.%d' % sys.version_info[:2])"
    try:
        done = subprocess.run([python, "-c", code], capture_output=True, text=True, timeout=60)
    except OSError:
        return False
    return done.stdout.strip() == version


@pytest.fixture(scope="session")
def other() -> Path:
    """An environment with what the package needs, on the Python that is furthest from this one; made once."""
    found = pythons()
    if not found:
        pytest.skip(f"no other Python here that makes environments: played on {HERE} alone")
    version = max(found, key=lambda v: abs(VERSIONS.index(v) - VERSIONS.index(HERE)))
    for name in (f"py{version.replace('.', '')}", f"play{version.replace('.', '')}"):
        folder = ROOT / ".venvs" / name
        if (folder / "installed").is_file() and (folder / "bin/python").exists():
            return folder / "bin/python"
    subprocess.run([found[version], "-m", "venv", str(folder)], check=True, capture_output=True, timeout=300)
    install = [str(folder / "bin/python"), "-m", "pip", "install", "-q", "--disable-pip-version-check", *NEEDED]
    made = subprocess.run(install, capture_output=True, text=True, timeout=600)
    if made.returncode != 0:
        pytest.skip(f"what the package needs cannot be installed for Python {version}: {made.stderr.strip()[-200:]}")
    (folder / "installed").touch()
    return folder / "bin/python"


def test_another_python(here: list[str], other: Path) -> None:
    assert recorded(other, "7") == here

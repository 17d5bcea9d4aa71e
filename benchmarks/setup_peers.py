"""Install the peers that are not of this package into a folder: `python setup_peers.py FOLDER`, then
`RULESDSL_BENCH_PEERS=FOLDER make bench`. What cannot be installed here is told and left out.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

PYTHON_PEERS = {"openspiel": ["open_spiel"], "pettingzoo": ["pettingzoo[classic]", "rlcard"]}
"""An environment for each, for they want different versions of the same packages."""
NODE_PEERS = ["boardgame.io@0.50.2"]


def succeeds(command: list[str]) -> bool:
    """Run a command; if it fails, what it said last is told."""
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode:
        print(f"{' '.join(command)}: {(done.stderr.strip().splitlines() or ['failed'])[-1]}", file=sys.stderr)
    return done.returncode == 0


def install_python(folder: Path, packages: list[str]) -> bool:
    """Make an environment with the packages."""
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "-q", *packages]
    return succeeds([sys.executable, "-m", "venv", str(folder)]) and succeeds(pip)


def install_node(folder: Path, packages: list[str]) -> bool:
    """Put the packages into `node_modules`."""
    npm = shutil.which("npm")
    if npm is None:
        print("npm is not installed", file=sys.stderr)
        return False
    return succeeds([npm, "install", "--no-audit", "--no-fund", "--prefix", str(folder), *packages])


def main() -> int:
    """Install all; exit status 1 if one is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    done = {name: install_python(folder / name, packages) for name, packages in PYTHON_PEERS.items()}
    done["node_modules"] = install_node(folder, NODE_PEERS)
    for name, well in done.items():
        print(f"{name}: {'installed' if well else 'left out'}")
    return 0 if all(done.values()) else 1


if __name__ == "__main__":
    sys.exit(main())

"""Peers as processes that wait to be told to play, and where those that are not of this package are found."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from peer import BOARDGAME_IO, OPENSPIEL, OPENSPIEL_PYTHON, PETTINGZOO, RLCARD
from slices import Slice
from subjects import CLASSICS, HERE, Subject

VARIABLE = "RULESDSL_BENCH_PEERS"
"""Names the folder that `setup_peers.py` has made."""

TITLES = {
    "pushed": "these rules, played straight through",
    "pulled": "these rules, pausing at each decision",
    "native": "these rules, compiled to C",
    "by_hand": "by hand, idiomatic Python",
    "tight": "by hand, tight Python",
    "openspiel_cpp": "OpenSpiel, game in C++, driven from Python",
    "openspiel_python": "OpenSpiel, game in Python",
    "boardgame_io": "boardgame.io",
    "pettingzoo": "PettingZoo",
    "rlcard": "RLCard",
}
OURS = ("pushed", "pulled", "native")
ELSEWHERE = {
    "openspiel_cpp": OPENSPIEL,
    "openspiel_python": OPENSPIEL_PYTHON,
    "pettingzoo": PETTINGZOO,
    "rlcard": RLCARD,
}
"""The games of peers that are Python packages, which may be installed for another interpreter."""
PACKAGES = {"openspiel_cpp": "pyspiel", "openspiel_python": "pyspiel", "pettingzoo": "pettingzoo", "rlcard": "rlcard"}
FOLDERS = {"pyspiel": "openspiel", "pettingzoo": "pettingzoo", "rlcard": "pettingzoo"}


class Lost(Exception):
    """A peer that did not start or did not answer; says why."""


class Worker:
    """One peer at one game, and the slices that it has played."""

    def __init__(self, peer: str, subject: Subject, folder: Path | None = None) -> None:
        self.peer = peer
        self.subject = subject
        self.slices: list[Slice] = []
        command = command_for(peer, subject, folder)
        settings = {**os.environ, "NODE_ENV": "production", "NODE_PATH": str((folder or HERE) / "node_modules")}
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=settings
        )

    def ready(self) -> None:
        """Wait until the game is loaded and has been played for a while. Raises Lost."""
        self._answer()

    def play(self, seconds: float) -> None:
        """One more slice. Raises Lost."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{seconds}\n")
        self.process.stdin.flush()
        self.slices.append(Slice(**json.loads(self._answer())))

    def close(self) -> None:
        """Let the process come to its end."""
        self.process.communicate()

    def _answer(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise Lost(f"{TITLES[self.peer]} at {self.subject.title}: {reason(self.process.communicate()[1])}")
        return line


def reason(errors: str) -> str:
    """What a process said last before it ended, in a line of a hundred characters at most."""
    lines = errors.strip().splitlines() or ["no answer"]
    said = re.sub(r"^[\w.]*\.(?=\w+:)", "", lines[-1])
    return said if len(said) <= 100 else f"{said[:97]}..."


def command_for(peer: str, subject: Subject, folder: Path | None) -> list[str]:
    """How a peer is started. Raises Lost if it is not installed."""
    if peer == "boardgame_io":
        node = shutil.which("node")
        if node is None or folder is None or not (folder / "node_modules" / "boardgame.io").is_dir():
            raise Lost(f"{TITLES[peer]} left out: it needs node, and {VARIABLE}")
        return [node, str(HERE / "boardgame_io.cjs"), subject.key]
    python = sys.executable
    if peer in PACKAGES:
        package = PACKAGES[peer]
        found = next((p for p in interpreters(package, folder) if has(p, package)), None)
        if found is None:
            raise Lost(f"{TITLES[peer]} left out: no Python with `{package}` here, nor in {VARIABLE}")
        python = found
    return [python, str(HERE / "peer.py"), peer, subject.key]


def interpreters(package: str, folder: Path | None) -> list[str]:
    """Where a package may be installed."""
    there = folder / FOLDERS[package] / "bin" / "python" if folder is not None else None
    return [str(there), sys.executable] if there is not None and there.exists() else [sys.executable]


def has(python: str, package: str) -> bool:
    """Is the package installed for this interpreter?"""
    looking = f"import importlib.util, sys; sys.exit(importlib.util.find_spec({package!r}) is None)"
    return subprocess.run([python, "-c", looking], capture_output=True, stdin=subprocess.DEVNULL).returncode == 0


def peers_folder() -> Path | None:
    """The folder of peers that the environment names."""
    named = os.environ.get(VARIABLE)
    return Path(named).resolve() if named else None


def plays(peer: str, subject: Subject) -> bool:
    """Has the peer this game?"""
    if peer in ELSEWHERE:
        return subject.key in ELSEWHERE[peer]
    if peer == "boardgame_io":
        return subject.key in BOARDGAME_IO
    if peer == "tight":
        return subject in CLASSICS and subject.key != "skirmish"
    return peer in OURS or subject in CLASSICS


def measured(subject: Subject, peers: list[str], rounds: int, seconds: float) -> tuple[list[Worker], list[str]]:
    """Let all peers play a game, a slice each in turn; those that did, and what became of the others.

    Who begins is drawn, the same in each run, so that no peer has the same place in all games.
    """
    folder = peers_folder()
    order = [peer for peer in peers if plays(peer, subject)]
    random.Random(subject.key).shuffle(order)
    workers: list[Worker] = []
    notes: list[str] = []
    for peer in order:
        try:
            workers.append(Worker(peer, subject, folder))
        except Lost as lost:
            notes.append(str(lost))
    return take_turns(workers, rounds, seconds, notes), notes


def take_turns(workers: list[Worker], rounds: int, seconds: float, notes: list[str]) -> list[Worker]:
    """Rounds of slices, every second one backwards. Those that are lost on the way are noted; the others return."""

    def those_that(do: Callable[[Worker], None], some: list[Worker]) -> list[Worker]:
        left = []
        for worker in some:
            try:
                do(worker)
                left.append(worker)
            except Lost as lost:
                notes.append(str(lost))
        return left

    workers = those_that(Worker.ready, workers)
    for _ in range(rounds):
        workers = those_that(lambda worker: worker.play(seconds), workers)[::-1]
    for worker in workers:
        worker.close()
    return workers

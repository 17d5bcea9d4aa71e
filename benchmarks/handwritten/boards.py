"""Tic-tac-toe, connect four and breakthrough by hand: grids of rows, `None` where nothing lies."""

from __future__ import annotations

import random

Mark = str | None
Cell = tuple[int, int]
"""Row and column."""


class TicTacToe:
    """Three in a row on three by three cells."""

    SIZE = 3
    LINES = (
        [[(row, column) for column in range(3)] for row in range(3)]
        + [[(row, column) for row in range(3)] for column in range(3)]
        + [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]
    )

    def __init__(self, rng: random.Random) -> None:
        self.grid: list[list[Mark]] = [[None] * self.SIZE for _ in range(self.SIZE)]
        self.to_move = "X"
        self.winner: Mark = None
        self.finished = False

    def legal_moves(self) -> list[tuple[int, int]]:
        cells = range(self.SIZE)
        return [(row, column) for row in cells for column in cells if self.grid[row][column] is None]

    def play(self, move: tuple[int, int]) -> None:
        row, column = move
        self.grid[row][column] = self.to_move
        if self.has_line():
            self.winner = self.to_move
            self.finished = True
        elif not any(mark is None for cells in self.grid for mark in cells):
            self.finished = True
        self.to_move = "O" if self.to_move == "X" else "X"

    def has_line(self) -> bool:
        return any(all(self.grid[row][column] == self.to_move for row, column in line) for line in self.LINES)


class ConnectFour:
    """Discs dropped into seven columns of six; four in a row win."""

    HEIGHT, WIDTH = 6, 7
    DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))

    def __init__(self, rng: random.Random) -> None:
        self.grid: list[list[Mark]] = [[None] * self.WIDTH for _ in range(self.HEIGHT)]  # row 0 is the bottom
        self.to_move = "X"
        self.winner: Mark = None
        self.finished = False

    def legal_moves(self) -> list[int]:
        top = self.grid[self.HEIGHT - 1]
        return [column for column in range(self.WIDTH) if top[column] is None]

    def play(self, column: int) -> None:
        row = min(row for row in range(self.HEIGHT) if self.grid[row][column] is None)
        self.grid[row][column] = self.to_move
        if self.is_four(row, column):
            self.winner = self.to_move
            self.finished = True
        elif not self.legal_moves():
            self.finished = True
        self.to_move = "O" if self.to_move == "X" else "X"

    def is_four(self, row: int, column: int) -> bool:
        for up, right in self.DIRECTIONS:
            length = 1 + self.count(row, column, up, right) + self.count(row, column, -up, -right)
            if length >= 4:
                return True
        return False

    def count(self, row: int, column: int, up: int, right: int) -> int:
        """How many discs of the player to move follow in one direction."""
        length = 0
        row, column = row + up, column + right
        while 0 <= row < self.HEIGHT and 0 <= column < self.WIDTH and self.grid[row][column] == self.to_move:
            length += 1
            row, column = row + up, column + right
        return length


class Breakthrough:
    """Pawns step forward and capture slantwise; the first on the far side wins."""

    SIZE = 8

    def __init__(self, rng: random.Random) -> None:
        self.grid: list[list[Mark]] = [[None] * self.SIZE for _ in range(self.SIZE)]  # row 0 is the top
        for row in (0, 1):
            self.grid[row] = ["black"] * self.SIZE
            self.grid[self.SIZE - 1 - row] = ["red"] * self.SIZE
        self.to_move = "black"
        self.winner: Mark = None
        self.finished = False

    def legal_moves(self) -> dict[Cell, list[Cell]]:
        """For each pawn that can step the cells to which it can."""
        moves = {}
        for row in range(self.SIZE):
            for column in range(self.SIZE):
                if self.grid[row][column] == self.to_move:
                    steps = self.steps(row, column)
                    if steps:
                        moves[row, column] = steps
        return moves

    def steps(self, row: int, column: int) -> list[Cell]:
        ahead = row + (1 if self.to_move == "black" else -1)
        steps = []
        for side in (column - 1, column, column + 1):
            if 0 <= side < self.SIZE:
                there = self.grid[ahead][side]
                if there is None or (side != column and there != self.to_move):
                    steps.append((ahead, side))
        return steps

    def play(self, first: Cell, then: Cell) -> None:
        row, column = first
        ahead, side = then
        self.grid[row][column] = None
        self.grid[ahead][side] = self.to_move
        other = "red" if self.to_move == "black" else "black"
        far_row = self.SIZE - 1 if self.to_move == "black" else 0
        if ahead == far_row or not any(other in cells for cells in self.grid):
            self.winner = self.to_move
            self.finished = True
        self.to_move = other

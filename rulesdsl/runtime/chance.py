"""Turn a seed into numbers for dice, draws and shuffles: seed and position in, the same integers out everywhere.

Chance is part of the state: a state holds a position in a stream, all copies of it share the stream, so a copy costs
one integer. Saves and records hold seeds and positions only: a change of any number here breaks every one of them.

Generated code reads a number in place and calls `Stream.at` only when the list must grow:

    i = s.pos
    s.pos = i + 1
    x = numbers[i] if i < len(numbers) else stream.at(i)
    die = 1 + (x * 6 >> 32)
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b, shake_128
from typing import Any, Final

Seed = int | str

# One block of blake2b is 64 bytes, the most it gives at once: 16 numbers, little-endian on every machine.
_BLOCK: Final = struct.Struct("<16I")
_PER_BLOCK: Final = 16
_LARGE_BLOCK: Final = struct.Struct("<1024I")
_KEPT: Final = 4096
"""Numbers of a flow that are read before they are forgotten."""

# Mark what a hash is for, so that a stream's key is never a derived seed.
_KEYS: Final = b"stream"
_SEEDS: Final = b"derive"


class Stream:
    """An endless list of 32-bit unsigned integers, made as far as it has been read."""

    __slots__ = ("_key", "numbers")

    def __init__(self, key: bytes | tuple[Seed, ...]) -> None:
        """Start the stream of `key` (at most 64 bytes), or of the parts of a seed; `stream` says which.

        Parts are hashed when the first number is read: many games roll nothing.
        """
        self._key = key
        self.numbers: list[int] = []

    @property
    def key(self) -> bytes:
        """What the numbers are made from."""
        if isinstance(self._key, tuple):
            self._key = blake2b(_packed(self._key), person=_KEYS).digest()
        return self._key

    def at(self, position: int) -> int:
        """Return the number at `position`, from 0. Raises `IndexError` for a negative one."""
        if position < 0:
            raise IndexError(f"a stream has no position {position}")
        numbers = self.numbers
        while position >= len(numbers):
            block = len(numbers) // _PER_BLOCK
            digest = blake2b(block.to_bytes(8, "little"), key=self.key).digest()
            # Put in place rather than appended: two threads that make the same block leave it there once.
            numbers[block * _PER_BLOCK : (block + 1) * _PER_BLOCK] = _BLOCK.unpack(digest)
        return numbers[position]

    def __reduce__(self) -> tuple[type[Stream], tuple[bytes]]:
        """Pickle as the key alone; the numbers come again when they are read."""
        return Stream, (self.key,)


class Flow(Stream):
    """A stream for many games one after the other, which nobody wants to repeat one by one.

    Its numbers are others than those of a stream of the same key, and come in large blocks.
    """

    __slots__ = ("_blocks",)

    def __reduce__(self) -> Any:
        """A flow that has been read from has forgotten some of it, and is not sent anywhere."""
        raise TypeError("a flow of chance stays in its process")

    def __init__(self, key: bytes | tuple[Seed, ...]) -> None:
        super().__init__(key)
        self._blocks = 0

    def at(self, position: int) -> int:
        numbers = self.numbers
        while position >= len(numbers):
            block = shake_128(self.key + self._blocks.to_bytes(8, "little"))
            self._blocks += 1
            numbers += _LARGE_BLOCK.unpack(block.digest(_LARGE_BLOCK.size))
        return numbers[position]

    def rest(self, position: int) -> int:
        """Forget numbers that were read, now and then; return where to read on, instead of at `position`."""
        if position < _KEPT:
            return position
        del self.numbers[:position]
        return 0


def stream(seed: Seed, purpose: str = "game") -> Stream:
    """Return the stream of `seed` for `purpose`; streams of other seeds or purposes have nothing to do with it.

    A seed is an integer of any size and sign, or a text; `7` and `"7"` are different seeds.
    """
    return Stream((seed, purpose))


def draw(number: int, n: int) -> int:
    """Return which of `n` equal chances, 0 to n - 1, a number of a stream stands for.

    The chance of each is off by less than one in 2**32, that is n / 2**32 of its size: below 3 in a hundred million
    for a hundred cards. `n` must be from 1 to 2**32.
    """
    return number * n >> 32


def derive(seed: Seed, *parts: Seed) -> int:
    """Return a seed of 63 bits for one part of a larger whole: game k of a batch has `derive(seed, "game", k)`."""
    return int.from_bytes(blake2b(_packed((seed, *parts)), digest_size=8, person=_SEEDS).digest(), "little") >> 1


@lru_cache(256, typed=True)
def deriver(seed: Seed, *parts: Seed) -> Callable[[Seed], int]:
    """A function of the last part: `deriver(seed, "game")(k)` is `derive(seed, "game", k)`, in half the time."""
    begun = blake2b(_packed((seed, *parts)), digest_size=8, person=_SEEDS)

    def derived(last: Seed) -> int:
        whole = begun.copy()
        whole.update(_packed((last,)))
        return int.from_bytes(whole.digest(), "little") >> 1

    return derived


def _packed(parts: tuple[Seed, ...]) -> bytes:
    """Return bytes that no other parts give: each with its type and its length before it."""
    packed = b""
    for part in parts:
        if isinstance(part, str):
            # A text from a command line may hold half a surrogate pair, which plain UTF-8 refuses.
            mark, data = b"s", part.encode("utf-8", "surrogatepass")
        else:
            mark, data = b"i", part.to_bytes(part.bit_length() // 8 + 1, "little", signed=True)
        packed += mark + len(data).to_bytes(8, "little") + data
    return packed

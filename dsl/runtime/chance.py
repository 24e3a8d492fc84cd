"""The one generator of random numbers: stateless, integers only, the same in every backend.

A number is a function of four integers and of nothing else, so a position holds no generator, only counters:

* `key`      the seed of the game,                        0 <= key < 2**64
* `stream`   which named stream the number belongs to,    0 <= stream < 2**64
* `counter`  how many numbers that stream has given,      0 <= counter < 2**64
* `n`        the number of equally likely answers,        1 <= n <= 2**32

All arithmetic is on unsigned 64-bit words and wraps around; no product needs 128 bits. In C:

    static uint64_t mix(uint64_t z) {                 /* the finaliser of SplitMix64 */
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }
    static uint64_t absorb(uint64_t h, uint64_t x) { return mix((h ^ x) + 0x9E3779B97F4A7C15u); }

    static uint32_t draw(uint64_t key, uint64_t stream, uint64_t counter, uint64_t n) {
        uint64_t h = absorb(absorb(absorb(0, key), stream), counter);
        uint64_t refused = ((1ull << 32) - n) % n;    /* equals 2**32 mod n */
        for (uint64_t attempt = 0;; attempt++) {
            uint64_t m = (absorb(h, attempt) >> 32) * n;
            if ((m & 0xFFFFFFFFu) >= refused) return (uint32_t)(m >> 32);
        }
    }

The high 32 bits of a word times `n` fall into `n` intervals of 2**32 products each; refusing the first 2**32 mod n
products of each interval leaves the intervals equally full (Lemire 2019), so the answer has no bias. A refused word is
replaced by the word of the next attempt at the same counter: a draw always uses one counter, whatever it refuses.

The generator is for games. It is no secret: who knows a few numbers can compute the key.
"""

from __future__ import annotations

from typing import Final

MAX_CHOICES: Final = 1 << 32

_WORD: Final = (1 << 64) - 1
_HALF: Final = (1 << 32) - 1
_GAMMA: Final = 0x9E3779B97F4A7C15


def mix(word: int) -> int:
    """The finaliser of SplitMix64: a bijection of the 64-bit words in which every bit depends on every bit."""
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _WORD
    return word ^ (word >> 31)


def draw(key: int, stream: int, counter: int, n: int) -> int:
    """A number of range(n), each equally likely, fixed by the four arguments (see the module for their ranges).

    ValueError if an argument is out of range.
    """
    if not (0 <= key <= _WORD and 0 <= stream <= _WORD and 0 <= counter <= _WORD):
        raise ValueError("key, stream and counter are 64-bit numbers without a sign")
    if not 1 <= n <= MAX_CHOICES:
        raise ValueError(f"cannot draw one of {n}: 1 to {MAX_CHOICES} answers are possible")
    prefix = _absorb(_absorb(_absorb(0, key), stream), counter)
    refused = (MAX_CHOICES - n) % n
    attempt = 0
    while True:
        product = (_absorb(prefix, attempt) >> 32) * n
        if product & _HALF >= refused:
            return product >> 32
        attempt += 1


class Stream:
    """The numbers of one stream of one key: `draw(key, stream, counter, n)` with less work for each."""

    __slots__ = ("_prefix",)

    def __init__(self, key: int, stream: int) -> None:
        """ValueError if an argument is out of range."""
        draw(key, stream, 0, 1)
        self._prefix = _absorb(_absorb(0, key), stream)

    def draw(self, counter: int, n: int) -> int:
        """A number of range(n); counter and n must be in their ranges."""
        prefix = _absorb(self._prefix, counter)
        product = (_absorb(prefix, 0) >> 32) * n
        refused = (MAX_CHOICES - n) % n
        attempt = 0
        while product & _HALF < refused:
            attempt += 1
            product = (_absorb(prefix, attempt) >> 32) * n
        return product >> 32


def _absorb(state: int, word: int) -> int:
    return mix(((state ^ word) + _GAMMA) & _WORD)

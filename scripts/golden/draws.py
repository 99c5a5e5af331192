"""The generator of the library: PCG XSH RR 64/32 (O'Neill 2014), seeded as the Rust crate rand_pcg seeds it."""

import math

MULTIPLIER = 6364136223846793005
WORD = 2**64


def rotated(state):
    word = ((state >> 18 ^ state) >> 27) % 2**32
    turn = state >> 59
    return (word >> turn | word << (-turn % 32)) % 2**32


class Random:
    def __init__(self, seed):
        words = []
        for _ in range(4):
            seed = (seed * MULTIPLIER + 11634580027462260723) % WORD
            words.append(rotated(seed))
        self.increment = words[2] | words[3] << 32 | 1
        self.state = ((words[0] | words[1] << 32) + self.increment) % WORD
        self.word()

    def word(self):
        state = self.state
        self.state = (state * MULTIPLIER + self.increment) % WORD
        return rotated(state)

    def uniform(self):
        low, high = self.word(), self.word()
        return ((high << 32 | low) >> 11) * 2.0**-53

    def integer(self, minimum, maximum):
        span = maximum - minimum + 1
        return minimum + min(int(self.uniform() * span), span - 1)


def draws(seed, stream, count):
    """Two uniform numbers for each of so many places. What a place has depends only on the seed, on itself and on the stream, of which there are eight."""
    random = Random(seed)
    drawn = [random.uniform() for _ in range(2 * 8 * count)]
    return [drawn[2 * place : 2 * place + 2] for place in range(stream, 8 * count, 8)]


def uniform_draws(seed, stream, count):
    return [math.floor(first * 2**32) / 2**32 for first, _ in draws(seed, stream, count)]


def normal_draws(seed, stream, count):
    """Box and Muller 1958."""
    return [
        math.sqrt(-2 * math.log(1 - first)) * math.cos(2 * math.pi * second)
        for first, second in draws(seed, stream, count)
    ]

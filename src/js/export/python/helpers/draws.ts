/** Seeded random numbers: the generator of the library, and how its steps draw from it. */
export const DRAWS: Readonly<Record<string, string>> = {
  Random: `
class Random:
    """PCG XSH RR 64/32 (O'Neill 2014), seeded as the Rust crate rand_pcg seeds it."""

    MULTIPLIER = 6364136223846793005

    def __init__(self, seed):
        words = []
        for _ in range(4):
            seed = (seed * self.MULTIPLIER + 11634580027462260723) % 2**64
            words.append(self.output(seed))
        self.increment = words[2] | words[3] << 32 | 1
        self.state = ((words[0] | words[1] << 32) + self.increment) % 2**64
        self.next()

    @staticmethod
    def output(state):
        word = ((state >> 18 ^ state) >> 27) % 2**32
        turn = state >> 59
        return (word >> turn | word << (-turn % 32)) % 2**32

    def next(self):
        state = self.state
        self.state = (state * self.MULTIPLIER + self.increment) % 2**64
        return self.output(state)

    def skip(self, numbers):
        """Skips uniform numbers, two words each, in logarithmic time."""
        steps, factor, summand = 2 * numbers, self.MULTIPLIER, self.increment
        while steps:
            if steps & 1:
                self.state = (self.state * factor + summand) % 2**64
            factor, summand = factor * factor % 2**64, (factor + 1) * summand % 2**64
            steps >>= 1

    def uniform(self):
        low, high = self.next(), self.next()
        return ((high << 32 | low) >> 11) * 2.0**-53

    def normal(self):
        """Box and Muller 1958."""
        radius = math.sqrt(-2 * math.log(1 - self.uniform()))
        return radius * math.cos(2 * math.pi * self.uniform())

    def integer(self, minimum, maximum):
        span = maximum - minimum + 1
        return minimum + min(int(self.uniform() * span), span - 1)
`,
  stream_at: `
def stream_at(seed, stream, place):
    """The generator of a stream, at the place of a number: a number depends only on the seed and its place."""
    random = Random(int(seed))
    random.skip((place * 8 + stream) * 2)
    return random
`,
  uniform_draws: `
def uniform_draws(seed, stream, shape):
    """Uniform numbers on [0, 1) with 32 binary places."""
    draws = [stream_at(seed, stream, place).uniform() for place in range(math.prod(shape))]
    return np.array([math.floor(draw * 2**32) / 2**32 for draw in draws]).reshape(shape)
`,
  normal_draws: `
def normal_draws(seed, stream, shape):
    """Normal numbers with mean 0 and variance 1."""
    return np.array([stream_at(seed, stream, place).normal() for place in range(math.prod(shape))]).reshape(shape)
`,
  normal_sequence: `
def normal_sequence(seed, shape):
    """Normal numbers with mean 0 and variance 1, one after the other."""
    random = Random(int(seed))
    return np.array([random.normal() for _ in range(math.prod(shape))]).reshape(shape)
`,
};

/** The search for the largest size at which pictures fit into their room. */

/** The sizes between which it is searched, as multiples of a picture's own; `fixed-stage.css` says how large pictures may become. */
const LEAST = 0.35;
export const MOST = 2.2;
/** Where the search for other pictures begins: always at the same, since some fill their room at several sizes, as one whose cells shrink as its names grow. */
const FIRST = 1;
/** Sizes that are tried lie on rungs, each so many times the one below it, so that what is found does not depend on rounding. It ends after so many frames. */
const RUNG = 1.01;
const MOST_STEPS = 18;
/** So many sizes are as near as may be to what is expected to fit. What takes the same room at many sizes, such as a drawing with the width of its room, tells nothing of the one that fits: then the middle is tried. */
const GUESSES = 7;
/** Rounding of lengths, as a share of the room. */
const TOLERANCE = 1.001;

export class SizeSearch {
  /** The size that is tried, or was found. */
  size: number;
  /** Whether it was found. */
  settled: boolean = false;
  /** Whether what is shown does not fit at any size. */
  exceeds: boolean = false;
  readonly #most: number;
  /** The largest size that is known to fit, and the smallest that is known not to. */
  #fits = 0;
  #over = Number.POSITIVE_INFINITY;
  #steps = 0;

  /** `most` is the largest size, `from` the one to begin with: that of the same before. */
  constructor(most: number, from: number = FIRST) {
    this.#most = most;
    this.size = onRung(from, most);
  }

  /** Goes on to the next size; at this one, `taken` of the room is taken. */
  step(taken: number): void {
    const over = taken > TOLERANCE;
    if (this.settled) {
      if (!over || this.size <= LEAST) {
        this.exceeds = over;
        return;
      }
      // What a control has made larger: pictures only fall until something else is shown, so that they do not jump.
      [this.#fits, this.#over, this.#steps, this.settled] = [0, this.size, 0, false];
    }
    if (over) this.#over = Math.min(this.#over, this.size);
    else this.#fits = Math.max(this.#fits, this.size);
    const next = this.#next(taken);
    this.#steps += 1;
    if (next !== null && this.#steps <= MOST_STEPS) {
      this.size = next;
      return;
    }
    this.settled = true;
    this.exceeds = this.#fits === 0;
    this.size = this.#fits > 0 ? this.#fits : LEAST;
  }

  /** Returns the size to try next; null where the one above what fits does not. */
  #next(taken: number): number | null {
    const [fits, exceeds, most] = [this.#fits, this.#over, this.#most];
    if (fits >= most || exceeds <= LEAST) return null;
    const middle = Math.sqrt(Math.max(fits, LEAST) * exceeds);
    return sizeBetween({ fits, exceeds, most }, this.#steps < GUESSES ? this.size / taken : Math.min(middle, most));
  }
}

/** Returns the largest size on a rung that is at most a size, and at most the largest. */
export const onRung = (size: number, most: number): number => {
  if (size >= most) return most;
  // A size that is on a rung stays on it, however it was rounded.
  const rung = Math.floor(Math.log(size / LEAST) / Math.log(RUNG) + 1e-6);
  return LEAST * RUNG ** Math.max(0, rung);
};

/** Returns the size to try between one that fits (0 where none does) and one that does not, as near as may be to what is `expected` to fit; null where no rung is between them, or what fits fills the room already. */
export function sizeBetween(
  { fits, exceeds, most }: { readonly fits: number; readonly exceeds: number; readonly most: number },
  expected: number,
): number | null {
  const lowest = fits > 0 ? onRung(fits * RUNG, most) : LEAST;
  const between = (size: number) => size >= lowest && size < exceeds / (1 + 1e-6);
  if (!between(lowest)) return null;
  const guess = onRung(expected, most);
  if (between(guess)) return guess;
  if (!Number.isFinite(exceeds)) return fits > 0 ? null : lowest;
  return guess < lowest ? lowest : onRung(Math.sqrt(lowest * exceeds), most);
}

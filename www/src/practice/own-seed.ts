/** The seed with which exercises begin on this device, so that students begin with different numbers. An address with a seed gives everyone the same. */
const KEY = "attograph-seed";
const SEEDS = 9000;
const FIRST = 1000;

let own: number | null = null;

/** Returns the seed of this device, drawn once. Without a store it lasts until the page is closed. */
export function ownSeed(): number {
  own ??= stored() ?? drawn();
  return own;
}

function stored(): number | null {
  try {
    const text = localStorage.getItem(KEY);
    return text !== null && /^\d{4}$/.test(text) ? Number(text) : null;
  } catch {
    return null;
  }
}

function drawn(): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  const seed = FIRST + (random % SEEDS);
  try {
    localStorage.setItem(KEY, String(seed));
  } catch {
    // Nothing is kept in this window.
  }
  return seed;
}

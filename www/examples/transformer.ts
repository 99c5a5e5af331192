/** The second token says the same as the first, twice as strongly. */
export const loudness = { quiet: [1, 3, 2], loud: [2, 6, 4], other: [5, 1, 0] };

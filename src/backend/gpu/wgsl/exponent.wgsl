// The range of scores and exponents in every softmax.

// Below any score that is let in, and no less than its difference from one can be told.
const LOWEST = -1e38;
// e^x is a normal number from here on.
const FAINTEST = -87.3;

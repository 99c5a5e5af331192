// Between which numbers every softmax keeps its scores and exponents.

// Below any score that is let in, and no less than its difference from one can be told.
const LOWEST = -1e38;
// e^x is a normal number from here on.
const FAINTEST = -87.3;

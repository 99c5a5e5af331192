/** How long marks move, enter and leave, in milliseconds, and how they slow down. */
export const MOVES = 600;
export const ENTERS = 260;
export const LEAVES = 200;
/** On a way of less than this, in milliseconds, what is written is seen at once, as what is written at the control that goes through its stops. */
export const SHORT = 200;
/** What is at this share of its way is there to the eye: lines may come to it. */
export const THERE = 0.98;
export const EASING = "cubic-bezier(0.2, 0, 0, 1)";
/** How long a dot that is sent is under way, and how long it waits for lines that move, in milliseconds; all is there once both are over. */
export const TRAVELS = 900;
export const WAITS = 0.75 * MOVES;
export const ARRIVES = WAITS + TRAVELS;

/** How long marks move, enter and leave, in milliseconds, and how they slow down. */
export const MOVES = 600;
export const ENTERS = 260;
export const LEAVES = 200;
/** What is at this share of its way is there to the eye: lines may come to it. */
export const THERE = 0.98;
export const EASING = "cubic-bezier(0.2, 0, 0, 1)";

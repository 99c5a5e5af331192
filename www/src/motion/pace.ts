/** How long marks move, enter and leave, in milliseconds, and how they slow down. */
export const MOVES = 600;
export const ENTERS = 260;
export const LEAVES = 200;
export const EASING = "cubic-bezier(0.2, 0, 0, 1)";

/** What is written over lines has a halo in the color of the ground, so that it can be read. */
import { type CSSResult, css } from "lit";

/** Returns the declarations of a halo of so many units around letters, on both sides together. */
export const halo = (width: number): CSSResult =>
  css`stroke: var(--paper); stroke-width: ${width}; stroke-linejoin: round; paint-order: stroke`;

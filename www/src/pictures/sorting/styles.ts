import { css } from "lit";

/** Styles of the picture of a sort. */
export const sortingStyles = css`
  .mark,
  .runs,
  .chunks,
  .token-name {
    pointer-events: none;
  }
  .field {
    cursor: pointer;
  }
  .thread {
    fill: none;
    stroke: var(--color);
    stroke-width: 1.75;
  }
  .dot {
    fill: var(--color);
  }
  .pointing .mark:not(.lit) .thread {
    stroke-opacity: 0.25;
  }
  .mark.lit .thread,
  .mark.chosen .thread {
    stroke-width: 4;
  }
  .mark.lit .dot {
    stroke: var(--here);
    stroke-width: 2.5;
  }
  .chunks rect {
    fill: none;
    stroke: var(--muted);
    stroke-width: 1.25;
  }
  .run-number {
    font-size: 13px;
    font-weight: 600;
    text-anchor: middle;
  }
  .token-name {
    font-size: 13px;
    text-anchor: middle;
    fill: var(--muted);
  }
  .token-name.upright {
    text-anchor: start;
    dominant-baseline: central;
  }
  .reading {
    text-anchor: end;
  }
  .round-name {
    fill: var(--muted);
  }
`;

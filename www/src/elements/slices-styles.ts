import { css } from "lit";

/** The buttons with which a table of more than two axes shows another slice. */
export const slicesStyles = css`
  .slices {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem;
    align-items: center;
    margin-block-end: 0.5rem;
    font-size: var(--ag-size-least, 0.875rem);
    color: var(--muted);
  }
  .slices input {
    inline-size: 6rem;
    font: inherit;
  }
  .slices button {
    min-inline-size: 2rem;
  }
  .slices button[aria-pressed="true"] {
    color: var(--paper);
    background: var(--ink);
    border-color: var(--ink);
  }
  /* Other slices with cells that the chosen number was computed from. */
  .slices button.marked:not([aria-pressed="true"]) {
    box-shadow: inset 0 0 0 2px var(--ink);
  }
  @media (pointer: coarse) {
    .slices button {
      min-inline-size: 2.75rem;
    }
  }
`;

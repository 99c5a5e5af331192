import { css } from "lit";

/** The names of rows and columns that `PatternNames` draws around a map. */
export const namesStyles = css`
  .names {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    pointer-events: none;
  }
  .names text {
    fill: var(--muted);
    font-size: inherit;
  }
  .row-name {
    text-anchor: end;
  }
  .column-name {
    text-anchor: middle;
  }
  .upright {
    text-anchor: start;
  }
`;

/** The styles of legends. */
import { css } from "lit";

export const legendStyles = css`
  .legend {
    display: var(--ag-picture-legend, flex);
    align-items: center;
    gap: 0.5rem;
    max-inline-size: 100%;
    margin: 0.25rem 0 0;
    color: var(--muted);
    white-space: nowrap;
    font-size: max(0.875rem, var(--ag-size-small, 0rem));
    font-variant-numeric: tabular-nums;
  }
  /* Words go on in a second line beside a narrow drawing; a number stays whole. */
  .legend .words {
    white-space: normal;
  }
  .legend svg {
    inline-size: min(10rem, 50%);
    block-size: 0.75rem;
    print-color-adjust: exact;
  }
  .legend .sizes {
    inline-size: 3rem;
    block-size: 0.875rem;
    fill: none;
    stroke: var(--muted);
  }
  .legend .widths {
    inline-size: 4rem;
    fill: var(--muted);
  }
`;

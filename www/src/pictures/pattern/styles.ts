import { css } from "lit";

export const patternStyles = css`
  .stage {
    position: relative;
    max-inline-size: 100%;
  }
  .field {
    overflow: clip;
    /* The outline of a cell at the border. */
    overflow-clip-margin: 4px;
    touch-action: pan-y;
  }
  .field.zoomed {
    cursor: grab;
    touch-action: none;
  }
  .field.zoomed:active {
    cursor: grabbing;
  }
  .ring {
    --ring: var(--act);
    min-inline-size: 0;
    min-block-size: 0;
    padding: 0;
    border: 0;
  }
  .tools {
    display: var(--ag-picture-tools, flex);
    gap: 0.25rem;
  }
  .tools button {
    min-inline-size: 2.25rem;
  }
  .reading {
    display: var(--ag-picture-reading, block);
    min-block-size: 1.5em;
    margin: 0.5rem 0 0;
    font-variant-numeric: tabular-nums;
  }
`;

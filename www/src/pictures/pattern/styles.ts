import { css } from "lit";

export const patternStyles = css`
  .stage {
    position: relative;
    max-inline-size: 100%;
  }
  .field {
    position: absolute;
    overflow: clip;
    /* The outline of a cell at the border. */
    overflow-clip-margin: 4px;
    cursor: crosshair;
    touch-action: pan-y;
    outline: 1px solid var(--line);
  }
  .field.zoomed {
    cursor: grab;
    touch-action: none;
  }
  .field.zoomed:active {
    cursor: grabbing;
  }
  canvas {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    image-rendering: pixelated;
    print-color-adjust: exact;
  }
  .outline,
  .cursor {
    position: absolute;
    inset: 0 auto auto 0;
    min-inline-size: 0;
    min-block-size: 0;
    padding: 0;
    border: 0;
    border-radius: 1px;
    pointer-events: none;
  }
  .outline {
    box-shadow:
      0 0 0 2px var(--act),
      0 0 0 3.5px var(--paper);
  }
  .chosen {
    box-shadow:
      0 0 0 2.5px var(--here),
      0 0 0 4px var(--paper);
  }
  .cursor:focus-visible {
    outline: 3px solid var(--act);
    outline-offset: 1px;
    box-shadow: 0 0 0 5.5px var(--paper);
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

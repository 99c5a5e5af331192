import { css } from "lit";

/** Styles of a matrix on a canvas: its field, and the rings around cells. */
export const matrixStyles = css`
  .field {
    position: absolute;
    cursor: crosshair;
    outline: 1px solid var(--line);
  }
  canvas {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    image-rendering: pixelated;
    forced-color-adjust: none;
    print-color-adjust: exact;
  }
  .ring {
    position: absolute;
    inset: 0 auto auto 0;
    border-radius: 1px;
    pointer-events: none;
    box-shadow:
      0 0 0 2px var(--ring, var(--ink)),
      0 0 0 3.5px var(--paper);
  }
  .ring.cursor {
    box-shadow: none;
  }
  .ring.chosen {
    box-shadow:
      0 0 0 2.5px var(--here),
      0 0 0 4px var(--paper);
  }
  .ring.cursor:focus-visible {
    outline: 3px solid var(--act);
    outline-offset: 1px;
    box-shadow: 0 0 0 5.5px var(--paper);
  }
`;

import { css } from "lit";

export const curvesStyles = css`
  .movable {
    touch-action: pan-y;
  }
  .curve {
    fill: none;
    stroke-linejoin: round;
    pointer-events: none;
  }
  .faint {
    opacity: 0.3;
  }
  .grid {
    stroke: var(--line);
    stroke-width: 1;
  }
  .grid.zero {
    stroke: var(--muted);
  }
  .tick {
    fill: var(--muted);
    font-size: 14px;
  }
  .end {
    text-anchor: end;
  }
  .middle {
    text-anchor: middle;
  }
  .column {
    stroke: var(--muted);
    stroke-width: 1;
    stroke-dasharray: 3 3;
  }
  .cursor {
    cursor: ew-resize;
    outline: none;
  }
  .stem {
    stroke: var(--act);
    stroke-width: 2;
  }
  .handle {
    fill: var(--act);
    stroke: var(--paper);
    stroke-width: 2;
  }
  .cursor:focus-visible .handle {
    stroke: var(--ink);
    stroke-width: 4;
  }
  .line-name {
    font-weight: 600;
  }
  .reading {
    text-anchor: end;
    cursor: pointer;
  }
`;

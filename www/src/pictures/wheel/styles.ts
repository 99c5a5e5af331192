import { css } from "lit";

/** Styles of the wheel. */
export const wheelStyles = css`
  .absent {
    color: var(--muted);
  }
  .title {
    text-anchor: middle;
    dominant-baseline: central;
    fill: var(--muted);
  }
  .sectors {
    pointer-events: none;
  }
  .wedge {
    fill: var(--color);
    fill-opacity: 0.12;
    stroke: var(--paper);
    stroke-width: 2;
  }
  .sector.active .wedge {
    fill-opacity: 0.34;
  }
  .rim {
    fill: none;
    stroke: var(--color);
    stroke-width: 4;
  }
  .sector.active .rim {
    stroke-width: 8;
  }
  .direction .shaft {
    stroke: var(--muted);
  }
  .direction .opposite {
    fill: none;
    stroke: var(--muted);
    stroke-width: 1.5;
    stroke-dasharray: 3 4;
    pointer-events: none;
  }
  .badges {
    pointer-events: none;
  }
  .badge circle {
    fill: var(--color);
  }
  .badge text {
    fill: var(--on-color);
    font-size: 14px;
    font-weight: 600;
    text-anchor: middle;
    dominant-baseline: central;
  }
  .point .ray {
    fill: none;
    stroke: none;
    stroke-width: 2;
    pointer-events: none;
  }
  .point.active .ray {
    stroke: var(--color);
  }
  .point.together .ring {
    stroke: var(--color);
  }
  .point.active .ring {
    stroke: var(--here);
  }
  .names .shown {
    font-weight: 600;
  }
  .line text {
    text-anchor: middle;
    dominant-baseline: central;
    font-variant-numeric: tabular-nums;
    white-space: pre;
  }
  .line .number {
    font-weight: 600;
    cursor: pointer;
  }
`;

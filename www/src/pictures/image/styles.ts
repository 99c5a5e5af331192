import { css } from "lit";

/** Styles of an image. */
export const imageStyles = css`
  .absent {
    color: var(--muted);
  }
  .square .ground {
    fill: var(--paper);
    stroke: var(--line);
    stroke-width: 1;
  }
  .square.pixels .ground {
    stroke: none;
    shape-rendering: crispEdges;
  }
  .square .pixel {
    shape-rendering: crispEdges;
  }
  .square.windows .ground {
    fill-opacity: 0.3;
  }
  .square.windows.faint .ground {
    fill-opacity: 0.1;
  }
  .square .hatch {
    fill: none;
    stroke: var(--muted);
    stroke-width: 1.5;
    pointer-events: none;
  }
  .square .hatch.light {
    stroke: var(--line);
  }
  .square .place {
    text-anchor: middle;
    dominant-baseline: central;
    font-variant-numeric: tabular-nums;
    stroke: var(--paper);
    stroke-width: 4;
    stroke-linejoin: round;
    paint-order: stroke;
    pointer-events: none;
  }
  .square.windows .place {
    stroke: none;
  }
  .square.hidden .place {
    fill: var(--muted);
  }
  .square.faint .place {
    fill: var(--muted);
  }
  .square:focus-visible .ground {
    stroke: var(--act);
    stroke-width: 5;
  }
  .borders {
    pointer-events: none;
  }
  .borders path,
  .borders rect {
    fill: none;
    stroke: var(--ink);
    stroke-width: 2;
  }
  .borders .under {
    stroke: var(--paper);
    stroke-width: 5;
  }
  .borders.fine path,
  .borders.fine rect {
    stroke-width: 1;
  }
  .borders.fine .under {
    stroke-width: 2.5;
  }
  .rings {
    pointer-events: none;
  }
  .rings rect {
    fill: none;
    stroke: var(--act);
    stroke-width: 3;
  }
  .rings .active {
    stroke: var(--here);
    stroke-width: 4;
  }
`;

import { css } from "lit";

export const graphStyles = css`
  :host {
    display: block;
    max-inline-size: var(--ag-graph-size, 30rem);
  }
  svg {
    display: block;
    inline-size: 100%;
    block-size: auto;
    overflow: visible;
    user-select: none;
  }
  .edge {
    cursor: pointer;
    color: color-mix(in srgb, var(--muted) 70%, transparent);
  }
  .line {
    fill: none;
    stroke: currentcolor;
    stroke-linecap: butt;
  }
  .head {
    fill: currentcolor;
  }
  .edge.negative .line {
    stroke-dasharray: 6 4;
  }
  .edge.zero .line {
    stroke-dasharray: 1.5 4;
  }
  .touch {
    fill: none;
    stroke: transparent;
    stroke-width: 18;
    pointer-events: stroke;
  }
  .edge.active {
    color: var(--here);
  }
  .edge:is(:hover, :focus-visible, .chosen) {
    color: var(--act);
  }
  .edge:focus-visible {
    outline: none;
  }
  .edge:focus-visible .touch {
    stroke: color-mix(in srgb, var(--act) 25%, transparent);
  }
  .weight {
    font-size: 12px;
    font-variant-numeric: tabular-nums;
    text-anchor: middle;
    dominant-baseline: central;
    fill: var(--ink);
    stroke: var(--paper);
    stroke-width: 5;
    paint-order: stroke;
    pointer-events: none;
  }
  .node {
    cursor: pointer;
    outline: none;
  }
  .node circle.body {
    fill: var(--paper);
    stroke: var(--ink);
    stroke-width: 1.5;
  }
  .node text {
    fill: var(--ink);
    text-anchor: middle;
    dominant-baseline: central;
    pointer-events: none;
  }
  .node .ring {
    fill: none;
    stroke: none;
    stroke-width: 3;
  }
  .node.active .ring {
    stroke: var(--here);
  }
  .node:hover .ring {
    stroke: var(--ink);
  }
  .node:focus-visible .ring {
    stroke: var(--act);
    stroke-width: 4;
  }
`;

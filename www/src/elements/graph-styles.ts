import { css } from "lit";
import { halo } from "./halo.ts";

export const graphStyles = css`
  :host {
    display: block;
  }
  .sheet {
    font-size: var(--ag-size-small, 0.8rem);
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
    color: color-mix(in srgb, var(--muted) 70%, var(--paper));
    outline: none;
  }
  .line,
  .halo,
  .touch {
    fill: none;
  }
  .line {
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
  .edge.far .line {
    stroke-dasharray: 2 5;
  }
  /* Not said yet: how wide it will be is not known. */
  .edge.quiet .line {
    stroke-dasharray: 4 4;
  }
  .touch {
    stroke: transparent;
    stroke-width: 20;
    pointer-events: stroke;
  }
  .halo {
    stroke: none;
  }
  .edge.other {
    color: color-mix(in srgb, var(--muted) 60%, var(--paper));
  }
  .edge.active {
    color: var(--here);
  }
  /* What stands highlighted has no halo: that would be read as the width that its lines will have. */
  .edge.pointed .halo {
    stroke: color-mix(in srgb, var(--here) 22%, var(--paper));
  }
  .edge:is(:hover, :focus-visible, .chosen) {
    color: var(--act);
  }
  .edge:is(:hover, :focus-visible, .chosen) .halo {
    stroke: color-mix(in srgb, var(--act) 25%, var(--paper));
  }
  .edge:focus-visible .halo {
    stroke: color-mix(in srgb, var(--act) 55%, var(--paper));
  }
  .weight,
  .value {
    font-variant-numeric: tabular-nums;
    text-anchor: middle;
    dominant-baseline: central;
    fill: var(--ink);
    ${halo(8)};
    pointer-events: none;
  }
  /* So much of other lines is left as can be: digits on their own line are read as well. */
  .weight {
    ${halo(5)};
  }
  .node {
    cursor: pointer;
    outline: none;
  }
  .node .body {
    fill: var(--paper);
    stroke: var(--ink);
    stroke-width: 1.5;
  }
  .touch-node {
    fill: transparent;
  }
  .name {
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
    stroke: var(--act);
  }
  .node:focus-visible .ring {
    stroke: var(--act);
    stroke-width: 5;
  }
  .node.nan .body {
    stroke: var(--wrong);
    stroke-width: 3;
    stroke-dasharray: 4 3;
  }
  .value.inner {
    stroke: none;
  }
  .value.nan {
    fill: var(--wrong);
    font-weight: 700;
  }
`;

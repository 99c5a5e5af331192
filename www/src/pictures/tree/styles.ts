import { css } from "lit";

/** Styles of the tree. */
export const treeStyles = css`
  .absent {
    color: var(--muted);
  }
  .links line {
    stroke: var(--line);
    stroke-width: 1.5;
  }
  .node .box {
    fill: var(--paper);
    stroke: var(--line);
    stroke-width: 1.5;
  }
  .node.attended .box {
    stroke: var(--ink);
    stroke-width: 2;
  }
  .node.own .ring {
    stroke: var(--here);
  }
  .node .number {
    text-anchor: middle;
    dominant-baseline: central;
    font-variant-numeric: tabular-nums;
  }
  .names .upright {
    text-anchor: end;
    dominant-baseline: central;
  }
  .names .shown {
    font-weight: 600;
  }
`;

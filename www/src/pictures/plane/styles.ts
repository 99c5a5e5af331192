import { css } from "lit";
import { halo } from "../../elements/halo.ts";

/** Styles of the pictures in the plane, beside those of all pictures: grid, marks, names and numbers. */
export const planeStyles = css`
  svg {
    margin-inline: auto;
  }
  .grid line {
    stroke: var(--line);
    stroke-width: 1;
  }
  .grid .axis {
    stroke: var(--muted);
    stroke-width: 1.25;
  }
  .grid text {
    fill: var(--muted);
    font-size: 12px;
    font-variant-numeric: tabular-nums;
  }
  .grid .axis-name {
    dominant-baseline: auto;
  }
  .mark.movable {
    cursor: grab;
    touch-action: none;
  }
  .moving .mark {
    cursor: grabbing;
  }
  .mark .touch {
    fill: none;
    stroke: transparent;
    stroke-width: 22;
    stroke-linecap: round;
    pointer-events: stroke;
  }
  .mark .touch-tip {
    fill: transparent;
    stroke: none;
    pointer-events: all;
  }
  .mark .halo {
    fill: none;
    stroke: none;
    stroke-linecap: round;
    stroke-opacity: 0.3;
  }
  .mark .ring {
    fill: none;
    stroke: none;
    stroke-width: 3;
  }
  .mark .shaft {
    fill: none;
    stroke: var(--color, var(--ink));
  }
  .mark .head,
  .mark .dot {
    fill: var(--color, var(--ink));
  }
  .mark .dot {
    stroke: var(--paper);
    stroke-width: 2;
  }
  .mark .grip {
    fill: none;
    stroke: var(--color, var(--ink));
    stroke-width: 1.5;
    stroke-opacity: 0.6;
  }
  .mark.active .halo {
    stroke: var(--here);
  }
  .mark.active .ring {
    stroke: var(--here);
  }
  .mark:hover .halo,
  .mark:hover .ring {
    stroke: var(--act);
  }
  .mark:focus-visible .halo,
  .mark:focus-visible .ring {
    stroke: var(--act);
  }
  .mark:focus-visible .halo {
    stroke-opacity: 0.6;
  }
  .mark:focus-visible .ring {
    stroke-width: 4;
  }
  .names text {
    text-anchor: middle;
    dominant-baseline: central;
    ${halo(5)};
    pointer-events: none;
  }
  .names .symbol {
    font-family: var(--ag-font-math, serif);
    font-style: italic;
  }
  .names .number,
  .coordinates .number {
    font-variant-numeric: tabular-nums;
    pointer-events: auto;
    cursor: pointer;
  }
  .names .number {
    fill: var(--ink);
    font-weight: 600;
  }
  .grid,
  .help,
  .pull,
  .coordinates line {
    pointer-events: none;
  }
  .coordinates line {
    stroke: var(--here);
    stroke-width: 1.25;
    stroke-dasharray: 4 4;
  }
  .coordinates text {
    font-size: 13px;
    font-variant-numeric: tabular-nums;
    dominant-baseline: central;
    text-anchor: middle;
    fill: var(--here);
    ${halo(5)};
  }
  .help path {
    fill: none;
    stroke: var(--muted);
    stroke-width: 1.5;
  }
  .help .turn path {
    stroke: var(--color);
    stroke-opacity: 0.8;
  }
  .help .turn .tip {
    fill: var(--color);
    stroke: none;
  }
  .help .around {
    fill: none;
    stroke: var(--line);
    stroke-width: 1.5;
  }
  .help .shadow {
    stroke: var(--ink);
    stroke-width: 11;
    stroke-opacity: 0.2;
  }
  .help .drop,
  .help .extended {
    stroke-dasharray: 4 4;
  }
  .pull path {
    fill: none;
    stroke: var(--color, var(--ink));
    stroke-linecap: round;
    stroke-opacity: 0.4;
  }
  .pull .link {
    stroke-opacity: 0.8;
  }
  .pull .tip {
    fill: var(--color);
    fill-opacity: 0.8;
    stroke: none;
  }
  @media print {
    .mark.active .halo,
    .mark.active .ring {
      stroke: none;
    }
  }
`;

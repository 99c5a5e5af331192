import { css } from "lit";

/** Styles of all drawn pictures. */
export const pictureStyles = css`
  :host {
    display: block;
    min-inline-size: 0;
    font-size: var(--ag-picture-size, 1rem);
  }
  svg {
    display: block;
    max-inline-size: 100%;
    block-size: auto;
    overflow: visible;
    user-select: none;
  }
  text {
    fill: var(--ink);
    font-variant-numeric: tabular-nums;
    font-size: 15px;
    dominant-baseline: central;
  }
  .name {
    text-anchor: end;
  }
  .bar {
    stroke: color-mix(in srgb, var(--ink) 55%, transparent);
    stroke-width: 1;
  }
  .zero {
    stroke: var(--muted);
    stroke-width: 1.5;
  }
  .swatch {
    inline-size: 0.875rem;
    block-size: 0.875rem;
    border-radius: 2px;
    print-color-adjust: exact;
  }
  .muted {
    fill: var(--muted);
  }
  .mark {
    cursor: pointer;
    outline: none;
  }
  .touch {
    fill: transparent;
    stroke: none;
  }
  .ring {
    fill: none;
    stroke: none;
    stroke-width: 2;
  }
  .mark.lit > .ring {
    stroke: var(--act);
  }
  .mark.chosen > .ring {
    stroke: var(--here);
    stroke-width: 3;
  }
  .mark:focus-visible > .ring {
    stroke: var(--act);
    stroke-width: 4;
  }
  .bar-row {
    display: var(--ag-picture-bar, flex);
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem 0.75rem;
    margin: 0 0 0.5rem;
  }
  .title {
    color: var(--muted);
  }
  .set {
    display: inline-flex;
    align-items: center;
    gap: 0.5rem;
  }
  .title b {
    color: var(--ink);
    font-weight: 600;
  }
  @media print {
    button {
      display: none;
    }
  }
`;

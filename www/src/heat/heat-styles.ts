import { css } from "lit";

export const heatStyles = css`
  :host {
    display: block;
    max-inline-size: 100%;
    font-size: max(var(--ag-size-least, 0.875rem), 0.875rem);
    font-variant-numeric: tabular-nums;
  }
  .caption {
    display: flex;
    align-items: end;
    min-block-size: 2.5em;
    padding-block-end: 0.375em;
    white-space: nowrap;
    color: var(--muted);
  }
  .caption .name {
    color: var(--ink);
    font-family: var(--ag-font-math, math, serif);
    font-size: 1.375em;
    font-style: italic;
    margin-inline-end: 0.375em;
  }
  .frame {
    position: relative;
    isolation: isolate;
    inline-size: fit-content;
    max-inline-size: calc(100% + 6px);
    max-block-size: var(--ag-frame-size, 32rem);
    overflow: auto;
    overscroll-behavior-inline: contain;
    scrollbar-width: thin;
    /* Space for outlines, which the frame would clip. */
    padding: 3px;
    margin: -3px;
  }
  .map {
    position: relative;
  }
  .field {
    touch-action: manipulation;
  }
  /* Two lines, light below dark, are visible on every color of the scales; the dashes distinguish the operands. */
  .outlines {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    overflow: visible;
    pointer-events: none;
    fill: none;
  }
  .outlines path {
    vector-effect: non-scaling-stroke;
    stroke: var(--ink);
    stroke-width: 2px;
    stroke-linecap: square;
  }
  .outlines path.below {
    stroke: var(--paper);
    stroke-width: 4px;
  }
  .outlines .role-1 {
    stroke-dasharray: 6 4;
    stroke-linecap: butt;
  }
  .outlines .role-2,
  .outlines .role-3 {
    stroke-dasharray: 2 3;
    stroke-linecap: butt;
  }
  .invalid {
    outline: 3px dashed var(--wrong);
  }
  .cursor input {
    position: absolute;
    inset-block-start: 100%;
    inset-inline-start: 0;
    inline-size: 7em;
    padding: 0 0.25em;
    border: 2px solid var(--act);
    border-radius: 2px;
    color: var(--ink);
    background: var(--paper);
    text-align: end;
    font-size: max(1rem, 1em);
    pointer-events: auto;
    z-index: 4;
  }
  .cursor.late input {
    inset-inline: auto 0;
  }
  /* A long name moves nothing beside it. */
  .reading {
    inline-size: 0;
    min-inline-size: 100%;
    min-block-size: 1.5em;
    margin: 0.375rem 0 0;
    line-height: 1.5;
    white-space: nowrap;
  }
  .problem {
    inline-size: 0;
    min-inline-size: max(100%, 12rem);
  }
  @media (max-width: 40rem) {
    .reading {
      min-block-size: 3em;
      min-inline-size: max(100%, 14rem);
      white-space: normal;
    }
  }
  @media (forced-colors: active) {
    .ring,
    .ring.cursor:focus-visible {
      outline: 2px solid CanvasText;
      box-shadow: none;
    }
    .ring.cursor {
      outline: none;
    }
    .ring.chosen {
      outline: 3px solid Highlight;
    }
    .outlines path {
      stroke: CanvasText;
    }
    .outlines path.below {
      stroke: Canvas;
    }
  }
`;

import { css, unsafeCSS } from "lit";

/** Widths in half digits, so that the two parts of a number align in a column. */
const WIDTHS = unsafeCSS(
  Array.from({ length: 49 }, (_, halves) => `.w${halves}{inline-size:${halves / 2}ch}`).join(""),
);

export const matrixStyles = css`
  ${WIDTHS}
  :host {
    display: block;
    max-inline-size: 100%;
    --cell-size: var(--ag-cell-size, 2.5em);
    font-size: var(--ag-matrix-font-size, 1.0625rem);
  }
  :host([size="small"]) {
    --cell-size: var(--ag-cell-size-small, 2.125em);
    font-size: var(--ag-matrix-font-size-small, 0.875rem);
  }
  :host([size^="heat"]) {
    --cell-size: 1.25em;
    font-size: var(--ag-matrix-font-size-small, 0.875rem);
  }
  :host([size^="heat"]) td {
    padding: 0;
  }
  :host([size^="heat"]) td > span,
  :host([size="heat-bare"]) th > * {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  :host([size="heat-bare"]) th {
    padding: 0;
    font-size: 0;
  }
  .frame {
    position: relative;
    /* A z-index inside of the element stays below the page's own sheets. */
    isolation: isolate;
    max-inline-size: calc(100% + 6px);
    inline-size: fit-content;
    max-block-size: var(--ag-frame-size, 32rem);
    overflow: auto;
    overscroll-behavior-inline: contain;
    scrollbar-width: thin;
    /* Space for focus rings, which the frame would clip. */
    padding: 3px;
    margin: -3px;
  }
  .frame[data-cut] {
    mask-image: linear-gradient(to left, transparent, #000 2em);
  }
  table {
    border-collapse: separate;
    border-spacing: 0;
    line-height: 1.25;
    font-variant-numeric: tabular-nums;
  }
  caption {
    padding-block-end: 0.375em;
    text-align: start;
    white-space: nowrap;
    color: var(--muted);
    font-size: max(var(--ag-size-least, 0.8125rem), 0.8em);
  }
  /* Fixed while the columns scroll. */
  caption .title {
    position: sticky;
    inset-inline-start: 0;
  }
  caption .name {
    color: var(--ink);
    font-family: var(--ag-font-math, math, serif);
    font-size: 1.375em;
    font-style: italic;
    margin-inline-end: 0.375em;
  }
  th {
    padding: 0.125em var(--ag-name-padding, 0.5em);
    font-weight: 400;
    font-size: max(var(--ag-size-least, 0.8125rem), 0.8em);
    color: var(--muted);
    background: var(--paper);
    white-space: nowrap;
    text-align: center;
  }
  /* Rows that change places lie above each other. */
  tbody tr {
    position: relative;
  }
  tbody th {
    position: sticky;
    inset-inline-start: 0;
    z-index: 1;
    text-align: end;
  }
  /* What scrolls is not seen beside them, in the space for focus rings. */
  :is(tbody th, thead th.corner) {
    box-shadow: -3px 0 var(--paper);
  }
  thead th {
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
  }
  thead th.corner {
    inset-inline-start: 0;
    z-index: 2;
    padding: 0 0.375em 0 0;
    font-size: var(--ag-size-least, 0.75rem);
    line-height: 1.15;
    vertical-align: bottom;
  }
  .corner span {
    display: block;
  }
  .across {
    text-align: end;
  }
  .across:not(:empty)::after {
    content: " →" / "";
  }
  .down {
    text-align: start;
  }
  .down:not(:empty)::after {
    content: " ↓" / "";
  }
  td {
    position: relative;
    block-size: var(--cell-size);
    min-inline-size: var(--cell-size);
    padding: 0 var(--ag-cell-padding, 0.375em);
    border: 1px solid var(--paper);
    background-clip: padding-box;
    text-align: center;
    white-space: nowrap;
    cursor: pointer;
    color: var(--muted);
  }
  @media (max-width: 40rem) {
    td {
      padding: 0 0.25em;
    }
  }
  /* On a phone six columns of numbers fit beside their names. */
  @media (max-width: 26rem) {
    :host {
      font-size: var(--ag-matrix-font-size, 0.9375rem);
    }
    :host([size="small"]) {
      font-size: var(--ag-matrix-font-size-small, 0.8125rem);
    }
    td {
      padding: 0 0.125em;
    }
    th {
      padding-inline: 0.25em;
    }
    tbody th {
      padding-inline-start: 0;
    }
  }
  table :is(.whole, .fraction) {
    display: inline-block;
  }
  .whole {
    text-align: end;
  }
  .fraction {
    text-align: start;
  }
  /* What a number stands for, above it. */
  td > :is(.word, .number) {
    display: block;
  }
  td > .word {
    padding-block-start: 0.25em;
  }
  td > .number {
    padding-block-end: 0.375em;
    font-size: max(var(--ag-size-least, 0.75rem), 0.75em);
  }
  td.masked {
    background: repeating-linear-gradient(135deg, transparent 0 5px, var(--line) 5px 6.5px) padding-box;
  }
  td.nan {
    font-weight: 700;
    color: var(--wrong);
    box-shadow: inset 0 0 0 2px currentcolor;
  }
  /* A color of the scale, set on the cell, overrides this. */
  td.none {
    background: color-mix(in srgb, var(--line) 28%, transparent) padding-box;
    /* The same over others, as it lies while it moves. */
    --solid: color-mix(in srgb, var(--line) 28%, var(--paper));
  }
  /* Computed, but not told yet: its place alone. */
  td.unfilled {
    background: none !important;
    box-shadow: inset 0 0 0 1px var(--line);
  }
  td.unfilled > span {
    visibility: hidden;
  }
  th.lit {
    color: var(--here);
    font-weight: 700;
  }
  td:hover,
  td.pointed {
    outline: 2px solid var(--ink);
    outline-offset: -2px;
    z-index: 1;
  }
  /* Two rings, dark and light, are visible on every color of the scales; the style of the outer one distinguishes the operands. */
  td.marked {
    outline: 3px solid var(--ink);
    outline-offset: var(--ag-ring-offset, -2px);
    box-shadow: inset 0 0 0 var(--ag-ring-inside, 2px) var(--paper);
    z-index: 1;
  }
  td.role-1 {
    outline-style: dashed;
  }
  td.role-2 {
    outline-style: dotted;
  }
  td.role-3 {
    outline-style: double;
  }
  td[aria-selected="true"] {
    outline: 4px solid var(--here);
    outline-offset: var(--ag-ring-offset, -2px);
    box-shadow: inset 0 0 0 var(--ag-ring-inside, 3px) var(--paper);
    z-index: 2;
  }
  td.invalid {
    outline: 3px dashed var(--wrong);
    outline-offset: -2px;
    z-index: 2;
  }
  td:focus-visible {
    outline: 3px solid var(--act);
    outline-offset: -2px;
    box-shadow: inset 0 0 0 2px var(--paper);
    z-index: 3;
  }
  td[aria-selected="true"]:focus-visible {
    outline: 4px double var(--here);
    box-shadow:
      inset 0 0 0 3px var(--paper),
      0 0 0 2px var(--act);
  }
  td input {
    position: absolute;
    inset-block: -1px;
    inset-inline-start: -1px;
    inline-size: calc(100% + 2px);
    min-inline-size: 5.5em;
    min-block-size: 0;
    padding: 0 0.25em;
    border: 2px solid var(--act);
    border-radius: 2px;
    color: var(--ink);
    background: var(--paper);
    text-align: end;
    font-size: max(1rem, 1em);
    z-index: 4;
  }
  .problem {
    /* As wide as the table, so that a message moves nothing next to it; a small table has a minimum width. */
    inline-size: 0;
    min-inline-size: max(100%, 12rem);
    font-size: var(--ag-size-least, 0.9375rem);
    max-inline-size: 24rem;
  }
  @media (pointer: coarse) {
    :host(:not([size="small"])) {
      --cell-size: var(--ag-cell-size, max(2.75rem, 2.5em));
    }
  }
  @media (forced-colors: active) {
    td {
      forced-color-adjust: none;
    }
  }
`;

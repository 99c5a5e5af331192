import { css } from "lit";

export const inspectorStyles = css`
  :host {
    display: block;
    font-size: var(--ag-inspector-font-size, 1.0625rem);
    font-variant-numeric: tabular-nums;
  }
  nav ol {
    display: flex;
    flex-wrap: wrap;
    gap: 0.125rem;
    align-items: center;
    margin: 0 0 0.5rem;
    padding: 0;
    list-style: none;
    font-size: var(--ag-size-least, 0.9375rem);
    color: var(--muted);
  }
  nav li {
    display: flex;
    align-items: center;
    gap: 0.125rem;
  }
  nav li + li::before {
    content: "›" / "";
    padding-inline: 0.125rem;
  }
  nav button {
    border-color: transparent;
  }
  nav button[aria-current] {
    color: var(--ink);
    font-weight: 600;
  }
  /* What is said alone makes nothing scroll. */
  .unseen {
    inset-block-end: 0;
  }
  /* Where there is little height, what is said of the arithmetic goes on in its line. */
  .equation {
    display: var(--ag-notes-display, block);
    margin: 0;
    font-size: var(--ag-equation-font-size, 1.25em);
    line-height: var(--ag-equation-line, 1.7);
    overflow-wrap: break-word;
  }
  .left,
  .term {
    white-space: nowrap;
  }
  .untold {
    visibility: hidden;
  }
  .symbol,
  math {
    font-family: var(--ag-font-math, math, serif);
  }
  .symbol.plain {
    font-style: italic;
  }
  .number {
    min-block-size: 0;
    padding: 0 0.0625em;
    border: 0;
    border-radius: 3px;
    line-height: 1.35;
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 0.22em;
  }
  .number:hover {
    background: color-mix(in srgb, var(--act) 16%, transparent);
  }
  .fold {
    padding: 0 0.5em;
    min-block-size: 0;
    font-size: max(var(--ag-size-least, 0rem), 0.8em);
  }
  .value {
    font-weight: 650;
    overflow-wrap: anywhere;
  }
  /* Sixteen digits would be half of a phone's line. */
  @media (max-width: 40rem) {
    .exact {
      display: none;
    }
  }
  .notes {
    display: var(--ag-notes-display, flex);
    flex-wrap: wrap;
    gap: 0.25rem 1rem;
    align-items: center;
    margin: var(--ag-notes-above, 0.5rem) 0 0;
    color: var(--muted);
    font-size: var(--ag-size-least, 0.9375rem);
  }
  @media not (pointer: coarse) {
    .notes button {
      min-block-size: var(--ag-notes-button, 2rem);
    }
  }
  .notes p {
    display: var(--ag-notes-display, block);
    margin: 0;
    max-inline-size: 66ch;
  }
  button[aria-pressed="true"] {
    color: var(--paper);
    background: var(--act);
    border-color: var(--act);
  }
  @media (pointer: coarse) {
    .number,
    .fold {
      position: relative;
      min-block-size: 0;
      min-inline-size: 0;
    }
    .notes button {
      position: relative;
      min-block-size: var(--ag-notes-button, 2.75rem);
    }
    /* The touch area is 44 px high, without more space between lines. */
    .number::after,
    .fold::after,
    .notes button::after {
      content: "";
      position: absolute;
      inset-inline: -0.25rem;
      inset-block: calc(50% - 1.375rem);
    }
    .equation {
      line-height: var(--ag-equation-touched-line, 2);
    }
  }
`;

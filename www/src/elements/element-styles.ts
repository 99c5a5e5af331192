import { css } from "lit";

/** Styles of all elements: the page's tokens with fallbacks, visible focus, and controls that are large enough for touch. */
export const elementStyles = css`
  :host {
    --ink: var(--ag-ink, light-dark(#1b1d21, #eceae4));
    --paper: var(--ag-paper, light-dark(#fdfcf9, #17191d));
    --muted: var(--ag-muted, light-dark(#5a5e66, #a4a8b0));
    --line: var(--ag-line, light-dark(#d8d5cc, #3a3e46));
    --here: var(--ag-here, light-dark(#b3400e, #ffa566));
    --act: var(--ag-act, light-dark(#1257a6, #8fc1ff));
    --wrong: var(--ag-wrong, light-dark(#a3121f, #ff9d96));
    color: var(--ink);
    font-family: var(--ag-font-sans, system-ui, sans-serif);
  }
  :host([hidden]) {
    display: none;
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  button,
  select,
  input,
  textarea {
    font: inherit;
    color: inherit;
  }
  button {
    min-block-size: 2rem;
    padding: 0.125rem 0.5rem;
    border: 1px solid var(--line);
    border-radius: 4px;
    background: none;
    color: var(--act);
    cursor: pointer;
  }
  button:hover {
    border-color: currentcolor;
  }
  button:disabled {
    color: var(--muted);
    cursor: default;
    border-color: var(--line);
  }
  select,
  input,
  textarea {
    min-block-size: 2rem;
    padding: 0.125rem 0.375rem;
    border: 1px solid var(--muted);
    border-radius: 4px;
    background: var(--paper);
  }
  :focus-visible {
    outline: 3px solid var(--act);
    outline-offset: 2px;
  }
  /* What is only told takes no room below what is drawn. */
  .unseen {
    position: absolute;
    inset-block-start: 0;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .problem {
    color: var(--wrong);
    margin-block: 0.5rem 0;
  }
  @media (pointer: coarse) {
    button,
    select,
    input {
      min-block-size: 2.75rem;
      min-inline-size: 2.75rem;
    }
  }
`;

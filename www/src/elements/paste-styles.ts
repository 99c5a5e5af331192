import { css } from "lit";

export const pasteStyles = css`
  dialog {
    inline-size: min(38rem, calc(100vw - 2rem));
    max-block-size: calc(100dvh - 2rem);
    padding: 1.25rem;
    border: 1px solid var(--line);
    border-radius: 8px;
    color: var(--ink);
    background: var(--paper);
  }
  dialog.dropping {
    border-color: var(--act);
    box-shadow: inset 0 0 0 2px var(--act);
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 0.5);
  }
  h2 {
    margin: 0 0 0.5rem;
    font-size: 1.25rem;
    line-height: 1.3;
  }
  p {
    margin: 0 0 0.75rem;
    color: var(--muted);
    font-size: 0.9375rem;
  }
  label {
    display: block;
    font-weight: 600;
  }
  textarea {
    display: block;
    inline-size: 100%;
    min-block-size: 8rem;
    margin-block-start: 0.25rem;
    font: 1rem/1.4 ui-monospace, monospace;
    white-space: pre;
    overflow: auto;
  }
  .file {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 0.75rem;
    align-items: center;
    margin-block: 0.75rem;
    color: var(--muted);
    font-size: 0.9375rem;
  }
  .file span {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  .button {
    position: relative;
    padding: 0.5rem 0.75rem;
    border: 1px solid var(--line);
    border-radius: 6px;
    color: var(--act);
    font-weight: 400;
    cursor: pointer;
  }
  .button:focus-within {
    outline: 3px solid var(--act);
    outline-offset: 2px;
  }
  .button input {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    opacity: 0;
    cursor: pointer;
  }
  .state {
    min-block-size: 3em;
    margin-block: 0.5rem;
    overflow-x: auto;
  }
  .state p {
    margin-block-end: 0.25rem;
    color: inherit;
  }
  fieldset {
    margin: 0 0 0.5rem;
    padding: 0.25rem 0.75rem 0.5rem;
    border: 1px solid var(--line);
    border-radius: 6px;
  }
  legend {
    overflow-wrap: anywhere;
  }
  fieldset label {
    display: flex;
    gap: 0.5rem;
    align-items: center;
    min-block-size: 2rem;
    font-weight: 400;
    cursor: pointer;
  }
  .state .taken {
    color: var(--muted);
    overflow-wrap: anywhere;
  }
  th {
    padding: 0.125rem 0.75rem 0.125rem 0;
    color: var(--muted);
    font-weight: 400;
    text-align: end;
    white-space: nowrap;
  }
  th[scope="row"] {
    text-align: start;
  }
  td {
    padding: 0.125rem 0.75rem 0.125rem 0;
    font-variant-numeric: tabular-nums;
    text-align: end;
    white-space: nowrap;
  }
  .actions {
    display: flex;
    justify-content: flex-end;
    gap: 0.5rem;
  }
  .actions button {
    min-block-size: 2.75rem;
    padding-inline: 1rem;
  }
  .use:not(:disabled) {
    color: var(--paper);
    background: var(--act);
    border-color: var(--act);
  }
`;

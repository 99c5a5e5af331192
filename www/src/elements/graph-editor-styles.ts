import { css } from "lit";

export const graphEditorStyles = css`
  :host {
    container-type: inline-size;
  }
  .beside {
    display: grid;
    gap: 0.5rem 3rem;
  }
  .beside > * {
    min-inline-size: 0;
  }
  @container (min-inline-size: 46rem) {
    .beside {
      grid-template-columns: minmax(0, 30rem) minmax(0, max-content);
      align-items: start;
    }
  }
  .draft {
    stroke: var(--act);
    stroke-width: 2.5;
    stroke-dasharray: 5 4;
    pointer-events: none;
  }
  .node.aimed .ring {
    stroke: var(--act);
    stroke-width: 4;
  }
  .help,
  .problem {
    font-size: 0.9375rem;
    margin-block: 0.5rem;
  }
  .help {
    color: var(--muted);
  }
  .count {
    display: flex;
    gap: 0.5rem;
    align-items: center;
    margin-block: 0.5rem;
    font-size: 0.9375rem;
  }
  .count output {
    min-inline-size: 2ch;
    text-align: center;
    font-variant-numeric: tabular-nums;
  }
  .count button {
    min-inline-size: 2rem;
  }
  .list {
    max-block-size: 28rem;
    overflow: auto;
    inline-size: fit-content;
    max-inline-size: 100%;
    padding: 3px;
    margin: -3px;
  }
  table {
    border-collapse: collapse;
    font-size: 0.9375rem;
  }
  caption {
    text-align: start;
    font-weight: 600;
    padding-block: 0.25rem;
  }
  th {
    text-align: start;
    font-weight: 400;
    color: var(--muted);
    padding: 0.125rem 0.375rem;
  }
  td {
    padding: 0.125rem 0.375rem;
  }
  th,
  td button {
    white-space: nowrap;
  }
  tr.chosen {
    background: color-mix(in srgb, var(--act) 14%, transparent);
  }
  td input {
    inline-size: 5.5em;
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  select {
    min-inline-size: 3.5em;
  }
  @container (max-inline-size: 24rem) {
    th,
    td {
      padding-inline: 0.125rem;
    }
    td input {
      inline-size: 4em;
    }
  }
  @media (pointer: coarse) {
    .count button {
      min-inline-size: 2.75rem;
    }
  }
`;

import { css } from "lit";

export const arcsStyles = css`
  .word {
    font-size: 17px;
  }
  .line,
  .reach {
    fill: none;
    stroke-linecap: butt;
  }
  .reach {
    stroke: transparent;
    stroke-width: 16;
    pointer-events: stroke;
  }
  .faint .line {
    stroke: var(--muted);
    opacity: 0.16;
  }
  .faint:is(:hover, .lit, .chosen) .line {
    opacity: 0.7;
  }
  .mark:focus-visible .number,
  .mark.lit .number,
  .mark.chosen .number {
    font-weight: 700;
  }
  .query {
    cursor: pointer;
    outline: none;
  }
  .ground {
    fill: transparent;
    stroke: transparent;
    stroke-width: 2;
  }
  .query.here .word {
    font-weight: 700;
  }
  .query:hover .ground {
    fill: color-mix(in srgb, var(--act) 10%, transparent);
  }
  .query:focus-visible .ground {
    stroke-width: 4;
  }
`;

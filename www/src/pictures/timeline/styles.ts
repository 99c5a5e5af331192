import { css } from "lit";

export const timelineStyles = css`
  .lane {
    font-weight: 600;
  }
  .cell {
    fill: var(--paper);
  }
  .frame {
    fill: none;
    stroke: color-mix(in srgb, var(--ink) 55%, transparent);
    stroke-width: 1;
    pointer-events: none;
  }
  .wait {
    stroke: var(--muted);
    stroke-width: 1.5;
    stroke-dasharray: 2 5;
  }
  .arrow {
    fill: none;
    stroke: var(--ink);
    stroke-width: 1.5;
    stroke-linejoin: round;
    pointer-events: none;
  }
  .time {
    stroke: var(--muted);
    stroke-width: 1.5;
  }
  .moment {
    font-size: 14px;
    text-anchor: middle;
  }
  .moment-name {
    font-size: 14px;
    text-anchor: end;
  }
`;

import { css } from "lit";

export const mapStyles = css`
  :host {
    display: block;
    min-inline-size: 0;
    --ag-thumbnail-cell: 7px;
    --ag-thumbnail-size: 32px;
    --ag-thumbnail-width: 44px;
  }
  .tools {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-block-end: 8px;
  }
  .tools button {
    font-size: 0.8rem;
  }
  .view {
    overflow: auto;
    max-block-size: var(--ag-map-height, 85vh);
    scrollbar-width: thin;
    overscroll-behavior: contain;
  }
  /* It goes on: the bars come with the scrolling only. */
  .view:is([data-cut], [data-cut-below]) {
    mask-image:
      linear-gradient(to left, var(--end, #000), #000 2rem), linear-gradient(to top, var(--below, #000), #000 2rem);
    mask-composite: intersect;
  }
  .view[data-cut] {
    --end: transparent;
  }
  .view[data-cut-below] {
    --below: transparent;
  }
  .sizer {
    position: relative;
    margin-inline: auto;
    overflow: clip;
  }
  .canvas {
    position: absolute;
    inset-block-start: 0;
    inset-inline-start: 0;
    transform-origin: 0 0;
  }
  .close {
    --ag-thumbnail-size: 20px;
    --ag-thumbnail-width: 30px;
  }
  .arrows {
    position: absolute;
    z-index: 1;
    inset: 0;
    overflow: visible;
    pointer-events: none;
  }
  .arrow {
    color: color-mix(in srgb, var(--muted) 62%, var(--paper));
  }
  .arrow path:first-child {
    fill: none;
    stroke: currentcolor;
    stroke-width: 1.25;
  }
  .arrow path + path {
    fill: currentcolor;
  }
  .passed-by {
    opacity: 0.45;
  }
  .arrow.quiet {
    opacity: 0;
  }
  .arrow.quiet:is(.lit, .pointed) {
    opacity: 1;
  }
  .arrow.quiet path:first-child {
    stroke-dasharray: 2 4;
  }
  .arrow.lit {
    color: var(--here);
  }
  .arrow.pointed {
    color: var(--act);
  }
  .arrow:is(.lit, .pointed) path:first-child {
    stroke-width: 2.25;
  }
  .part {
    outline: none;
  }
  .frame,
  .head {
    position: absolute;
    inset-block-start: 0;
    inset-inline-start: 0;
    pointer-events: none;
  }
  .head {
    z-index: 2;
  }
  .frame {
    border: 1px solid var(--line);
    border-radius: 12px;
    background: color-mix(in srgb, var(--ink) 3%, transparent);
  }
  .frame.here {
    border-color: color-mix(in srgb, var(--here) 60%, var(--line));
  }
  .title {
    position: absolute;
    inset-block-start: 5px;
    inset-inline-start: 8px;
    max-inline-size: calc(100% - 16px);
    padding: 1px 7px 1px 5px;
    border-radius: 5px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-size: 13px;
    line-height: 20px;
    font-weight: 600;
    background: color-mix(in srgb, var(--ink) 3%, var(--paper));
    cursor: pointer;
    pointer-events: auto;
  }
  .title::before,
  .box.folded .name::before {
    content: "";
    display: inline-block;
    inline-size: 0;
    block-size: 0;
    margin-inline-end: 6px;
    border: 4px solid transparent;
    border-block-start: 6px solid var(--act);
    border-block-end: 0;
    vertical-align: 1px;
  }
  .box.folded .name::before {
    border: 4px solid transparent;
    border-inline-start: 6px solid var(--act);
    border-inline-end: 0;
    vertical-align: 0;
  }
  .title:hover {
    color: var(--act);
  }
  .part:focus-visible > .head > .title {
    outline: 3px solid var(--act);
    outline-offset: 1px;
  }
  .box {
    position: absolute;
    z-index: 2;
    inset-block-start: 0;
    inset-inline-start: 0;
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    grid-template-rows: 20px 20px;
    align-content: center;
    column-gap: 8px;
    padding-inline: 9px;
    border: 1px solid color-mix(in srgb, var(--muted) 45%, var(--paper));
    border-radius: 8px;
    background: var(--paper);
    font-size: 13px;
    line-height: 20px;
    cursor: pointer;
    user-select: none;
  }
  .box.given {
    border-style: dashed;
  }
  .box.folded {
    border-color: color-mix(in srgb, var(--muted) 70%, var(--paper));
    box-shadow:
      3px 3px 0 -1px var(--paper),
      3px 3px 0 0 color-mix(in srgb, var(--muted) 70%, var(--paper));
  }
  .name {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .folded .name {
    font-weight: 600;
  }
  .close .name {
    grid-column: 1 / 3;
  }
  .tall {
    grid-template-rows: 34px 20px;
  }
  .tall .name {
    line-height: 17px;
    white-space: normal;
  }
  .below {
    grid-row: 2;
    display: flex;
    align-items: baseline;
    gap: 8px;
    min-inline-size: 0;
    white-space: nowrap;
    color: var(--muted);
    font-size: 12px;
    font-variant-numeric: tabular-nums;
  }
  .symbol {
    overflow: hidden;
    min-inline-size: 0;
    color: var(--ink);
    font-size: 14px;
  }
  .shape {
    flex: none;
  }
  ag-thumbnail {
    grid-area: 1 / 2 / 3 / 3;
    align-self: center;
    pointer-events: none;
  }
  .close ag-thumbnail {
    grid-row: 2;
  }
  .progress {
    position: absolute;
    inset-block-end: 0;
    inset-inline-start: 8px;
    inset-inline-end: 8px;
    block-size: 3px;
    border-radius: 3px 3px 0 0;
    overflow: hidden;
  }
  .progress span {
    display: block;
    block-size: 100%;
    background: var(--muted);
  }
  .box:hover {
    border-color: var(--act);
  }
  .box.operand {
    border-color: var(--here);
  }
  .box.current {
    outline: 3px solid var(--here);
    outline-offset: -1px;
    border-color: var(--here);
  }
  .box.current .progress span {
    background: var(--here);
  }
  .box:focus-visible {
    outline: 3px solid var(--act);
    outline-offset: 2px;
  }
  .box.current:focus-visible {
    box-shadow: inset 0 0 0 3px var(--here);
  }
  .small {
    position: absolute;
    inset-block-start: -9px;
    inset-inline-end: -9px;
    block-size: 18px;
    min-inline-size: 18px;
    padding-inline: 4px;
    border: 1px solid var(--line);
    border-radius: 9px;
    background: var(--paper);
    color: var(--act);
    font-size: 11px;
    line-height: 16px;
    text-align: center;
  }
  .small::after {
    content: attr(data-sign);
  }
  .small:hover {
    border-color: currentcolor;
  }
  math {
    font-family: var(--ag-font-math, math);
    font-feature-settings: "dtls" off;
  }
  .tml-sml-pad {
    padding-left: 0.05em;
  }
  .tml-med-pad {
    padding-left: 0.1em;
  }
  .tml-lrg-pad {
    padding-left: 0.15em;
  }
  .chr-sml {
    transform: translate(0.07em, 0);
  }
  .chr-med {
    transform: translate(0.14em, 0);
  }
  .chr-lrg {
    transform: translate(0.21em, 0);
  }
  @media (prefers-reduced-motion: no-preference) {
    .moving :is(.box, .frame, .head) {
      transition:
        opacity 180ms ease-out,
        translate 180ms ease-out,
        inline-size 180ms ease-out,
        block-size 180ms ease-out;
    }
    .moving .arrows {
      animation: appear 180ms ease-out;
    }
    @starting-style {
      .moving .box {
        opacity: 0;
      }
    }
    @keyframes appear {
      from {
        opacity: 0;
      }
    }
  }
  @media (pointer: coarse) {
    .title {
      inset-block-start: 1px;
      line-height: 28px;
    }
    .small {
      block-size: 24px;
      line-height: 22px;
      border-radius: 12px;
    }
  }
  @media print {
    .tools,
    .small {
      display: none;
    }
    .view {
      overflow: visible;
      max-block-size: none;
      mask-image: none;
    }
    .box {
      break-inside: avoid;
    }
  }
`;

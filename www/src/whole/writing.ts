/** How a sentence is written on: the shares of the next word laid end to end from 0 to 1, and the word on whose part a drawn number falls. */
import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import { styleProperties } from "../elements/style-properties.ts";
import type { TraceStep } from "../library.ts";
import { categoryCss } from "../numbers/categories.ts";
import { formatCell, plain } from "../numbers/format.ts";

/** A word that was written after one of the lanes: by the number that was drawn, between 0 and 1, or as the most probable. */
export interface Written {
  readonly lane: number;
  readonly drawn: number | null;
}

/** A word's part of the line from 0 to 1. */
export interface Section {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** The parts of the words, in their order: each is as long as its share. */
export function sectionsOf(shares: readonly number[]): readonly Section[] {
  const found: Section[] = [];
  for (const [at, share] of shares.entries()) {
    const from = found.at(-1)?.to ?? 0;
    found.push({ at, from, to: at === shares.length - 1 ? 1 : from + share });
  }
  return found;
}

/** The section on which a number falls, or the longest. */
export function chosenOf(sections: readonly Section[], drawn: number | null): Section | undefined {
  if (drawn !== null) return sections.find(({ to }) => drawn < to);
  return sections.reduce<Section | undefined>(
    (longest, one) => (longest && longest.to - longest.from >= one.to - one.from ? longest : one),
    undefined,
  );
}

/** The shares of a lane. */
export function sharesOf({ shape, data }: TraceStep, lane: number): readonly number[] {
  const columns = shape.at(-1) ?? 1;
  return Array.from({ length: columns }, (_, at) => data[lane * columns + at] ?? 0);
}

export interface LineView {
  readonly step: TraceStep;
  readonly lane: number;
  readonly width: number;
  readonly nameOf: (position: number) => string;
  readonly written: Written | null;
  readonly says: string;
}

/** The line lies so far below the number above it, and is so high; a letter needs so much of it; a number's mark goes so far into it, above the words. */
const [TOP, HIGH, LETTER, TICK] = [24, 30, 8, 7];
/** A number at the line's end has room beside it. */
const ASIDE = 18;

/** Draws the line from 0 to 1, with the number that was drawn. */
export function drawLine({ step, lane, width, nameOf, written, says }: LineView): TemplateResult {
  const shares = sharesOf(step, lane);
  const sections = sectionsOf(shares);
  const chosen = written ? chosenOf(sections, written.drawn) : undefined;
  const x = (value: number) => ASIDE + value * (width - 2 * ASIDE);
  return html`<svg class="whole-line" role="img" aria-label=${says} width=${width} height=${TOP + HIGH + 18} ${styleProperties({ "--lane": categoryCss(lane) })}>
    ${
      /* The chosen one last, above the borders of the others. */ sections
        .toSorted((one, other) => Number(one.at === chosen?.at) - Number(other.at === chosen?.at))
        .map((one) =>
          section(one, {
            ...{ step, lane, x, share: shares[one.at] ?? 0 },
            name: nameOf(one.at),
            isChosen: one.at === chosen?.at,
          }),
        )
    }
    ${[0, 1].map((end) => svg`<text class="end" x=${x(end)} y=${TOP + HIGH + 11}>${end}</text>`)}
    ${
      typeof written?.drawn === "number"
        ? svg`<g class="drawn" data-drawn=${plain(written.drawn)} ${styleProperties({ translate: `${x(written.drawn)}px 0` })}>
            <path d=${`M0 ${TOP + TICK}V${TOP}l-5 -7h10l-5 7`}></path>
            <text x="0" y="9">${formatCell(written.drawn)}</text>
          </g>`
        : nothing
    }
  </svg>`;
}

interface SectionView {
  readonly step: TraceStep;
  readonly lane: number;
  readonly x: (value: number) => number;
  readonly share: number;
  readonly name: string;
  readonly isChosen: boolean;
}

function section({ at, from, to }: Section, { step, lane, x, share, name, isChosen }: SectionView): SVGTemplateResult {
  const width = x(to) - x(from);
  return svg`<g class=${isChosen ? "section chosen" : "section"} data-step=${step.id} data-index=${`${lane},${at}`} data-value=${plain(share)}>
    <rect x=${x(from)} y=${TOP} width=${Math.max(0, width)} height=${HIGH}></rect>
    ${width > LETTER * (name.length + 1) ? svg`<text x=${x((from + to) / 2)} y=${TOP + HIGH / 2}>${name}</text>` : nothing}
    <title>${name} ${formatCell(share)}</title>
  </g>`;
}

import type { Sheet, SheetPart } from "attograph/sheet";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Lab } from "../library.ts";
import { exerciseAddress } from "../practice/exercise-head.ts";
import { sheetAddress } from "../sheet/address.ts";
import { changesOf } from "../sheet/own-part.ts";
import { openSheet, pollOf } from "../sheet/work.ts";
import { sectionAddress } from "../state/addresses.ts";
import { t } from "../text.ts";
import { pollBoxes, pollKey } from "./poll.ts";
import { SheetElement, shortAddress } from "./sheet.ts";

/** A sheet for a class on paper: its texts and polls, where its exercises are, and on another sheet the answers to the polls. */
@customElement("ag-class-sheet")
export class ClassSheetElement extends SheetElement {
  /** The sheet, as it stands in the address. */
  @property({ attribute: false }) code!: string;

  #sheet: Sheet | null = null;

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("code")) this.#sheet = openSheet(this.lab, this.code);
  }

  protected override get heading(): string {
    return this.#sheet?.title ?? t("sheet.sheet");
  }

  protected override get address(): string {
    return sheetAddress(this.#sheet);
  }

  protected override contents(): TemplateResult {
    const { lab } = this;
    if (!this.#sheet) return html`<p class="problem" role="alert">${t("sheet.damaged")}</p>`;
    const { title, parts } = this.#sheet;
    const polls = parts.flatMap((part, at) => {
      const poll = pollOf(part);
      return poll === null ? [] : [{ poll, number: at + 1 }];
    });
    const question = (poll: string) => t(`polls.${poll}.question`);
    return html`<section class="print-task">
        <header class="handout-head">
          <p class="print-lines"><span>${t("ui.printName")}</span><span>${t("ui.printDate")}</span></p>
          <h1>${title}</h1>
        </header>
        ${parts.map((part, at) => html`<section class="print-part" data-part=${at}>${printed(lab, part, at + 1)}</section>`)}
      </section>
      ${
        polls.length === 0
          ? nothing
          : html`<section class="print-solution">
              <h1>${t("practice.solutionOf", { title })}</h1>
              ${polls.map(({ poll, number }) => html`<section class="print-part"><h2>${number} ${question(poll)}</h2>${pollKey(lab, poll)}</section>`)}
            </section>`
      }`;
  }
}

/** A part. The numbers of an exercise follow from the name, so that it has a sheet of its own. */
function printed(lab: Lab, part: SheetPart, number: number): TemplateResult {
  switch (part.kind) {
    case "text":
      return html`<p class="print-text">${part.text}</p>`;
    case "derivation":
      return html`<h2>${number} ${t(`derivations.${part.id}.title`)}</h2>
        <p class="fine">${shortAddress(sectionAddress("exercises", part.id))}</p>`;
    case "exercise": {
      const { id, difficulty, seeds } = part;
      const [seed, last] = seeds;
      const practice = { section: "exercises", id, difficulty, solution: false } as const;
      const address = shortAddress(exerciseAddress(practice, seed, changesOf(lab, part)));
      const drawn = t("ui.printSeed", { seed, difficulty: t(`practice.difficulties.${difficulty}`) });
      const which =
        seed === last
          ? `${part.own === undefined ? drawn : t("sheet.lecturersInputs")} · ${address}`
          : t(part.own === undefined ? "sheet.ownNumbers" : "sheet.ownRest");
      return html`<h2>${number} ${t(`exercises.${id}.title`)}</h2>
        <p>${t(`exercises.${id}.task`)}</p>
        <p class="fine">${which}</p>`;
    }
    case "poll":
      return html`<h2>${number} ${t(`polls.${part.id}.question`)}</h2>${pollBoxes(part.id)}`;
    case "own-poll":
      return html`<h2>${number} ${t(`polls.${part.poll.id}.question`)}</h2>${pollBoxes(part.poll.id)}`;
  }
}

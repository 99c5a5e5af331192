import { html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { findPoll } from "../lecture/contents.ts";
import { pollAddress } from "../lecture/own.ts";
import { sourceLine } from "../lecture/source-line.ts";
import { t } from "../text.ts";
import { pollBoxes, pollKey } from "./poll.ts";
import { SheetElement } from "./sheet.ts";

/** A poll on paper: its statements with boxes; on another sheet which of them hold. */
@customElement("ag-poll-sheet")
export class PollSheetElement extends SheetElement {
  @property({ attribute: false }) poll!: string;

  protected override get heading(): string {
    return t(`polls.${this.poll}.question`);
  }

  protected override get address(): string {
    return pollAddress(this.poll);
  }

  protected override contents(): TemplateResult {
    const { lab, poll } = this;
    const entry = findPoll(poll);
    return html`<section class="print-task">
        <header class="handout-head">
          <p class="print-lines"><span>${t("ui.printName")}</span><span>${t("ui.printDate")}</span></p>
          <h1>${this.heading}</h1>
          ${entry ? sourceLine(entry) : null}
        </header>
        ${pollBoxes(poll)}
      </section>
      <section class="print-solution">
        <h1>${t("practice.solutionOf", { title: this.heading })}</h1>
        ${pollKey(lab, poll)}
      </section>`;
  }
}

import { handIn, type Sheet, type SheetLab, type SheetPart } from "attograph/sheet";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import { LightElement } from "../elements/light-element.ts";
import { findPoll } from "../lecture/contents.ts";
import { pollAddress } from "../lecture/own.ts";
import { choicesOf } from "../lecture/poll-answers.ts";
import { problemText } from "../lesson/problem-text.ts";
import { type Lab, type Problem, problemOf } from "../library.ts";
import { sheetFileName } from "../practice/exercise-end.ts";
import { exerciseAddress } from "../practice/exercise-head.ts";
import { saveFile } from "../practice/files.ts";
import type { Progress } from "../practice/progress.ts";
import { storeNotice } from "../practice/store-notice.ts";
import type { WorkKey } from "../practice/work.ts";
import { remember, remembered } from "../state/preferences.ts";
import { NO_CHANGES } from "../state/state.ts";
import { t } from "../text.ts";
import { changesOf } from "./own-part.ts";
import { answersTo, needsName, openSheet, workKey } from "./work.ts";

const NAME = "attograph.sheet-name";
const LONGEST_NAME = 200;

/** What is asked of the library. */
const labOf = ({ engine, homework, markDerivation, reveal, questions }: Lab): SheetLab => ({
  ...{ engine, homework, markDerivation, reveal },
  ...questions,
});

/** A sheet to work on: its parts with what is done, and the file to hand in. */
@customElement("ag-sheet")
export class SheetElement extends LightElement {
  @property({ attribute: false }) lab!: Lab;
  /** The sheet, as it stands in the address. */
  @property({ attribute: false }) code!: string;
  @property({ attribute: false }) progress!: Progress;
  @property({ attribute: false }) language!: string;
  @state() private name: string = remembered(NAME) ?? "";
  @state() private saved = "";
  @state() private problem: Problem | null = null;

  #sheet: Sheet | null = null;
  #unsubscribe: (() => void) | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#unsubscribe = this.progress.subscribe(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unsubscribe?.();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("code")) this.#sheet = openSheet(this.lab, this.code);
  }

  protected override render(): TemplateResult {
    const sheet = this.#sheet;
    if (!sheet) {
      return html`<div class="section"><h1>${t("sheet.sheet")}</h1><p class="problem" role="alert">${t("sheet.damaged")}</p></div>`;
    }
    const waits = needsName(sheet) && this.name.trim() === "";
    return html`<div class="section sheet">
      <header>
        <h1>${sheet.title}</h1>
        <p class="lead">${t("sheet.lead")}</p>
        ${storeNotice(this.progress.problem)}
      </header>
      <label class="sheet-name">${t("sheet.name")}
        <input type="text" autocomplete="name" maxlength=${LONGEST_NAME} .value=${live(this.name)} @input=${this.#rename} />
      </label>
      ${waits ? html`<p class="notice">${t("sheet.nameFirst")}</p>` : nothing}
      <ol class="sheet-parts">${sheet.parts.map((part, place) => this.#part(sheet, part, place, waits))}</ol>
      <form class="hand-in" @submit=${this.#handIn}>
        <button type="submit" data-action="hand-in-sheet" ?disabled=${this.name.trim() === ""}>${t("practice.handIn")}</button>
        <p class="fine">${t("sheet.handInLead")}</p>
        <p class="message" role="status">${this.saved}</p>
        ${this.problem ? html`<p class="problem" role="alert">${problemText(this.problem)}</p>` : nothing}
      </form>
    </div>`;
  }

  #part(sheet: Sheet, part: SheetPart, place: number, waits: boolean): TemplateResult {
    if (part.kind === "text") return html`<li class="sheet-text"><p>${part.text}</p></li>`;
    if (part.kind === "poll" || part.kind === "own-poll") {
      const id = part.kind === "poll" ? part.id : part.poll.id;
      const options = findPoll(id)?.options ?? [];
      const answered = Object.keys(choicesOf(this.progress, id, options)).length;
      const done = t("sheet.answered", { answered, count: options.length });
      return this.#entry(place, pollAddress(id), t(`polls.${id}.question`), done);
    }
    const { id } = part;
    const texts = part.kind === "exercise" ? "exercises" : "derivations";
    const title = t(`${texts}.${id}.title`);
    const key = waits && part.kind === "exercise" ? null : workKey(this.lab, sheet, place, this.name);
    if (!key) return this.#entry(place, null, title, "");
    const practice = { section: "exercises", id, difficulty: key.difficulty, solution: false } as const;
    const work = this.progress.find(key);
    const done = work ? t("practice.rightOf", { right: work.right, count: work.asked }) : t("sheet.notBegun");
    const changes = part.kind === "exercise" ? changesOf(this.lab, part) : NO_CHANGES;
    const address = exerciseAddress(practice, key.seed, changes);
    return this.#entry(place, address, title, `${factsOf(part, key)}${done}`);
  }

  #entry(place: number, address: string | null, title: string, done: string): TemplateResult {
    return html`<li data-part=${place}>
      ${address === null ? title : html`<a href=${address}>${title}</a>`}
      <p class="fine">${done}</p>
    </li>`;
  }

  readonly #rename = (event: Event) => {
    this.name = (event.currentTarget as HTMLInputElement).value;
    this.saved = "";
    remember(NAME, this.name);
  };

  readonly #handIn = async (event: Event) => {
    event.preventDefault();
    const [sheet, name] = [this.#sheet, this.name.trim()];
    if (!sheet || name === "") return;
    try {
      const answers = sheet.parts.map((_, place) => answersTo(this.lab, this.progress, sheet, place, name));
      const file = sheetFileName(sheet.title, name);
      saveFile(file, `${JSON.stringify(await handIn(labOf(this.lab), sheet, name, answers), null, 2)}\n`);
      this.saved = t("sheet.saved", { file, name });
      this.problem = null;
    } catch (error) {
      this.problem = problemOf(error);
    }
  };
}

/** Which numbers an exercise has. */
function factsOf(part: SheetPart, { seed, difficulty }: WorkKey): string {
  if (part.kind !== "exercise") return "";
  const numbers = part.own === undefined ? `${t("ui.seed")} ${seed}` : t("sheet.lecturersInputs");
  return `${numbers} · ${t(`practice.difficulties.${difficulty}`)} · `;
}

import { inWords } from "attograph/questions";
import { readSheet, type Sheet, type SheetPart } from "attograph/sheet";
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import { LightElement } from "../elements/light-element.ts";
import { ownPolls, POLLS } from "../lecture/contents.ts";
import { announce, KEPT, ownPoll } from "../lecture/own.ts";
import type { Lab } from "../library.ts";
import { DERIVATIONS, EXERCISES } from "../practice/contents.ts";
import { chosenText, saveFile } from "../practice/files.ts";
import type { Language } from "../state/language.ts";
import { remember, remembered } from "../state/preferences.ts";
import { DIFFICULTIES, LARGEST_SEED, readSeed } from "../state/state.ts";
import { StoredElsewhere } from "../state/stored-elsewhere.ts";
import { t } from "../text.ts";
import { sheetAddress } from "./address.ts";
import { exerciseIn } from "./own-part.ts";
import { isKnown, pollOf } from "./work.ts";

const DRAFT = "attograph.sheet";
const LONGEST_TITLE = 200;
const LONGEST_TEXT = 5000;
const MOST_PARTS = 50;
/** A sheet for a class begins with numbers for so many students. */
const SEEDS = [1, 1000] as const;

interface Draft {
  readonly title: string;
  readonly parts: readonly SheetPart[];
}

const EMPTY: Draft = { title: "", parts: [] };

/** For the lecturer: puts a sheet together, and gives it as a link or as a file. */
@customElement("ag-sheet-composer")
export class SheetComposerElement extends LightElement {
  @property({ attribute: false }) lab!: Lab;
  @property({ attribute: false }) language!: Language;
  @state() private draft: Draft = EMPTY;
  @state() private message = "";
  /** Whether the last address was none of an exercise. */
  @state() private refused = false;

  protected override willUpdate(): void {
    if (!this.hasUpdated) this.draft = keptDraft(this.lab);
  }

  constructor() {
    super();
    announce();
    new StoredElsewhere(this, () => KEPT, announce);
  }

  protected override render(): TemplateResult {
    const { draft } = this;
    return html`<div class="section sheet">
      <header>
        <h1>${t("sheet.compose")}</h1>
        <p class="lead">${t("sheet.composeLead")}</p>
      </header>
      <label class="sheet-name">${t("sheet.title")}
        <input id="sheet-title" type="text" maxlength=${LONGEST_TITLE} .value=${live(draft.title)} @input=${(
          event: Event,
        ) => this.#keep({ ...draft, title: (event.currentTarget as HTMLInputElement).value })} />
      </label>
      <ol class="sheet-parts">${draft.parts.map((part, place) => this.#part(part, place))}</ol>
      ${this.#adding()}
      ${this.#result()}
    </div>`;
  }

  #keep(draft: Draft): void {
    this.draft = draft;
    this.message = "";
    remember(DRAFT, JSON.stringify(draft));
  }

  #change(place: number, part: SheetPart): void {
    const { draft } = this;
    this.#keep({ ...draft, parts: draft.parts.map((other, at) => (at === place ? part : other)) });
  }

  #move(place: number, by: number): void {
    const parts = [...this.draft.parts];
    const [moved] = parts.splice(place, 1);
    if (moved) parts.splice(place + by, 0, moved);
    this.#keep({ ...this.draft, parts });
  }

  #part(part: SheetPart, place: number): TemplateResult {
    const number = place + 1;
    const button = (action: string, disabled: boolean, click: () => void) => html`<button
      type="button"
      data-action=${action}
      ?disabled=${disabled}
      aria-label=${t(`sheet.${action}`, { number })}
      @click=${click}
    >${{ up: "↑", down: "↓", remove: "×" }[action]}</button>`;
    return html`<li data-part=${place} data-kind=${part.kind}>
      <div class="sheet-part">
        ${this.#fields(part, place)}
        <div class="actions">
          ${button("up", place === 0, () => this.#move(place, -1))}
          ${button("down", place === this.draft.parts.length - 1, () => this.#move(place, 1))}
          ${button("remove", false, () => this.#keep({ ...this.draft, parts: this.draft.parts.filter((_, at) => at !== place) }))}
        </div>
      </div>
    </li>`;
  }

  #fields(part: SheetPart, place: number): TemplateResult {
    switch (part.kind) {
      case "text":
        return html`<label>${t("sheet.kinds.text")}
          <textarea rows="3" maxlength=${LONGEST_TEXT} .value=${live(part.text)} @input=${(event: Event) =>
            this.#change(place, { kind: "text", text: (event.currentTarget as HTMLTextAreaElement).value })}></textarea>
        </label>`;
      case "poll":
        return html`<p>${t(`polls.${part.id}.question`)} <span class="fine">${part.id}</span></p>`;
      case "own-poll":
        return html`<p>${inWords(part.poll.question, this.language)} <span class="fine">${part.poll.id}</span></p>`;
      case "derivation":
        return html`<p>${t(`derivations.${part.id}.title`)}</p>`;
      case "exercise":
        return this.#exercise(part, place);
    }
  }

  #exercise(part: Extract<SheetPart, { kind: "exercise" }>, place: number): TemplateResult {
    const [first, last] = part.seeds;
    const seed = (at: 0 | 1, event: Event) => {
      const field = event.currentTarget as HTMLInputElement;
      const chosen = readSeed(field.value);
      if (chosen === null) field.value = String(part.seeds[at]);
      else
        this.#change(place, {
          ...part,
          seeds: at === 0 ? [chosen, Math.max(chosen, last)] : [Math.min(first, chosen), chosen],
        });
    };
    const field = (at: 0 | 1) => html`<label>${t(at === 0 ? "sheet.first" : "sheet.last")}
      <input type="number" min="0" max=${LARGEST_SEED} step="1" data-seed=${at} .value=${live(String(part.seeds[at]))} @change=${(event: Event) => seed(at, event)} />
    </label>`;
    return html`<div class="sheet-exercise">
      <p>${t(`exercises.${part.id}.title`)}${part.own === undefined ? nothing : html` <span class="fine">${t("sheet.withOwn")}</span>`}</p>
      <label>${t("practice.difficulty")}
        <select @change=${(event: Event) => {
          const difficulty = DIFFICULTIES.find((one) => one === (event.currentTarget as HTMLSelectElement).value);
          if (difficulty) this.#change(place, { ...part, difficulty });
        }}>${DIFFICULTIES.map((one) => html`<option value=${one} .selected=${one === part.difficulty}>${t(`practice.difficulties.${one}`)}</option>`)}</select>
      </label>
      ${field(0)} ${field(1)}
      <p class="fine">${t(first === last ? "sheet.sameNumbers" : part.own === undefined ? "sheet.ownNumbers" : "sheet.ownRest")}</p>
    </div>`;
  }

  #adding(): TemplateResult {
    const group = (
      kind: Exclude<SheetPart["kind"], "text">,
      ids: readonly string[],
      title: (id: string) => string,
    ) => html`<optgroup label=${t(`sheet.kinds.${kind}`)}>
      ${ids.map((id, at) => html`<option value=${`${kind}/${id}`} ?selected=${kind === "exercise" && at === 0}>${title(id)}</option>`)}
    </optgroup>`;
    const poll = (id: string) => `${id}: ${t(`polls.${id}.question`)}`;
    const ids = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id);
    // A sheet has a poll once.
    const own = ids(ownPolls()).filter((id) => this.draft.parts.every((part) => pollOf(part) !== id));
    return html`<form class="actions" @submit=${this.#add}>
      <label class="unseen" for="sheet-add">${t("sheet.choose")}</label>
      <select id="sheet-add">
        ${group("exercise", ids(EXERCISES), (id) => t(`exercises.${id}.title`))}
        ${group("derivation", ids(DERIVATIONS), (id) => t(`derivations.${id}.title`))}
        ${group("poll", ids(POLLS), poll)}
        ${own.length === 0 ? nothing : group("own-poll", own, poll)}
        <option value="text/">${t("sheet.kinds.text")}</option>
      </select>
      <button type="submit" data-action="add" ?disabled=${this.#isFull}>${t("sheet.add")}</button>
    </form>
    <form class="actions" @submit=${this.#addOwn}>
      <label>${t("sheet.ownAddress")}
        <input id="sheet-own" type="text" autocomplete="off" placeholder="…#/exercises/…" />
      </label>
      <button type="submit" data-action="add-own" ?disabled=${this.#isFull}>${t("sheet.add")}</button>
    </form>
    <p class="fine">${t("sheet.ownLead")}</p>
    ${this.refused ? html`<p class="problem" role="alert">${t("sheet.noExercise")}</p>` : nothing}`;
  }

  get #isFull(): boolean {
    return this.draft.parts.length >= MOST_PARTS;
  }

  readonly #addOwn = (event: Event) => {
    event.preventDefault();
    const field = this.querySelector<HTMLInputElement>("#sheet-own");
    const part = exerciseIn(this.lab, field?.value ?? "");
    this.refused = part === null;
    if (!field || !part) return;
    this.#keep({ ...this.draft, parts: [...this.draft.parts, part] });
    field.value = "";
  };

  readonly #add = (event: Event) => {
    event.preventDefault();
    const [kind, id = ""] = (this.querySelector<HTMLSelectElement>("#sheet-add")?.value ?? "").split("/");
    const poll = ownPoll(id);
    const parts: Record<string, SheetPart> = {
      ...(poll && { "own-poll": { kind: "own-poll", poll } }),
      exercise: { kind: "exercise", id, difficulty: "easy", seeds: SEEDS },
      derivation: { kind: "derivation", id },
      poll: { kind: "poll", id },
      ...(poll && { "own-poll": { kind: "own-poll", poll } }),
      text: { kind: "text", text: "" },
    };
    const part = parts[kind ?? ""];
    if (part) this.#keep({ ...this.draft, parts: [...this.draft.parts, part] });
  };

  /** The sheet, once it is one. */
  get #sheet(): Sheet | null {
    try {
      return readSheet({ format: "attograph-sheet", version: 1, ...this.draft });
    } catch {
      return null;
    }
  }

  #result(): TemplateResult {
    const sheet = this.#sheet;
    const address = sheet ? new URL(sheetAddress(sheet), location.href).href : null;
    return html`<section aria-labelledby="sheet-link">
      <h2 id="sheet-link">${t("sheet.give")}</h2>
      ${
        address === null
          ? html`<p>${t("sheet.unfinished")}</p>`
          : html`<p>${t("sheet.giveLead")}</p>
            <p class="sheet-address"><a data-sheet href=${address}>${address}</a></p>`
      }
      <div class="actions">
        ${
          address === null
            ? nothing
            : html`<button type="button" data-action="copy" @click=${() => void this.#copy(address)}>${t("sheet.copy")}</button>
              <button type="button" data-action="save-sheet" @click=${() => saveFile("attograph-sheet.json", `${JSON.stringify(sheet, null, 2)}\n`)}>${t("sheet.save")}</button>`
        }
        <label class="button file">${t("sheet.open")}
          <input class="unseen" type="file" accept="application/json,.json" @change=${this.#open} />
        </label>
      </div>
      <p class="message" role="status">${this.message}</p>
    </section>`;
  }

  async #copy(address: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(address);
      this.message = t("sheet.copied");
    } catch {
      const link = this.querySelector("[data-sheet]");
      if (link) getSelection()?.selectAllChildren(link);
    }
  }

  readonly #open = async (event: Event) => {
    const chosen = await chosenText(event.currentTarget as HTMLInputElement);
    if (chosen === null) return;
    try {
      if (!chosen.ok) throw new Error(chosen.problem);
      const { title, parts } = readSheet(JSON.parse(chosen.text));
      if (!parts.every((part) => isKnown(this.lab, part))) throw new Error("a part is unknown");
      this.#keep({ title, parts });
    } catch {
      this.message = t("sheet.noSheet");
    }
  };
}

/** The sheet that was being composed on this device. */
function keptDraft(lab: Lab): Draft {
  try {
    const { title, parts } = { ...EMPTY, ...JSON.parse(remembered(DRAFT) ?? "{}") };
    // A text that is still empty makes no sheet, but is part of a draft.
    const whole = parts.map((part: SheetPart) =>
      part.kind === "text" && part.text === "" ? { ...part, text: "…" } : part,
    );
    if (parts.length === 0) return { title: String(title), parts: [] };
    readSheet({ format: "attograph-sheet", version: 1, title: "…", parts: whole });
    return parts.every((part: SheetPart) => isKnown(lab, part)) ? { title: String(title), parts } : EMPTY;
  } catch {
    return EMPTY;
  }
}

import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { LightElement } from "../elements/light-element.ts";
import { decodeInputs } from "../state/packed.ts";
import { type Inputs, NO_CHANGES, type Practice } from "../state/state.ts";
import { TOPICS } from "../state/topics.ts";
import { algorithmTexts, t } from "../text.ts";
import { DERIVATIONS, EXERCISES } from "./contents.ts";
import { exerciseAddress } from "./exercise-head.ts";
import { chosenText, LARGEST_MEGABYTES, saveFile } from "./files.ts";
import { ownSeed } from "./own-seed.ts";
import type { Progress } from "./progress.ts";
import { COMPOSER } from "./sheet-id.ts";
import { storeNotice } from "./store-notice.ts";
import type { Work } from "./work.ts";
import { readWorks, writeWorks } from "./work-file.ts";

/** Every exercise by topic, with the progress on this device. */
@customElement("ag-exercises")
export class ExercisesElement extends LightElement {
  @property({ attribute: false }) practice!: Practice;
  @property({ attribute: false }) language!: string;
  @property({ attribute: false }) progress!: Progress;
  /** The result of importing a file. */
  @state() private message: { readonly text: string; readonly refused: boolean } | null = null;

  #unsubscribe: (() => void) | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#unsubscribe = this.progress.subscribe(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unsubscribe?.();
  }

  protected override render(): TemplateResult {
    return html`<div class="section">
      <header>
        <h1>${t("ui.exercises")}</h1>
        <p class="lead">${t("practice.lead")}</p>
        ${storeNotice(this.progress.problem)}
        <p><a data-action="compose" href=${exerciseAddress({ ...this.practice, id: COMPOSER }, 1)}>${t("sheet.link")}</a></p>
      </header>
      ${this.#topics()}
      <section aria-labelledby="derivations-title">
        <h2 id="derivations-title">${t("practice.derivations")}</h2>
        <ul class="exercise-list">${DERIVATIONS.map(({ id }) => this.#entry(id, "derivations"))}</ul>
      </section>
      ${this.#files()}
    </div>`;
  }

  #topics(): TemplateResult[] {
    const texts = algorithmTexts();
    return TOPICS.flatMap((topic) => {
      const algorithms = texts.get(topic);
      const entries = EXERCISES.filter(({ algorithms: [algorithm] }) => algorithms?.has(algorithm));
      if (entries.length === 0) return [];
      return [
        html`<section aria-labelledby=${`topic-${topic}`}>
          <h2 id=${`topic-${topic}`}>${t(`ui.topics.${topic}`)}</h2>
          <ul class="exercise-list">${entries.map(({ id }) => this.#entry(id, "exercises"))}</ul>
        </section>`,
      ];
    });
  }

  #entry(id: string, texts: "exercises" | "derivations"): TemplateResult {
    return html`<li data-exercise=${id}>
      <a href=${exerciseAddress({ ...this.practice, id }, texts === "exercises" ? ownSeed() : 1)}>${t(`${texts}.${id}.title`)}</a>
      <div>
        <p>${t(`${texts}.${id}.task`)}</p>
        ${this.#done(this.progress.works.filter(({ exercise }) => exercise === id))}
      </div>
    </li>`;
  }

  #done(works: readonly Work[]): TemplateResult | typeof nothing {
    const begun = works.filter(isBegun).sort((one, other) => other.at - one.at);
    const done = works.filter(isDone).length;
    const [last] = begun;
    if (done === 0 && !last) return nothing;
    return html`<p class="done">
      ${done > 0 ? html`<span class="done-count"><span aria-hidden="true">✓</span> ${t("practice.done", { count: done })}</span>` : nothing}
      ${
        last
          ? html`<a href=${exerciseAddress({ ...this.practice, id: last.exercise, difficulty: last.difficulty }, last.seed, inputsOf(last))}
              >${t(last.own === undefined ? "practice.resume" : "practice.resumeOwn", { right: last.right, count: last.asked })}</a>`
          : nothing
      }
    </p>`;
  }

  #files(): TemplateResult {
    return html`<section class="files" aria-labelledby="files-title">
      <h2 id="files-title">${t("practice.files")}</h2>
      <p>${t("practice.filesLead")}</p>
      <div class="actions">
        <button type="button" data-action="export" @click=${this.#export}>${t("practice.export")}</button>
        <label class="button file">${t("practice.import")}
          <input class="unseen" type="file" accept="application/json,.json" @change=${this.#import} />
        </label>
      </div>
      <p class=${this.message?.refused ? "message problem" : "message"} role="status">${this.message?.text ?? ""}</p>
    </section>`;
  }

  readonly #export = () => {
    saveFile("attograph-progress.json", writeWorks(this.progress.works));
  };

  readonly #import = async (event: Event) => {
    const chosen = await chosenText(event.currentTarget as HTMLInputElement);
    if (chosen === null) return;
    const read = chosen.ok ? readWorks(chosen.text) : chosen;
    if (!read.ok) {
      const text = t(`practice.import-problem.${read.problem}`, { most: LARGEST_MEGABYTES });
      this.message = { text, refused: true };
      return;
    }
    const taken = this.progress.add(read.works);
    const { damaged, unreadable } = read;
    const older = read.works.length - taken;
    const notes = [t("practice.imported", { taken, older })];
    if (damaged + unreadable > 0) notes.push(t("practice.importDamaged", { damaged, unreadable }));
    this.message = { text: notes.join(" "), refused: false };
  };
}

/** The own inputs of an entry; none where they cannot be read. */
function inputsOf({ inputs }: Work): Inputs {
  try {
    return inputs === undefined ? NO_CHANGES : decodeInputs(inputs);
  } catch {
    return NO_CHANGES;
  }
}

function isDone({ right, asked }: Work): boolean {
  return asked > 0 && right === asked;
}

function isBegun(work: Work): boolean {
  return !isDone(work) && Object.values(work.answers).some((cells) => cells.some((text) => text !== ""));
}

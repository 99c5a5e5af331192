import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { LightElement } from "../elements/light-element.ts";
import { problemText } from "../lesson/problem-text.ts";
import { type Lab, problemOf } from "../library.ts";
import { LARGEST_MEGABYTES, readChosen, saveFile } from "../practice/files.ts";
import type { Progress } from "../practice/progress.ts";
import { sectionAddress } from "../state/addresses.ts";
import { StoredElsewhere } from "../state/stored-elsewhere.ts";
import { t } from "../text.ts";
import { answeredText } from "./answered-text.ts";
import { ownPolls, type PollContent } from "./contents.ts";
import { announce, KEPT, type Opened, openQuestions, removeQuestion, writeQuestions } from "./own.ts";

/** More mistakes than these are only counted. */
const MOST_LISTED = 20;

/** Polls of a lecturer: opened from files, kept in this browser, shown beside those of the library. */
@customElement("ag-own-polls")
export class OwnPollsElement extends LightElement {
  @property({ attribute: false }) lab!: Lab;
  @property({ attribute: false }) progress!: Progress;
  @property({ attribute: false }) language!: string;
  /** What became of the last file. */
  @state() private opened: Opened | null = null;
  @state() private refused = "";
  /** The poll whose removal waits for a second press. */
  @state() private removing: string | null = null;

  constructor() {
    super();
    new StoredElsewhere(this, () => KEPT, announce);
  }

  protected override render(): TemplateResult {
    const polls = ownPolls();
    return html`<section class="own-polls" aria-labelledby="own-polls-title" @dragover=${this.#over} @drop=${this.#drop}>
      <h2 id="own-polls-title">${t("lecture.own.title")}</h2>
      <p>${t("lecture.own.lead")}</p>
      ${polls.length === 0 ? nothing : html`<ul class="exercise-list wide">${polls.map((entry) => this.#entry(entry))}</ul>`}
      <div class="actions">
        <label class="button file">${t("lecture.own.open")}
          <input class="unseen" type="file" accept="application/json,.json" @change=${this.#choose} />
        </label>
        ${
          polls.length === 0
            ? nothing
            : html`<button type="button" data-action="save-questions" @click=${() => saveFile("attograph-questions.json", writeQuestions())}>${t("lecture.own.save")}</button>`
        }
      </div>
      <div role="status">${this.opened ? this.#report(this.opened) : nothing}</div>
      ${this.refused === "" ? nothing : html`<p class="problem" role="alert">${this.refused}</p>`}
    </section>`;
  }

  #entry(entry: PollContent): TemplateResult {
    const { id } = entry;
    const sure = this.removing === id;
    return html`<li data-own-poll=${id}>
      <div>
        <a href=${sectionAddress("polls", id)}>${t(`polls.${id}.question`)}</a>
        <p class="source fine">${id}</p>
      </div>
      <p class="fine">${answeredText(this.progress, entry)}
        <button type="button" data-action="remove-poll" @click=${() => this.#remove(id)}>${t(sure ? "lecture.own.removeSure" : "lecture.own.remove", { id })}</button>
      </p>
    </li>`;
  }

  #remove(id: string): void {
    const sure = this.removing === id;
    this.removing = sure ? null : id;
    if (sure) removeQuestion(id);
  }

  #report({ added, replaced, problems, stored }: Opened): TemplateResult {
    const listed = problems.slice(0, MOST_LISTED);
    return html`<p data-added=${added} data-replaced=${replaced} data-problems=${problems.length}>
        ${t("lecture.own.opened", { added, replaced })} ${stored ? nothing : t("lecture.own.notStored")}
      </p>
      ${
        problems.length === 0
          ? nothing
          : html`<p class="problem">${t("lecture.own.problems", { count: problems.length })}</p>
            <ul class="file-problems">${listed.map((problem) => this.#problem(problem))}</ul>`
      }`;
  }

  /** Where and what; some errors name their place themselves. */
  #problem(problem: Opened["problems"][number]): TemplateResult {
    const { path, code } = problem;
    const text = problemText(problem);
    return html`<li data-code=${code}>${text.includes(path) ? nothing : html`<code>${path}</code>: `}${text}</li>`;
  }

  readonly #choose = (event: Event) => {
    const field = event.currentTarget as HTMLInputElement;
    const file = field.files?.[0];
    if (file) void this.#open(file);
    // The same file can be chosen again.
    field.value = "";
  };

  readonly #over = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  };

  readonly #drop = (event: DragEvent) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    void this.#open(file);
  };

  async #open(file: File): Promise<void> {
    this.opened = null;
    this.refused = "";
    this.removing = null;
    const chosen = await readChosen(file);
    if (!chosen.ok) {
      this.refused = t(`lecture.own.refused.${chosen.problem}`, { most: LARGEST_MEGABYTES });
      return;
    }
    try {
      this.opened = openQuestions(this.lab, chosen.text);
    } catch (error) {
      this.refused =
        error instanceof SyntaxError
          ? t("lecture.own.refused.json", { reason: error.message })
          : problemText(problemOf(error));
    }
  }
}

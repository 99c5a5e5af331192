/** What only the speaker sees beside the place that is projected: notes, what comes next, the time, and the controls. */
import "../../styles/presenter.css";
import "../room/qr.ts";
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { LightElement } from "../elements/light-element.ts";
import { chosenText, saveFile } from "../practice/files.ts";
import type { Notes } from "../section-pages.ts";
import { sectionAddress } from "../state/addresses.ts";
import { t } from "../text.ts";
import { inView } from "./following.ts";
import { keepNote, noteOf, takeNotes, writeNotes } from "./own-notes.ts";
import { clockText, Timer } from "./timer.ts";

const SECOND = 1000;

@customElement("ag-presenter")
export class PresenterElement extends LightElement {
  /** The address that is shown. */
  @property({ attribute: false }) address!: string;
  @property({ attribute: false }) notes!: Notes;
  @property({ attribute: false }) language!: string;
  /** Whether the place has an answer that is shown on its own. */
  @property({ attribute: false }) answers: boolean = true;
  @property({ attribute: false }) go!: (command: "next" | "back" | "answer") => void;
  @property({ attribute: false }) black!: (black: boolean) => void;

  @state() private now: number = Date.now();
  @state() private dark: boolean = false;
  @state() private coded: boolean = false;
  /** What became of a file of notes. */
  @state() private taken: string = "";

  readonly #timer = new Timer();
  #ticking: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#ticking = setInterval(() => {
      this.now = Date.now();
    }, SECOND);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#ticking);
  }

  /** The place without what was changed in it, for which notes are kept. */
  get #place(): string {
    return this.address.split("?")[0] ?? "";
  }

  /** What students open: the same place, without its answer. */
  get #shared(): string {
    const address = inView(this.address, "explore").replace(/\/answer(?=$|\?)/, "");
    return new URL(address, location.href).href;
  }

  protected override render(): TemplateResult {
    const { notes } = this;
    return html`<aside class="presenter" aria-label=${t("presenter.name")}>
      ${this.#time()}
      <div class="presenter-moves" role="group" aria-label=${t("ui.controls")}>
        <button type="button" data-action="presenter-back" @click=${() => this.go("back")}>${t("presenter.back")}</button>
        ${
          this.answers
            ? html`<button type="button" data-action="presenter-answer" @click=${() => this.go("answer")}>${t("presenter.answer")}</button>`
            : nothing
        }
        <button type="button" data-action="presenter-next" @click=${() => this.go("next")}>${t("presenter.next")}</button>
      </div>
      <section class="presenter-notes" aria-label=${t("presenter.notes")}>
        ${notes.say.map(({ title, text }) => html`<h2>${title}</h2><p>${text}</p>`)}
        ${notes.next === null ? nothing : html`<h2>${t("presenter.comes")}</h2><p class="presenter-comes">${notes.next}</p>`}
      </section>
      <label class="presenter-own"><span>${t("presenter.own")}</span>
        <textarea rows="4" .value=${noteOf(this.#place)} @change=${(event: Event) => {
          keepNote(this.#place, (event.currentTarget as HTMLTextAreaElement).value);
        }}></textarea>
      </label>
      <div class="presenter-files">
        <button type="button" data-action="save-notes" @click=${() => saveFile("attograph-notes.json", writeNotes())}>${t("presenter.saveNotes")}</button>
        <label class="button file">${t("presenter.openNotes")}
          <input class="unseen" type="file" accept="application/json,.json" @change=${this.#openNotes} />
        </label>
        <span role="status">${this.taken}</span>
      </div>
      <div class="presenter-moves">
        <button type="button" data-action="project" @click=${this.#project}>${t("presenter.project")}</button>
        <button type="button" data-action="black" aria-pressed=${this.dark ? "true" : "false"} @click=${this.#toggleBlack}>${t("presenter.black")}</button>
        <button type="button" data-action="code" aria-expanded=${this.coded ? "true" : "false"} @click=${() => {
          this.coded = !this.coded;
          void this.updateComplete.then(() =>
            this.querySelector(".presenter-code")?.scrollIntoView({ block: "nearest" }),
          );
        }}>${t("presenter.code")}</button>
        <a class="presenter-plan" href=${sectionAddress("syllabus")} target="_blank">${t("presenter.syllabus")}</a>
      </div>
      ${
        this.coded
          ? html`<figure class="presenter-code"><ag-qr .text=${this.#shared} .label=${t("presenter.codeOf", { address: this.#shared })}></ag-qr>
              <figcaption>${this.#shared}</figcaption></figure>`
          : nothing
      }
    </aside>`;
  }

  readonly #openNotes = async (event: Event) => {
    const chosen = await chosenText(event.currentTarget as HTMLInputElement);
    if (chosen === null) return;
    const count = chosen.ok ? takeNotes(chosen.text) : null;
    this.taken = count === null ? t("presenter.noNotes") : t("presenter.taken", { count });
  };

  #time(): TemplateResult {
    const timer = this.#timer;
    return html`<div class="presenter-time">
      <output class="passed" aria-label=${t("presenter.passed")}>${clockText(timer.passed(this.now))}</output>
      <span class="clock">${new Intl.DateTimeFormat(this.language, { timeStyle: "short" }).format(this.now)}</span>
      <button type="button" data-action="timer" @click=${() => {
        timer.toggle(Date.now());
        this.requestUpdate();
      }}>${t(timer.running ? "presenter.stop" : "presenter.start")}</button>
      <button type="button" data-action="timer-reset" @click=${() => {
        timer.reset();
        this.requestUpdate();
      }}>${t("presenter.reset")}</button>
    </div>`;
  }

  /** Opens the window for the projector, which follows this one. */
  readonly #project = () => {
    window.open(inView(this.address, "present"), "attograph-projected", "popup");
  };

  readonly #toggleBlack = () => {
    this.dark = !this.dark;
    this.black(this.dark);
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-presenter": PresenterElement;
  }
}

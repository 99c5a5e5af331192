import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { EXAMPLE_IDS } from "../../examples/index.ts";
import { bring, enteredHome } from "../content.ts";
import { keepVisit } from "../course/visited.ts";
import { LightElement } from "../elements/light-element.ts";
import type { Lesson } from "../lesson/lesson.ts";
import { loadLesson } from "../lesson/lesson-door.ts";
import { type LessonModel, lessonAt, lessonModel, type Settled, settle } from "../lesson/model.ts";
import { loadOpening } from "../lesson/opening.ts";
import { problemText } from "../lesson/problem-text.ts";
import { agree } from "../lesson/run.ts";
import { type Lab, openLibrary, type Problem, problemOf } from "../library.ts";
import type { SectionPages } from "../section-pages.ts";
import { settleSection } from "../sections.ts";
import { Address } from "../state/address.ts";
import { encodePlace } from "../state/link.ts";
import { rememberLanguage, rememberTheme } from "../state/preferences.ts";
import { type Action, historyOf } from "../state/reducer.ts";
import { EVERY_ALGORITHM, type Inputs, type Place, placeKey } from "../state/state.ts";
import type { Store } from "../state/store.ts";
import { allTurns, ownTask } from "../tasks.ts";
import { algorithmTitle, stepText, t } from "../text.ts";
import { algorithmsPage, type CatalogueView } from "./catalogue.ts";
import { type Commanded, Commands } from "./commands.ts";
import { header } from "./header.ts";
import { keysDialog } from "./keys-dialog.ts";

/** The whole page: connects state, address and library, and shows the home or a lesson. */
@customElement("ag-app")
export class AppElement extends LightElement implements Commanded {
  @property({ attribute: false }) store!: Store;
  /** The library; null until it is loaded. */
  @state() private lab: Lab | null = null;
  @state() private failure: Problem | null = null;
  @state() private linkMessage: string | null = null;
  /** The inputs of an address that were not computed because that would take long. */
  @state() private linkRun: Problem | null = null;

  /** What is searched for among the algorithms. */
  @state() private searched: string = "";

  readonly #commands = new Commands(this);
  #address: Address | null = null;
  #presenting: typeof import("../presenter/presenting.ts") | null = null;
  #model: LessonModel | null = null;
  #visits = 0;
  /** The visit whose place is shown. While another one loads, the address is that of its place already, and stays. */
  #arrived = 0;
  /** The pages of the section that was entered last. */
  #section: SectionPages | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.store.subscribe(() => this.#changed());
    window.addEventListener("keydown", this.#commands.onKey);
    this.#address = new Address(EXAMPLE_IDS, (place, problem) => {
      void this.#visit(place, problem ? t(`ui.link.${problem}`) : null);
    });
    this.#address.start();
  }

  /** Goes to the place of an address, as far as it exists. */
  async #visit(place: Place, message: string | null): Promise<void> {
    this.#visits += 1;
    const visit = this.#visits;
    this.failure = null;
    const needs = [openLibrary(), bring(place, this.store.state.language)] as const;
    const found = await Promise.all(needs).catch(problemOf);
    // The reader has already gone to another place.
    if (visit !== this.#visits) return;
    if ("code" in found) {
      this.failure = found;
      return;
    }
    const [lab, section] = found;
    const settled = section ? settleSection(section, lab, place) : (settleAtHome(place) ?? settle(lab, place));
    await loadOpening(lab, settled.place);
    const { practice, seed } = settled.place;
    // That of an algorithm is loaded with its texts.
    const lesson = practice && section?.lessonOf(lab, practice, seed) ? await loadLesson().catch(problemOf) : null;
    if (lesson && visit === this.#visits) this.failure = lesson;
    if (lesson) return;
    // The run was computed in this task; it is drawn in another one.
    await ownTask();
    if (visit !== this.#visits) return;
    this.lab = lab;
    this.#section = section;
    const { problem } = settled;
    const reason = problem?.because ? problemText(problem.because) : "";
    this.linkMessage = problem ? t(`ui.link.${problem.code}`, { reason }) : message;
    this.linkRun = problem?.because?.run ? problem.because : null;
    if (this.linkRun) void import("../large/ag-large-run.ts");
    const leaving = pageOf(place) !== pageOf(this.store.state);
    this.#arrived = visit;
    this.store.dispatch({ type: "visit", place: settled.place });
    remember(settled.place);
    if (leaving) window.scrollTo({ top: 0, behavior: "instant" });
    await this.updateComplete;
    await allTurns();
    this.dispatchEvent(new CustomEvent("ag-shown"));
  }

  /** What commands of keyboard and clicker apply to. */
  get shown() {
    return {
      state: this.store.state,
      model: this.#model,
      section: this.#section,
      presentable: this.#presentable,
    };
  }

  readonly dispatch = (action: Action): void => {
    this.linkMessage = null;
    if (action.type === "backward" && action.backward) void this.#back(action);
    else this.store.dispatch(action);
  };

  /** Shows the way back once what it needs is there. */
  async #back(action: Extract<Action, { readonly type: "backward" }>): Promise<void> {
    const { state } = this.store;
    const place = { ...state, backward: action.backward };
    const found = await bring(place, state.language).catch(problemOf);
    if (found && "code" in found) this.failure = found;
    else if (placeKey(this.store.state) === placeKey(state)) this.store.dispatch(action);
  }

  readonly #wait = (): void => {
    const run = this.linkRun?.run;
    if (!run?.waits || !this.#model) return;
    agree(this.#model.lesson, run.waits);
    this.dispatch({ type: "edit", changes: run.changes });
  };

  readonly #adjust = (changes: Inputs, gesture: number): void => this.dispatch({ type: "adjust", changes, gesture });
  readonly #travel = (type: "undo" | "redo"): void => this.dispatch({ type });

  #changed(): void {
    const { state } = this.store;
    const before = this.#model;
    this.#model = this.lab ? lessonModel(this.lab, state, this.#lesson(this.lab)) : null;
    const model = this.#model;
    // Adding or removing inputs adds or removes steps; the reader stays at the same step, at its new position.
    if (before && model && before.lesson === model.lesson && before.trace !== model.trace) {
      const position = survivingPosition(before, model);
      if (position >= 0 && position !== model.player.position && before.player.position === model.player.position) {
        this.store.dispatch({ type: "stay", position });
        return;
      }
    }
    if (this.#arrived === this.#visits) this.#address?.update(state, model?.step.id ?? null);
    this.#applySettings();
    this.#follow();
    this.requestUpdate();
  }

  /** What is presented is shown in the window of the speaker as well. */
  #follow(): void {
    const { view: shown } = this.store.state;
    const view = this.#presentable && shown !== "print" ? shown : "explore";
    if (this.#presenting) this.#presenting.follow(view, this.#here);
    else if (view !== "explore")
      void import("../presenter/presenting.ts").then((module) => {
        this.#presenting = module;
        this.#changed();
      });
  }

  /** The address of what is shown. */
  get #here(): string {
    return encodePlace(this.store.state, this.#model?.step.id ?? null);
  }

  /** The lesson that is shown, which may be the solution of an exercise. */
  #lesson(lab: Lab): Lesson | null {
    const { practice, seed } = this.store.state;
    return practice ? (this.#section?.lessonOf(lab, practice, seed) ?? null) : lessonAt(this.store.state);
  }

  get #presentable(): boolean {
    const { practice } = this.store.state;
    return this.#model !== null || (practice !== null && this.#section?.presentable?.(practice) === true);
  }

  get #printable(): boolean {
    const { practice } = this.store.state;
    return this.#model !== null || (practice !== null && this.#section?.printable?.(practice) === true);
  }

  /** Whether the sheet that is opened is printed once it is drawn. */
  #toPrint = false;

  #openSheet(toPrint: boolean): void {
    this.#toPrint = toPrint;
    location.hash = encodePlace({ ...this.store.state, view: "print" });
  }

  print(): boolean {
    if (!this.#printable || this.store.state.view !== "explore") return false;
    this.#openSheet(true);
    return true;
  }

  readonly #sheetDrawn = (): void => {
    if (this.#toPrint) window.print();
    this.#toPrint = false;
  };

  /** The page's heading; empty for the home. */
  #title(): string {
    const { algorithm, practice } = this.store.state;
    if (practice) return this.#section?.title(practice) ?? "";
    if (algorithm === null) return "";
    return algorithm === EVERY_ALGORITHM ? t("ui.algorithms") : algorithmTitle(algorithm);
  }

  #applySettings(): void {
    const { state } = this.store;
    const root = document.documentElement;
    const view = (state.view === "print" ? this.#printable : this.#presentable) ? state.view : "explore";
    // Who watches the attributes asks for styles, which would be computed for this alone.
    if (root.dataset.view !== view) root.dataset.view = view;
    if (root.dataset.theme !== state.theme) {
      root.dataset.theme = state.theme;
      rememberTheme(state.theme);
    }
    if (root.lang === state.language) return;
    void bring(state, state.language).then(() => {
      root.lang = state.language;
      rememberLanguage(state.language);
      this.#changed();
    });
  }

  protected override render(): TemplateResult {
    const { state } = this.store;
    // The header depends on what is shown below it: both appear at once, so that nothing moves.
    if (!this.lab && !this.failure) return html`<p class="loading" role="status">${t("ui.loading")}</p>`;
    return html`
      <a class="skip" href="#main" @click=${this.#skip}>${t("ui.skip")}</a>
      ${header({
        state,
        // Lists, exercises, algorithms and the home have their own headings.
        title: this.#model && state.practice ? this.#title() : "",
        stepped: this.#model !== null,
        presentable: this.#presentable,
        dispatch: this.dispatch,
        showKeys: () => this.#commands.showKeys(),
        print: this.#printable && state.view !== "print" ? () => this.#openSheet(false) : null,
      })}
      ${
        this.linkMessage
          ? html`<div class="link-message" role="alert"><p>${this.linkMessage}</p>
              <button type="button" class="quiet" aria-label=${t("ui.dismiss")} @click=${() => {
                this.linkMessage = null;
              }}>×</button></div>
              ${
                this.linkRun
                  ? html`<ag-large-run .problem=${this.linkRun} .language=${document.documentElement.lang} @ag-wait=${this.#wait}></ag-large-run>`
                  : nothing
              }`
          : nothing
      }
      <main id="main" tabindex="-1" @ag-sheet-drawn=${this.#sheetDrawn}>${this.#content()}</main>
      ${this.#panel()}
      <p class="unseen" aria-live="polite">${this.#announcement()}</p>
      ${keysDialog()}
    `;
  }

  /** What only the speaker sees. */
  #panel(): TemplateResult | typeof nothing {
    const { lab } = this;
    if (!lab || !this.#presenting || !this.#presentable) return nothing;
    return this.#presenting.panel({
      ...{ lab, state: this.store.state, address: this.#here, model: this.#model, section: this.#section },
      go: (command) => this.#commands.obey(command),
      ready: () => this.requestUpdate(),
    });
  }

  #content(): TemplateResult {
    if (this.failure) {
      return html`<div class="failure" role="alert">
        <p>${problemText(this.failure)}</p>
        <p class="detail">${this.failure.message}</p>
        <button type="button" @click=${() => this.#address?.visit()}>${t("ui.retry")}</button>
      </div>`;
    }
    const { lab } = this;
    if (!lab) return html``;
    const model = this.#model;
    const { practice, seed } = this.store.state;
    const language = document.documentElement.lang;
    if (!model && practice && this.#section)
      return this.#section.view({ lab, practice, seed, language, ...this.#adjustable });
    if (model && this.store.state.view === "print")
      return html`<ag-steps-handout .lab=${lab} .model=${model} .title=${this.#title()} .language=${language}></ag-steps-handout>`;
    if (!model) return this.store.state.algorithm === null ? this.#home(lab) : algorithmsPage(this.#search);
    return html`${practice ? this.#section?.links(practice, seed, this.store.state.changes) : nothing}<ag-lesson
      .language=${document.documentElement.lang}
      .lab=${lab}
      .state=${this.store.state}
      .model=${model}
      .dispatch=${this.dispatch}
    ></ag-lesson>`;
  }

  #home(lab: Lab): TemplateResult {
    const { words, front, language } = this.store.state;
    const choose = (words: readonly string[]) => this.dispatch({ type: "words", words });
    return enteredHome()?.home({ lab, words, front, language, choose }) ?? html``;
  }

  get #adjustable() {
    const { state } = this.store;
    const { changes, view: shown } = state;
    return { changes, change: this.#adjust, history: historyOf(state), travel: this.#travel, shown };
  }

  get #search(): CatalogueView {
    return {
      words: this.searched,
      search: (words) => {
        this.searched = words;
      },
    };
  }

  #announcement(): string {
    const model = this.#model;
    if (!model) return "";
    const { position, length } = model.player;
    return t("ui.stepAnnounced", { position: position + 1, count: length, title: stepText(model.step).title });
  }

  protected override updated(_changed: PropertyValues): void {
    this.#commands.focusSearch();
    const title = this.#title();
    const name = t("ui.name");
    document.title = title === "" ? `${name}: ${t("ui.tagline")}` : `${title} · ${name}`;
  }

  readonly #skip = (event: Event) => {
    // The address contains the state, so the browser must not follow this link.
    event.preventDefault();
    this.querySelector<HTMLElement>("#main")?.focus();
  };
}

/** Returns the position of the step that was shown, or of the last one before it that the run still has. */
function survivingPosition(before: LessonModel, now: LessonModel): number {
  for (let at = before.player.position; at >= 0; at -= 1) {
    const position = now.trace.steps.findIndex(({ id }) => id === before.trace.steps[at]?.id);
    if (position >= 0) return position;
  }
  return -1;
}

/** Returns the home without the words of an address that are no sentence; null where the place is fine as it is. */
function settleAtHome(place: Place): Settled | null {
  if (place.words === null || enteredHome()?.isSentence(place.words)) return null;
  return { place: { ...place, words: null }, problem: { code: "unreadable", because: null } };
}

/** Keeps where this browser was, for those who come back. */
function remember(place: Place): void {
  const { algorithm, practice } = place;
  const address = encodePlace({ ...place, view: "explore" });
  if (algorithm) keepVisit({ address, kind: "algorithms", id: algorithm }, null);
  const section = practice?.section;
  if (practice?.id && (section === "units" || section === "labs"))
    keepVisit({ address, kind: section, id: practice.id }, practice.scene ?? null);
}

/** Returns a key of the page's main content: a change scrolls to the top. */
function pageOf({ algorithm, practice, seed }: Place): string {
  return JSON.stringify([algorithm, practice, practice ? seed : null]);
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-app": AppElement;
  }
}

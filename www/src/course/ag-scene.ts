import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { frameOf } from "../elements/around.ts";
import { type CellPlace, type EditDetail, type ElementEvents, send } from "../elements/events.ts";
import { LightElement } from "../elements/light-element.ts";
import { exportPanel } from "../lesson/export-panel.ts";
import type { ShownRun } from "../lesson/shown-run.ts";
import type { Lab } from "../library.ts";
import { goOn } from "../motion/held.ts";
import { formatCell } from "../numbers/format.ts";
import { StageFitting } from "../pictures/fitting.ts";
import { controlFields } from "../stage/controls.ts";
import { type Facts, shownFacts } from "../stage/facts.ts";
import { Gestures } from "../stage/gestures.ts";
import { OpenedNumber, type Shown } from "../stage/opened.ts";
import { StageRuns, shownRuns, sliceByAxis } from "../stage/runs.ts";
import { seriesMove } from "../stage/series.ts";
import { numberOf, settingWith, withCell } from "../stage/setting.ts";
import type { Control, Setting, Value } from "../stage/stage.ts";
import { readSetting, writeSetting } from "../stage/written.ts";
import { go, sceneAddress } from "../state/addresses.ts";
import { type Inputs, isTensor, NO_CHANGES, type View } from "../state/state.ts";
import { stepText, t } from "../text.ts";
import "./ag-strip-marks.ts";
import { type Guess, isRight, rightAnswer, sceneFacts } from "./answers.ts";
import { CaptionTurns } from "./caption-turns.ts";
import { evidence } from "./evidence.ts";
import { Hands } from "./hands.ts";
import { guessOf, keepGuess } from "./kept.ts";
import { playable } from "./playable.ts";
import { questionForm } from "./question.ts";
import { Reveal, standsOf } from "./reveal.ts";
import type { Scene, Unit } from "./scene.ts";
import { sceneBar } from "./scene-bar.ts";
import { firstInSight, sceneFigures } from "./scene-figures.ts";
import { settingOf, stageOf } from "./scene-stage.ts";
import { SetUp } from "./set-up.ts";
import { tally } from "./tally.ts";

/** How scenes unfold, once that is loaded: nobody needs it before the first answer. */
let unfolding: typeof import("./unfolding.ts") | null = null;

async function loadUnfolding(): Promise<void> {
  unfolding ??= await import("./unfolding.ts").catch(() => null);
}

/** One scene: a picture, a question to commit to, and then what the run shows. */
@customElement("ag-scene")
export class SceneElement extends LightElement {
  @property({ attribute: false }) lab!: Lab;
  @property({ attribute: false }) unit!: Unit;
  @property({ attribute: false }) scene!: Scene;
  /** Whether the address asks for the answer. */
  @property({ attribute: false }) answer: boolean = false;
  /** How it is shown: before an audience a scene begins unanswered, whatever this browser has guessed. */
  @property({ attribute: false }) shown: View = "explore";
  /** What was changed here, as it stands in the address. */
  @property({ attribute: false }) changes: Inputs = NO_CHANGES;
  @property({ attribute: false }) change: (changes: Inputs, gesture: number) => void = () => {};
  /** The language of the texts; a change renders everything again. */
  @property({ attribute: false }) language!: string;

  @state() private draft: Guess | null = null;
  @state() private committed: boolean = false;
  @state() private setting: Setting = { values: {}, inputs: {} };
  @state() private slices: Readonly<Record<string, number>> = {};

  readonly #opened = new OpenedNumber(this);
  readonly #hands = new Hands(this, () => `${this.unit.id}/${this.scene.id}`);
  readonly #gestures = new Gestures(this);
  readonly #reveal = new Reveal(this);
  readonly #setUp = new SetUp(this, () => (this.#answered ? this.scene : null));
  /** The changes that were written last; they come back from the address. */
  #written: Inputs = NO_CHANGES;
  #runs!: StageRuns;
  #facts: Facts = {};

  constructor() {
    super();
    // Whoever turns to a scene may answer it.
    for (const turns of ["pointerover", "focusin"]) this.addEventListener(turns, loadUnfolding, { once: true });
    new CaptionTurns(this, () => (this.#reveal.under ? standsOf(this.scene) : null));
    new StageFitting(this, () => `${this.unit.id}/${this.scene.id} ${this.#pictures} ${this.language}`);
  }

  get #answered(): boolean {
    return this.committed || this.answer;
  }

  /** Which pictures are shown: where they stay with the answer, they keep their size. */
  get #pictures(): string {
    return this.scene.shown.some(({ when }) => when) && this.#answered ? "answered" : "asked";
  }

  get #words(): string {
    return `units.${this.unit.id}.scenes.${this.scene.id}`;
  }

  /** The run that is shown; a scene has no other beside it. */
  get #shown(): Shown {
    return { runs: this.#runs, setting: this.setting };
  }

  /** Whether guesses are the visitor's, and not those of a room. */
  get #own(): boolean {
    return this.shown === "explore";
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get("shown");
    const entered = changed.has("scene") || changed.has("lab");
    if (entered || (before !== undefined && (before === "explore") !== this.#own)) {
      this.draft = this.#own ? guessOf(this.unit.id, this.scene.id, this.scene.question) : null;
      this.committed = this.draft !== null;
      if (!entered) this.#set();
    }
    // Before an audience a clicker answers.
    if (!this.#own) void loadUnfolding();
    if (entered) {
      this.#runs = new StageRuns(this.lab, stageOf(this.scene));
      this.#facts = sceneFacts(this.scene, this.#runs);
      this.slices = {};
      this.#opened.enter();
    }
    if (entered || changed.has("answer")) this.#set();
    if (!entered && this.answer && changed.get("answer") === false) this.#show();
    const told = changed.has("changes") && this.changes !== this.#written;
    if (told) this.#read();
    else if (entered) this.#written = this.changes;
  }

  protected override updated(): void {
    goOn();
    // What was changed before the answer is no part of it.
    if (this.#left) this.#write(this.#begin);
    this.#left = false;
  }

  #left = false;

  /** Leads from what was asked to what the answer is about. */
  #show(): void {
    const { scene, lab } = this;
    const answer = this.#begin;
    this.#reveal.begin({
      ...{ scene, answer },
      unfolding: unfolding?.unfoldingOf(scene, lab, this.#runs, settingOf(scene, "start"), answer) ?? null,
      set: (setting) => {
        this.setting = setting;
      },
    });
  }

  /** Sets the controls to what the answer is about, or to what stands before it. */
  #set(): void {
    this.#reveal.stop();
    this.setting = this.#begin;
    this.#left = this.hasUpdated && Object.keys(this.changes).length > 0;
  }

  /** Where the controls are before anything is changed. */
  get #begin(): Setting {
    return settingOf(this.scene, this.#answered ? "answer" : "start");
  }

  /** Takes what the address says; before the answer only what can be changed before it. */
  #read(): void {
    this.#written = this.changes;
    this.#left = false;
    const begin = this.#begin;
    const read = readSetting(this.#runs, this.changes, begin) ?? begin;
    const open = new Set(this.#open.map(({ id }) => id));
    const values = Object.entries(read.values).map(([id, value]) => [id, open.has(id) ? value : begin.values[id]]);
    this.setting = { ...read, values: Object.fromEntries(values) };
  }

  /** Writes what was changed into the address. */
  #write(setting: Setting = this.setting): void {
    this.#written = writeSetting(setting, this.#begin);
    this.change(this.#written, this.#gestures.now);
  }

  /** Sets what was changed, and keeps it in the address. */
  #go(setting: Setting): void {
    this.#reveal.stop();
    this.setting = setting;
    this.#write();
  }

  /** The controls that can be moved as things are. */
  get #open(): readonly Control[] {
    const { controls } = this.#runs.stage;
    return this.#answered ? controls : playable(this.scene, controls);
  }

  protected override render(): TemplateResult {
    const { scene, unit, committed, draft } = this;
    const words = this.#words;
    const answered = this.#answered;
    const facts = this.#facts;
    const right = rightAnswer(scene, this.#runs, facts);
    return html`<article class="scene" data-scene=${scene.id} data-answered=${answered ? "true" : "false"} ?data-revealing=${this.#reveal.under}>
      <div class="scene-picture" @ag-select=${this.#select} @ag-hover=${this.#opened.hover} @ag-nodes=${this.#opened.hoverNodes} @ag-slice=${this.#slice} @ag-cursor=${this.#cursor} @ag-edit=${this.#edit}>
        ${sceneFigures({
          ...{ scene, words, facts, answered, ...this.#shown, slices: this.slices },
          ...{ selected: this.#opened.selected("one"), pointed: this.#opened.pointed, nodes: this.#opened.nodes },
          asked: answered ? right : draft,
          unfolds: this.#reveal.unfolds,
          again: () => this.requestUpdate(),
          guessed: committed && draft !== null && !isRight(scene, this.#runs, facts, draft) ? draft : null,
        })}
        <ag-strip-marks .of=${`${this.unit.id}/${scene.id} ${answered}`} .first=${firstInSight(scene, answered)} .language=${this.language}></ag-strip-marks>
        ${this.#controls()}
        ${this.#opened.arithmetic("one", this.lab, this.#shown)}
      </div>
      <section class="scene-words" aria-labelledby="scene-title">
        <header class="scene-head">
          <p class="where">${t("course.sceneOf", { position: unit.scenes.indexOf(scene) + 1, count: unit.scenes.length })}</p>
          <h1 id="scene-title" tabindex="-1">${t(`${words}.title`)}</h1>
        </header>
        ${this.#setUp.text(t(`${words}.text`, shownFacts(facts, scene)))}
        ${questionForm({
          ...{ question: scene.question, words, draft, answered, right },
          nameOf: (cell) => this.#nameOf(cell),
          choose: (guess) => {
            this.draft = guess;
          },
          commit: () => void this.#commit(),
        })}
        ${this.#tally()}
        <div class="scene-answer" aria-live="polite">
          ${
            answered
              ? evidence({
                  ...{ unit: unit.id, scene, words, facts, guess: committed ? draft : null },
                  right: committed && draft !== null && isRight(scene, this.#runs, facts, draft),
                })
              : nothing
          }
        </div>
        ${
          committed
            ? html`<button type="button" class="quiet again" @click=${() => void this.#forget()}>${t("course.again")}</button>`
            : nothing
        }
        ${answered && frameOf(this) === null ? exportPanel(this, () => this.#shownRuns()) : nothing}
      </section>
      ${sceneBar(unit, scene.id, this.answer)}
    </article>`;
  }

  /** What a room has voted; only before a room. */
  #tally(): TemplateResult | typeof nothing {
    if (this.#own || frameOf(this) !== null) return nothing;
    const { scene, draft } = this;
    const { question } = scene;
    const nameOf = (guess: Guess) =>
      typeof guess === "string"
        ? t(`${this.#words}.options.${guess}`)
        : typeof guess === "number"
          ? formatCell(guess)
          : this.#nameOf(guess);
    const right = (guess: Guess) => isRight(scene, this.#runs, this.#facts, guess);
    return tally({ hands: this.#hands, question, draft, nameOf, isRight: this.#answered ? right : null });
  }

  #controls(): TemplateResult | typeof nothing {
    const { controls } = this.#runs.stage;
    const open = new Map(this.#open.map((control) => [control.id, control]));
    const change = (id: string, value: Value) => this.#go(settingWith(this.#runs.stage, this.setting, id, value));
    if (controls.length === 0) return nothing;
    // What comes with the answer has its place before it.
    const shown = controls.map((control) => open.get(control.id) ?? control);
    const reserved = (id: string) => !open.has(id);
    return controlFields({
      controls: shown,
      words: this.#words,
      values: this.setting.values,
      open: true,
      reserved,
      change,
    });
  }

  /** The runs of the pictures, each once, with the number that is open. */
  #shownRuns(): ShownRun[] {
    const drawn = new Set(this.scene.shown.map(({ run }) => this.#runs.found(this.setting, run)?.trace));
    const opened = this.#opened.cell("one", this.lab, this.#shown);
    return shownRuns(this.#runs, [this.setting], "drawn")
      .filter(({ trace }) => drawn.has(trace))
      .map((run) => (opened?.trace === run.trace ? { ...run, cell: opened.cell } : run));
  }

  /** The name of a cell of the step that the question is about. */
  #nameOf(cell: readonly number[]): string {
    const { question } = this.scene;
    const step = question.kind === "cell" ? this.#runs.found(this.setting)?.steps.get(question.step) : undefined;
    if (!step) return "";
    const nameOf = this.#runs.labelsAt(this.setting);
    return `${stepText(step.id).title} [${cell.map((position, axis) => nameOf(step, axis, position)).join(", ")}]`;
  }

  async #commit(): Promise<void> {
    const { draft: guess } = this;
    if (!this.#own) {
      // As the clicker does, which then goes on.
      go(this, sceneAddress(this.unit.id, this.scene.id, { answer: true, view: this.shown }));
      return;
    }
    keepGuess(this.unit.id, this.scene.id, guess);
    this.committed = true;
    // The answer is about the scene as it was asked, whatever was tried.
    this.#set();
    this.#show();
    const right = guess !== null && isRight(this.scene, this.#runs, this.#facts, guess);
    send(this, "ag-answer", { lesson: this.unit.id, scene: this.scene.id, guess, right });
    // The button that had the focus is gone.
    await this.updateComplete;
    this.querySelector<HTMLElement>(".verdict")?.focus({ preventScroll: true });
  }

  async #forget(): Promise<void> {
    keepGuess(this.unit.id, this.scene.id, null);
    this.draft = null;
    this.committed = false;
    this.#opened.close();
    this.#set();
    // The button that had the focus is gone; what is asked begins anew.
    await this.updateComplete;
    this.querySelector<HTMLElement>("#scene-title")?.focus({ preventScroll: true });
  }

  readonly #select = (event: CustomEvent<CellPlace>) => {
    const { question } = this.scene;
    const { step, index } = event.detail;
    this.#reveal.hasten();
    if (this.#answered || question.kind !== "cell") this.#opened.choose("one", this.#shown, event);
    else if (step === question.step) this.draft = index;
  };

  readonly #slice = ({ detail }: CustomEvent<ElementEvents["ag-slice"]>) => {
    this.slices = { ...this.slices, ...sliceByAxis(this.#runs, this.setting, detail) };
  };

  /** A cursor moves: along the curves over a control it sets the control. */
  readonly #cursor = ({ detail: { step, axis, position } }: CustomEvent<ElementEvents["ag-cursor"]>) => {
    const { stage } = this.#runs;
    const moved = seriesMove(stage, step, position);
    if (moved === "none") this.slices = { ...this.slices, [axis]: position };
    else if (moved && this.#answered) this.#go(settingWith(stage, this.setting, moved.control, moved.value));
  };

  /** An input is changed in a picture, such as a token that is dragged. */
  readonly #edit = (event: CustomEvent<EditDetail>) => {
    event.stopPropagation();
    const { input, index, text } = event.detail;
    const value = numberOf(text);
    const { [input]: now = null } = this.#runs.inputsAt(this.setting);
    if (value === null || !isTensor(now)) return;
    this.#go({ ...this.setting, inputs: withCell(this.setting.inputs, input, now, { index, value }) });
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-scene": SceneElement;
  }
}

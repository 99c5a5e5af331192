import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Scene, Unit, Values } from "../../units/scene.ts";
import { frameOf } from "../elements/around.ts";
import { type CellPlace, type EditDetail, type ElementEvents, send } from "../elements/events.ts";
import { exportPanel } from "../lesson/export-panel.ts";
import { problemText } from "../lesson/problem-text.ts";
import type { ShownRun } from "../lesson/shown-run.ts";
import { type Lab, problemOf } from "../library.ts";
import { LightElement } from "../shell/light-element.ts";
import type { Inputs } from "../state/state.ts";
import { stepText, t } from "../text.ts";
import { controls } from "./controls.ts";
import { evidence } from "./evidence.ts";
import { type Facts, type Guess, isCell, isRight, readFacts, rightAnswer, shownFacts } from "./facts.ts";
import { guessOf, keepGuess } from "./kept.ts";
import { questionForm } from "./question.ts";
import { sceneBar } from "./scene-bar.ts";
import { edited } from "./scene-edits.ts";
import { labelsOfRun, sceneFigures } from "./scene-figures.ts";
import { SceneFitting } from "./scene-fitting.ts";
import { type SceneRun, SceneRuns, valuesOf } from "./scene-runs.ts";

/** One scene: a picture, a question to commit to, and then what the run shows. */
@customElement("ag-scene")
export class SceneElement extends LightElement {
  @property({ attribute: false }) lab!: Lab;
  @property({ attribute: false }) unit!: Unit;
  @property({ attribute: false }) scene!: Scene;
  /** Whether the address asks for the answer. */
  @property({ attribute: false }) answer: boolean = false;
  /** The language of the texts; a change renders everything again. */
  @property({ attribute: false }) language!: string;

  @state() private draft: Guess | null = null;
  @state() private committed: boolean = false;
  @state() private values: Values = {};
  @state() private edits: Inputs = {};
  @state() private trail: readonly CellPlace[] = [];
  @state() private pointed: CellPlace | null = null;
  @state() private slices: Readonly<Record<string, number>> = {};

  constructor() {
    super();
    new SceneFitting(this);
  }

  #runs!: SceneRuns;
  #facts: Facts = {};

  get #answered(): boolean {
    return this.committed || this.answer;
  }

  get #words(): string {
    return `units.${this.unit.id}.scenes.${this.scene.id}`;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("scene") || changed.has("lab")) {
      this.#runs = new SceneRuns(this.lab, this.scene);
      this.#facts = readFacts(this.scene, this.#runs);
      this.draft = guessOf(this.unit.id, this.scene.id, this.scene.question);
      this.committed = this.draft !== null;
      this.edits = {};
      this.trail = [];
      this.pointed = null;
      this.slices = {};
    }
    if (changed.has("scene") || changed.has("answer"))
      this.values = valuesOf(this.scene, this.#answered ? "answer" : "start");
  }

  protected override render(): TemplateResult {
    const { scene, unit } = this;
    const words = this.#words;
    const answered = this.#answered;
    const moves =
      answered && scene.controls
        ? controls({ controls: scene.controls, words, values: this.values, change: this.#change })
        : nothing;
    return html`<article class="scene" data-scene=${scene.id} data-answered=${answered ? "true" : "false"}>
      <div class="scene-picture" @ag-select=${this.#select} @ag-hover=${this.#hover} @ag-slice=${this.#slice} @ag-cursor=${this.#cursor} @ag-edit=${this.#edit}>
        ${this.#pictures()}
        ${moves}
        ${this.#arithmetic()}
        ${answered && frameOf(this) === null ? exportPanel(this, () => this.#shownRuns()) : nothing}
      </div>
      <section class="scene-words" aria-labelledby="scene-title">
        <p class="where">${t("course.sceneOf", { position: unit.scenes.indexOf(scene) + 1, count: unit.scenes.length })}</p>
        <h1 id="scene-title">${t(`${words}.title`)}</h1>
        <p class="scene-text">${t(`${words}.text`, shownFacts(this.#facts, scene))}</p>
        ${questionForm({
          question: scene.question,
          words,
          draft: this.draft,
          nameOf: (cell) => this.#nameOf(cell),
          answered,
          right: rightAnswer(scene, this.#runs, this.#facts),
          choose: (guess) => {
            this.draft = guess;
          },
          commit: () => this.#commit(),
        })}
        <div class="scene-answer" aria-live="polite">
          ${
            answered
              ? evidence({
                  unit: unit.id,
                  scene,
                  words,
                  facts: this.#facts,
                  guess: this.committed ? this.draft : null,
                  right: this.committed && this.draft !== null && isRight(scene, this.#runs, this.draft),
                })
              : nothing
          }
        </div>
        ${
          this.committed
            ? html`<button type="button" class="quiet again" @click=${() => this.#forget()}>${t("course.again")}</button>`
            : nothing
        }
      </section>
      ${sceneBar(unit, scene.id, this.answer)}
    </article>`;
  }

  #pictures(): TemplateResult {
    return sceneFigures({
      scene: this.scene,
      words: this.#words,
      facts: this.#facts,
      answered: this.#answered,
      run: (name) => this.#run(name),
      slices: this.slices,
      selected: this.trail.at(-1) ?? null,
      lit: this.pointed ? [this.pointed] : [],
      asked: (step) => this.#askedCell(step),
    });
  }

  /** The run of a name for the current values; a problem where edited inputs are refused. */
  #run(name?: string): SceneRun | { readonly problem: string } {
    try {
      return this.#runs.at(this.values, name, this.edits);
    } catch (error) {
      return { problem: problemText(problemOf(error)) };
    }
  }

  #arithmetic(): TemplateResult | typeof nothing {
    const cell = this.trail.at(-1);
    if (!cell) return nothing;
    const runs = this.scene.shown.map(({ run }) => this.#run(run));
    const run = runs.find((one): one is SceneRun => !("problem" in one) && one.steps.has(cell.step));
    if (!run) return nothing;
    return html`<section class="scene-arithmetic" aria-label=${t("ui.arithmetic")} @ag-open=${this.#open} @ag-back=${this.#back}>
      <button type="button" class="close quiet" aria-label=${t("ui.closeInspector")} @click=${() => {
        this.trail = [];
      }}>×</button>
      <ag-inspector
        .trail=${this.trail}
        .cell=${this.lab.cell(run.trace, cell.step, cell.index)}
        .steps=${run.steps}
        .labels=${labelsOfRun(this.scene, undefined)}
        .text=${t}
      ></ag-inspector>
    </section>`;
  }

  /** The runs of the pictures, each once, with the steps of the tables. */
  #shownRuns(): ShownRun[] {
    const { shown } = this.scene;
    const chosen = this.trail.at(-1);
    return [...new Set(shown.map(({ run }) => run))].flatMap((name) => {
      const run = this.#run(name);
      if ("problem" in run) return [];
      const tables = shown.flatMap((one) => ("table" in one && one.run === name ? one.table : []));
      const steps = [...new Set(tables)].flatMap((id) => run.steps.get(id) ?? []);
      const cell = chosen && run.steps.has(chosen.step) ? this.lab.cell(run.trace, chosen.step, chosen.index) : null;
      return [{ trace: run.trace, steps, cell }];
    });
  }

  /** The name of a cell of the step that the question is about. */
  #nameOf(cell: readonly number[]): string {
    const { question } = this.scene;
    const run = this.#run();
    const step = question.kind === "cell" && !("problem" in run) ? run.steps.get(question.step) : undefined;
    if (!step) return "";
    const names = cell.map((position, axis) => labelsOfRun(this.scene, undefined)(step, axis, position));
    return `${stepText(step.id).title} [${names.join(", ")}]`;
  }

  /** The cell that was chosen as the answer, and, with the answer, the one that it is. */
  #askedCell(step: string): CellPlace | null {
    const { question } = this.scene;
    if (question.kind !== "cell" || question.step !== step) return null;
    const index = this.#answered ? rightAnswer(this.scene, this.#runs, this.#facts) : this.draft;
    return isCell(index) ? { step, index } : null;
  }

  #commit(): void {
    keepGuess(this.unit.id, this.scene.id, this.draft);
    this.committed = true;
    this.values = valuesOf(this.scene, "answer");
    const { draft: guess } = this;
    const right = guess !== null && isRight(this.scene, this.#runs, guess);
    send(this, "ag-answer", { lesson: this.unit.id, scene: this.scene.id, guess, right });
  }

  #forget(): void {
    keepGuess(this.unit.id, this.scene.id, null);
    this.draft = null;
    this.committed = false;
    this.edits = {};
    this.trail = [];
    this.values = valuesOf(this.scene, this.answer ? "answer" : "start");
  }

  readonly #change = (id: string, value: number | string) => {
    this.values = { ...this.values, [id]: value };
  };

  readonly #select = (event: CustomEvent<CellPlace>) => {
    const { question } = this.scene;
    const { step, index } = event.detail;
    if (step === "") return;
    if (!this.#answered && question.kind === "cell") {
      if (step === question.step) this.draft = index;
    } else this.trail = [{ step, index }];
  };

  readonly #open = (event: CustomEvent<CellPlace>) => {
    this.trail = [...this.trail, { step: event.detail.step, index: event.detail.index }];
  };

  readonly #back = (event: CustomEvent<{ depth: number }>) => {
    this.trail = this.trail.slice(0, event.detail.depth + 1);
  };

  readonly #hover = (event: CustomEvent<CellPlace | null>) => {
    this.pointed = event.detail?.step ? event.detail : null;
  };

  readonly #slice = (event: CustomEvent<{ step: string; slice: readonly number[] }>) => {
    const run = this.#run();
    const axes = "problem" in run ? [] : (run.steps.get(event.detail.step)?.axes ?? []);
    this.slices = {
      ...this.slices,
      ...Object.fromEntries(event.detail.slice.map((position, at) => [axes[at] ?? "", position])),
    };
  };

  readonly #cursor = (event: CustomEvent<ElementEvents["ag-cursor"]>) => {
    this.slices = { ...this.slices, [event.detail.axis]: event.detail.position };
  };

  readonly #edit = (event: CustomEvent<EditDetail>) => {
    event.stopPropagation();
    this.edits = edited(this.scene, this.values, this.edits, event.detail);
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-scene": SceneElement;
  }
}

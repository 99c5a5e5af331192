import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { send } from "../elements/events.ts";
import { LightElement } from "../elements/light-element.ts";
import { problemText } from "../lesson/problem-text.ts";
import { run } from "../lesson/run.ts";
import { type Exercise, type Lab, type Marked, type Problem, problemOf, type Trace } from "../library.ts";
import { labelOf } from "../numbers/labels.ts";
import { cellCount, indexOf } from "../numbers/shape.ts";
import { plainSymbol } from "../numbers/symbol.ts";
import { encodeInputs } from "../state/packed.ts";
import { type Inputs, NO_CHANGES, type Practice } from "../state/state.ts";
import { askedText, t } from "../text.ts";
import type { AnswerDetail, AnswerTableElement } from "./ag-answer-table.ts";
import "./ag-own-inputs.ts";
import { exerciseEnd, handInName } from "./exercise-end.ts";
import { instanceBar, lessonLink } from "./exercise-head.ts";
import { saveFile } from "./files.ts";
import { given } from "./given.ts";
import { hints } from "./hints.ts";
import { ofNodes } from "./labels.ts";
import { isToRetry, spoken } from "./marks.ts";
import { exerciseKey, isOwn, ownHash, shownLesson } from "./own-inputs.ts";
import type { Progress } from "./progress.ts";
import { exerciseLesson } from "./solution.ts";
import { stepNotes } from "./step-notes.ts";
import { elsewhereNotice, storeNotice } from "./store-notice.ts";
import { differences, fitted, nameOf, newWork, type Work, withAnswer, withAnswers } from "./work.ts";

/** One exercise: the given inputs, the steps to fill in, each number marked as soon as its cell loses the focus. */
@customElement("ag-exercise")
export class ExerciseElement extends LightElement {
  @property({ attribute: false }) lab!: Lab;
  @property({ attribute: false }) practice!: Practice;
  @property({ attribute: false }) seed!: number;
  /** Inputs of one's own, in the place of drawn ones. */
  @property({ attribute: false }) changes: Inputs = NO_CHANGES;
  @property({ attribute: false }) change: (changes: Inputs, gesture: number) => void = () => {};
  @property({ attribute: false }) language!: string;
  @property({ attribute: false }) progress!: Progress;
  @state() private work!: Work;
  @state() private marked!: Marked;
  /** The cell that is being edited: its old mark does not apply to the new text. */
  @state() private typing: { readonly step: string; readonly cell: number } | null = null;
  @state() private said: string = "";
  @state() private problem: Problem | null = null;
  /** The number of cells that another window has changed since this exercise was opened here. */
  @state() private elsewhere: number = 0;
  /** The name for the file to hand in, which lasts until the page is closed. */
  @state() private name: string = "";
  /** What was handed in last. */
  @state() private saved: string = "";

  #exercise: Exercise | null = null;
  #unsubscribe: (() => void) | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#unsubscribe = this.progress.subscribe(this.#takeIn);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unsubscribe?.();
  }

  protected override willUpdate(changed: PropertyValues): void {
    const { practice, seed, changes } = this;
    const own = ownHash(changes);
    const key = { exercise: practice.id ?? "", difficulty: practice.difficulty, seed, ...(own && { own }) };
    if (!changed.has("lab") && this.#exercise && this.work && nameOf(key) === nameOf(this.work)) return;
    const exercise = this.lab.exercise(exerciseKey(practice, seed, changes));
    this.#exercise = exercise;
    this.work = fitted(this.progress.find(key) ?? newWork(key), askedCells(exercise));
    this.marked = this.lab.mark(exercise, this.work.answers);
    this.typing = null;
    this.said = "";
    this.problem = null;
    this.elsewhere = 0;
    this.saved = "";
    if (this.#solved().lesson.graph !== undefined) void import("../elements/graph.ts");
  }

  /** The solution, with the inputs in the page's format and the names of rows and columns. */
  #solved() {
    const { lab, practice, seed, changes } = this;
    const drawn = exerciseLesson(lab, practice, seed);
    const entry = lab.catalog.find(({ id }) => id === drawn?.algorithm);
    if (!drawn || !entry) throw new Error("an exercise without an algorithm");
    return { lesson: shownLesson(drawn, entry, changes), trace: (): Trace => run(lab, drawn, changes).trace as Trace };
  }

  protected override render(): TemplateResult | typeof nothing {
    const exercise = this.#exercise;
    if (!exercise) return nothing;
    const { lesson, trace } = this.#solved();
    return html`<article class="exercise">
      <header class="exercise-head">
        <h1>${t(`exercises.${exercise.id}.title`)}</h1>
        <p class="task">${t(`exercises.${exercise.id}.task`)}</p>
        <p class="how">${t("practice.how", { decimals: exercise.decimals })}</p>
        ${lessonLink(exercise.algorithm)}
        ${isOwn(this.changes) ? nothing : instanceBar(this.practice, this.seed)}
        <ag-own-inputs
          .lab=${this.lab}
          .practice=${this.practice}
          .seed=${this.seed}
          .changes=${this.changes}
          .change=${this.change}
          .exercise=${exercise}
          .language=${this.language}
        ></ag-own-inputs>
        ${storeNotice(this.progress.problem)}
        ${elsewhereNotice(this.elsewhere)}
      </header>
      ${given({ exercise, lesson, steps: trace().steps })}
      <ol class="asked">${exercise.asked.map((step, number) => this.#step(step, number))}</ol>
      ${exerciseEnd({
        practice: this.practice,
        seed: this.seed,
        changes: this.changes,
        marked: this.marked,
        retry: this.#retry,
        handIn: this.#handIn,
        name: this.name,
        rename: (name) => {
          this.name = name;
        },
        saved: this.saved,
      })}
      ${this.problem ? html`<p class="problem" role="alert">${problemText(this.problem)}</p>` : nothing}
      <p class="unseen" role="status" aria-live="polite">${this.said}</p>
    </article>`;
  }

  #step(step: Exercise["asked"][number], number: number): TemplateResult {
    const marked = this.marked.steps[number];
    if (!marked) return html``;
    const { lesson, trace } = this.#solved();
    const texts = this.work.answers[step.step] ?? [];
    const { typing } = this;
    const shown = marked.cells.map((mark, cell) =>
      typing?.step === step.step && typing.cell === cell ? ({ kind: "empty" } as const) : mark,
    );
    const { decimals, asked } = this.#exercise as Exercise;
    return html`<li class="asked-step" data-step-id=${step.step}>
      <h2><span class="step-number">${number + 1}</span> ${askedText(step).title}</h2>
      <div class="asked-work">
        <ag-answer-table
          .step=${ofNodes(step, lesson.graph !== undefined)}
          .texts=${texts}
          .marks=${shown}
          .labels=${lesson.labels}
          .language=${this.language}
          @answer=${this.#answer}
          @beyond=${(event: CustomEvent<number>) => this.#beyond(number, event.detail)}
        ></ag-answer-table>
        <div class="step-notes">
          ${stepNotes({ step, marked, texts, labels: lesson.labels, decimals })}
          ${hints({
            lab: this.lab,
            trace,
            step,
            asked: asked.map((other) => other.step),
            open: this.#openSteps(),
            labels: lesson.labels,
            hints: marked.hints.find((cell) => cell.length > 0) ?? [],
            taken: this.work.hints[step.step] ?? 0,
            take: () => this.#takeHint(step.step),
          })}
        </div>
      </div>
    </li>`;
  }

  /** The steps with a number that is not right yet. */
  #openSteps(): ReadonlySet<string> {
    const open = this.marked.steps.filter(({ cells }) => cells.some(({ kind }) => kind !== "right"));
    return new Set(open.map(({ step }) => step));
  }

  readonly #answer = (event: CustomEvent<AnswerDetail>) => {
    const { step, cell, text, done } = event.detail;
    const asked = this.#exercise?.asked.find((other) => other.step === step);
    if (!asked) return;
    const before = this.work.answers[step]?.[cell] ?? "";
    if (text === before && !(done && this.typing)) return;
    this.#keep(withAnswer(this.work, step, cellCount(asked.shape), cell, text, Date.now()));
    this.typing = done ? null : { step, cell };
    if (!done) return;
    this.marked = this.lab.mark(this.#exercise as Exercise, this.work.answers);
    this.#keep(this.work);
    this.said = this.#sentence(asked, cell);
    const mark = this.marked.steps.find((one) => one.step === step)?.cells[cell]?.kind ?? "empty";
    const { exercise, difficulty, seed, right } = this.work;
    const all = { right, asked: this.#count(), complete: this.marked.complete };
    send(this, "ag-answer", { exercise, difficulty, seed, step, cell, mark, ...all });
  };

  /** The announcement for a cell that lost the focus. */
  #sentence(asked: Exercise["asked"][number], cell: number): string {
    const marked = this.marked.steps.find(({ step }) => step === asked.step);
    const mark = marked?.cells[cell];
    if (!mark || mark.kind === "empty") return "";
    const { lesson } = this.#solved();
    const at = indexOf(asked.shape, cell).map((position, axis) => labelOf(lesson.labels, asked.axes[axis], position));
    const explained =
      mark.kind === "misconception" ? ` ${mark.ids.map((id) => t(`misconceptions.${id}.explanation`)).join(" ")}` : "";
    const whole = this.marked.complete ? ` ${t("practice.complete", { count: this.#count() })}` : "";
    return `${plainSymbol(asked.symbol)} ${at.join(", ")}: ${spoken(mark)}${explained}${whole}`;
  }

  #count(): number {
    return this.marked.steps.reduce((sum, { cells }) => sum + cells.length, 0);
  }

  /** Shows changes by another window. */
  readonly #takeIn = () => {
    const exercise = this.#exercise;
    const kept = exercise && this.progress.find(this.work);
    if (!kept) {
      this.requestUpdate();
      return;
    }
    const work = fitted(kept, askedCells(exercise));
    const count = differences(this.work, work);
    this.work = work;
    if (count === 0) return;
    this.elsewhere += count;
    this.marked = this.lab.mark(exercise, work.answers);
    if (this.#right() !== work.right) this.#keep(work);
  };

  #right(): number {
    return this.marked.steps.flatMap(({ cells }) => cells.filter(({ kind }) => kind === "right")).length;
  }

  #keep(work: Work): void {
    const right = this.#right();
    const own = isOwn(this.changes) && { inputs: encodeInputs(this.changes) };
    this.work = { ...work, ...own, right, asked: this.#count(), at: Date.now() };
    this.progress.keep(this.work);
  }

  #takeHint(step: string): void {
    const taken = (this.work.hints[step] ?? 0) + 1;
    this.#keep({ ...this.work, hints: { ...this.work.hints, [step]: taken } });
  }

  /** Moves from the last cell of a step to the next step, and back. */
  #beyond(number: number, direction: number): void {
    const tables = [...this.querySelectorAll<AnswerTableElement>("ag-answer-table")];
    const table = tables[number + direction];
    const cells = table ? cellCount(table.step.shape) : 0;
    table?.focusCell(direction > 0 ? 0 : cells - 1);
  }

  /** Clears the cells that are not right, and moves to the first. */
  readonly #retry = () => {
    const wrong = this.marked.steps.flatMap(({ cells }, number) =>
      cells.flatMap((mark, cell) => (isToRetry(mark) ? [{ number, cell }] : [])),
    );
    const answers = this.marked.kept as Work["answers"];
    this.marked = this.lab.mark(this.#exercise as Exercise, answers);
    this.#keep(withAnswers(this.work, answers, Date.now()));
    this.said = t("practice.emptied", { count: wrong.length });
    const [first] = wrong;
    if (first) this.querySelectorAll<AnswerTableElement>("ag-answer-table")[first.number]?.focusCell(first.cell);
  };

  readonly #handIn = async () => {
    const exercise = this.#exercise as Exercise;
    try {
      const name = this.name.trim();
      const homework = await this.lab.homework(exercise, this.work.answers, name === "" ? {} : { name });
      const file = handInName(exercise, name);
      saveFile(file, `${JSON.stringify(homework, null, 2)}\n`);
      const facts = { file, seed: exercise.seed, right: this.#right(), count: this.#count() };
      this.saved = [
        t(exercise.own ? "practice.savedOwn" : "practice.saved", facts),
        name === "" ? t("practice.savedWithoutName") : t("practice.savedFor", { name }),
      ].join(" ");
      this.problem = null;
    } catch (error) {
      this.problem = problemOf(error);
    }
  };
}

function askedCells(exercise: Exercise): { step: string; cells: number }[] {
  return exercise.asked.map(({ step, shape }) => ({ step, cells: cellCount(shape) }));
}

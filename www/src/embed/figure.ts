/** `<attograph-figure>`: a step of an algorithm as a picture or as its table, with the arithmetic of each number; more of the lesson where it is asked for. */
import type { PropertyValues } from "lit";
import { property } from "lit/decorators.js";
import { type Lab, openLibrary } from "../library.ts";
import type { Language } from "../state/language.ts";
import type { FigureRun } from "./figure-run.ts";
import { FrameElement, type View } from "./frame.ts";
import { readJson } from "./json.ts";

export class FigureElement extends FrameElement {
  @property() algorithm: string | null = null;
  /** The id of the step; by default the one at which the algorithm's page opens. */
  @property() step: string | null = null;
  /** The id of the last step to which a lecturer's keys go; by default none. */
  @property() to: string | null = null;
  /** The cell whose arithmetic is open, such as `0,2,1`. */
  @property() cell: string | null = null;
  /** `table`, `graph`, or the kind of a picture; by default the best that there is. */
  @property() picture: string | null = null;
  /** `none`, `player`, `inputs` or `all`. */
  @property() controls: string | null = null;
  /** Inputs instead of the example's, as a property or as JSON. */
  @property({ converter: { fromAttribute: readJson } }) inputs: unknown = null;
  /** Names of positions by axis instead of the example's, such as `{ node: ["Ann", "Ben"] }`, as a property or as JSON. */
  @property({ converter: { fromAttribute: readJson } }) names: unknown = null;

  protected override readonly asked = ["algorithm", "step", "to", "cell", "picture", "controls", "inputs", "names"];
  #run: FigureRun | null = null;

  override get folds(): readonly string[] {
    return ["legend", "captions", "operands", ...(this.cell === null ? ["arithmetic"] : [])];
  }

  protected override async sheets(): Promise<readonly string[]> {
    return (await import("./figure-sheets.ts")).sheets;
  }

  protected override async prepare(lab: Lab, language: Language): Promise<View> {
    const module = await import("./figure-run.ts");
    const run = await module.FigureRun.open(this, lab, language);
    run.subscribe(() => this.#changed());
    this.#run = run;
    run.goToStop(this.stop);
    return () => run.draw(this.language, this.bare);
  }

  override async stops(): Promise<number> {
    if (this.to === null) return 0;
    try {
      const [lab, { readSteps }] = await Promise.all([openLibrary(), import("./figure-run.ts")]);
      return (await readSteps(this, lab, this.language)).stops;
    } catch {
      return 0;
    }
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (changed.has("stop")) this.#run?.goToStop(this.stop);
  }

  /** The step that is shown, and the cell whose arithmetic is open; null before there is one. */
  get shown(): FigureRun["shown"] {
    return this.#run?.shown ?? null;
  }

  /** Goes to a step by its id, or by so many steps. Returns whether there is one. */
  go(to: string | number): boolean {
    return this.#run?.go(to) ?? false;
  }

  /** Opens the arithmetic of a cell of the step that is shown, or closes it. Returns whether there is such a cell. */
  choose(index: readonly number[] | null): boolean {
    return this.#run?.choose(index) ?? false;
  }

  #changed(): void {
    this.requestUpdate();
    const detail = { algorithm: this.algorithm, ...this.shown, inputs: this.#run?.inputs };
    this.dispatchEvent(new CustomEvent("ag-change", { detail, bubbles: true, composed: true }));
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (!this.hasAttribute("role")) this.setAttribute("role", "figure");
  }
}

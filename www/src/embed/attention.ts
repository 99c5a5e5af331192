/** `<attograph-attention>`: the attention of a model. The weights are given, and nothing is computed; layer, head and picture are chosen. */
import type { PropertyValues } from "lit";
import { property } from "lit/decorators.js";
import type { Lab } from "../library.ts";
import type { Language } from "../state/language.ts";
import type { AttentionRun, AttentionShown } from "./attention-run.ts";
import { FrameElement, type View } from "./frame.ts";
import { readJson, readWords } from "./json.ts";

export class AttentionFrame extends FrameElement {
  /** Layers × heads × queries × keys, or without the first one or two axes; as a property or as JSON. */
  @property({ converter: { fromAttribute: readJson } }) weights: unknown = null;
  /** The tokens of the queries and, without `keys`, of the keys; as a property, as JSON, or as words with spaces between them. */
  @property({ converter: { fromAttribute: readWords } }) tokens: unknown = null;
  /** The tokens of the keys, where they are others. */
  @property({ converter: { fromAttribute: readWords } }) keys: unknown = null;
  /** The layer that is shown, from 0. */
  @property({ type: Number }) layer: number = 0;
  /** The head that is shown, from 0. */
  @property({ type: Number }) head: number = 0;
  /** `arcs-columns`, `arcs-line` or `pattern`; by default lines for few tokens and pixels for many. */
  @property() picture: string | null = null;
  /** The query and the key of the chosen weight, such as `2,0`. */
  @property() cell: string | null = null;

  protected override readonly asked = ["weights", "tokens", "keys", "picture"];
  #run: AttentionRun | null = null;

  protected override async sheets(): Promise<readonly string[]> {
    return (await import("./attention-sheets.ts")).sheets;
  }

  protected override async prepare(_lab: Lab, language: Language): Promise<View> {
    const { AttentionRun } = await import("./attention-run.ts");
    const run = await AttentionRun.open(this, language);
    this.#run = run;
    return () => run.draw(this, this.#show);
  }

  /** What is shown; null before there is something. */
  get shown(): AttentionShown | null {
    return this.#run?.shownOf(this) ?? null;
  }

  readonly #show = (change: Partial<Pick<AttentionFrame, "layer" | "head" | "picture" | "cell">>): void => {
    Object.assign(this, change);
    const detail = this.shown;
    this.dispatchEvent(new CustomEvent("ag-change", { detail, bubbles: true, composed: true }));
  };

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (!this.hasAttribute("role")) this.setAttribute("role", "figure");
  }
}

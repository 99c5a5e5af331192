/** What `<attograph-attention>` shows: the heads of a layer as thumbnails, and one of them as a picture. Loaded with the first of these elements. */
import { html, nothing, type TemplateResult } from "lit";
import "../elements/thumbnail.ts";
import type { CellPlace, ElementEvents, TraceStep } from "../elements/events.ts";
import { domainFor } from "../numbers/color.ts";
import type { ArcsSpec } from "../pictures/arcs/spec.ts";
import { drawPicture, loadPicture } from "../pictures/draw.ts";
import type { PatternSpec } from "../pictures/pattern/spec.ts";
import type { PictureView } from "../pictures/picture.ts";
import { valueAt } from "../pictures/picture.ts";
import type { Language } from "../state/language.ts";
import { t, useMessages } from "../text.ts";
import { type Attention, type AttentionGiven, readAttention } from "./attention-weights.ts";
import { expectKnown } from "./problem.ts";

/** Up to this many words stand below each other without being asked for, and at most this many at all. */
const MOST_WORDS = 16;
const MOST_LINES = 64;

const ID = "attention.weights";

/** What an element asks for. */
export interface AttentionAsked extends AttentionGiven {
  readonly layer: number;
  readonly head: number;
  readonly picture: string | null;
  readonly cell: string | null;
}

export interface AttentionShown {
  readonly layer: number;
  readonly head: number;
  readonly picture: string;
  /** The query and the key of the chosen weight. */
  readonly cell: readonly [number, number] | null;
  readonly value: number | null;
}

type Change = Partial<Pick<AttentionAsked, "layer" | "head" | "picture" | "cell">>;
type Spec = ArcsSpec | PatternSpec;

const SPECS: Readonly<Record<string, Spec>> = {
  "arcs-columns": { kind: "arcs", step: ID, mode: "columns" },
  "arcs-line": { kind: "arcs", step: ID, mode: "line" },
  pattern: { kind: "pattern", step: ID },
};

/** Weights as the pictures take them. */
function stepOf(shape: readonly number[], data: ArrayLike<number>): TraceStep {
  const axes = ["layer", "head", "query", "key"].slice(-shape.length);
  return { id: ID, symbol: "A", axes, shape, data } as unknown as TraceStep;
}

const within = (position: number, count: number) => Math.max(0, Math.min(count - 1, Math.trunc(position) || 0));

export class AttentionRun {
  readonly #step: TraceStep;
  readonly #heads = new Map<string, TraceStep>();
  readonly #steps: ReadonlyMap<string, TraceStep>;
  readonly #domains: PictureView["domains"];

  private constructor(
    private readonly attention: Attention,
    /** The pictures that there are, the best one first. */
    private readonly kinds: readonly string[],
  ) {
    const { shape, data } = attention.weights;
    this.#step = stepOf(shape, Float64Array.from(data));
    this.#steps = new Map([[ID, this.#step]]);
    this.#domains = new Map([[ID, domainFor(this.#step.data, this.#step)]]);
  }

  /** Loads what an element asks for. Throws an `AttributeProblem` or a `GivenProblem`. */
  static async open(asked: AttentionAsked, language: Language): Promise<AttentionRun> {
    await useMessages(language);
    const attention = readAttention(asked);
    const [, , queries, keys] = attention.weights.shape;
    const most = Math.max(queries, keys);
    const lines = most <= MOST_LINES ? ["arcs-columns", ...(queries === keys ? ["arcs-line"] : [])] : [];
    const kinds = most <= MOST_WORDS ? [...lines, "pattern"] : ["pattern", ...lines];
    if (asked.picture !== null) expectKnown("picture", asked.picture, kinds);
    await Promise.all(["arcs", "pattern"].map((kind) => loadPicture(kind as Spec["kind"])));
    return new AttentionRun(attention, kinds);
  }

  shownOf({ layer, head, picture, cell }: AttentionAsked): AttentionShown {
    const [layers, heads, queries, keys] = this.attention.weights.shape;
    const [query = -1, key = -1] = cell === null ? [] : cell.split(",").map(Number);
    const exists = query >= 0 && query < queries && key >= 0 && key < keys;
    const place = { layer: within(layer, layers), head: within(head, heads) };
    const value = exists ? valueAt(this.#step, [place.layer, place.head, query, key]) : null;
    return { ...place, picture: picture ?? this.kinds[0] ?? "pattern", cell: exists ? [query, key] : null, value };
  }

  /** The matrix of one head, as a step of its own for its thumbnail. */
  #headOf(layer: number, head: number): TraceStep {
    const key = `${layer},${head}`;
    const known = this.#heads.get(key);
    if (known) return known;
    const [, heads, queries, keys] = this.attention.weights.shape;
    const start = (layer * heads + head) * queries * keys;
    const data = (this.#step.data as Float64Array).subarray(start, start + queries * keys);
    const step = stepOf([queries, keys], data);
    this.#heads.set(key, step);
    return step;
  }

  draw(asked: AttentionAsked, show: (change: Change) => void): TemplateResult {
    const shown = this.shownOf(asked);
    const { layer, head, cell } = shown;
    const { queries, keys } = this.attention;
    const names = { layer: null, head: null, query: queries, key: keys } as const;
    const view: PictureView = {
      steps: this.#steps,
      labels: (step, axis, position) =>
        names[step.axes[axis] as keyof typeof names]?.[position] ?? String(position + 1),
      domains: this.#domains,
      slices: { layer, head },
      selected: cell && { step: ID, index: [layer, head, ...cell] },
      lit: [],
    };
    const select = (event: CustomEvent<CellPlace>) => show({ cell: event.detail.index.slice(-2).join() });
    const follow = ({ detail }: CustomEvent<ElementEvents["ag-cursor"]>) => {
      if (detail.axis === "query" && cell && cell[0] !== detail.position)
        show({ cell: `${detail.position},${cell[1]}` });
    };
    const spec = SPECS[shown.picture];
    return html`<div class="attention" @ag-select=${select} @ag-cursor=${follow}>
      <div class="attention-choices">${this.#layers(layer, show)}${this.#chooseHead(layer, head, show)}${this.#pictures(shown.picture, show)}</div>
      ${spec ? drawPicture(spec, view) : nothing}
    </div>`;
  }

  /** Layers and heads are counted from 0, as by the attributes, by events, and by those who made the model. */
  #layers(layer: number, show: (change: Change) => void): unknown {
    const [layers] = this.attention.weights.shape;
    if (layers < 2) return nothing;
    const chosen = (event: Event) => show({ layer: Number((event.target as HTMLSelectElement).value) });
    return html`<label class="attention-layer">${t("axes.layer")}<select @change=${chosen}>${Array.from(
      { length: layers },
      (_, at) => html`<option value=${at} .selected=${at === layer}>${at}</option>`,
    )}</select></label>`;
  }

  #chooseHead(layer: number, head: number, show: (change: Change) => void): unknown {
    const [, heads] = this.attention.weights.shape;
    if (heads < 2) return nothing;
    return html`<fieldset class="attention-heads"><legend>${t("axes.head")}</legend>${Array.from(
      { length: heads },
      (_, at) => html`<label><input
          type="radio"
          name="head"
          value=${at}
          .checked=${at === head}
          @change=${() => show({ head: at })}
        /><ag-thumbnail .step=${this.#headOf(layer, at)}></ag-thumbnail><span>${at}</span></label>`,
    )}</fieldset>`;
  }

  #pictures(picture: string, show: (change: Change) => void): unknown {
    if (this.kinds.length < 2) return nothing;
    return html`<div class="presets" role="group" aria-label=${t("ui.pictures")}>${this.kinds.map(
      (kind) =>
        html`<button type="button" aria-pressed=${kind === picture ? "true" : "false"} @click=${() => show({ picture: kind })}>${t(`pictures.kinds.${kind}`)}</button>`,
    )}</div>`;
  }
}

/**
 * `<ag-tree>`: the parts of a sequence as a tree, and to which of them a token attends.
 *
 * The token under the pointer or with the focus is the one whose parts are shown; their color is the weight. The arrow keys lead along a level, up to the
 * part around and down into it.
 */
import { html, nothing, type PropertyValues, svg, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { elementStyles } from "../../elements/element-styles.ts";
import { send } from "../../elements/events.ts";
import { styleProperties } from "../../elements/style-properties.ts";
import { type Domain, domainFor } from "../../numbers/color.ts";
import { formatCell, plain } from "../../numbers/format.ts";
import { paintOf } from "../../numbers/paint.ts";
import type { ShownCell } from "../arrows/model.ts";
import { DrawnPicture } from "../drawn-picture.ts";
import { sameCell } from "../picture.ts";
import { textWidth } from "../plane/place-names.ts";
import { planeStyles } from "../plane/styles.ts";
import type { TreeSpec } from "../plane-spec.ts";
import { type Attended, type DrawnTree, drawnTree, type TreeNode } from "./model.ts";
import { treeStyles } from "./styles.ts";

const WIDEST = 760;
const MARGIN = 8;
const BOX = 30;
const ROW = 54;
const NAMES = 30;
/** Names are upright where they do not fit beside each other and a leaf has at least this width. */
const UPRIGHT = 16;
const TYPE = 15;

@customElement("ag-tree")
export class AgTree extends DrawnPicture<TreeSpec> {
  static override styles = [elementStyles, planeStyles, treeStyles];

  protected override readonly widest: number = WIDEST;

  /** The token that is pointed to, and the one that had the focus last. */
  @state() private hovered: number | null = null;
  @state() private focused: number | null = null;

  private drawn: DrawnTree | null = null;

  protected override willUpdate(changed: PropertyValues<this>): void {
    // Another cell that is chosen on the page outranks the token that had the focus.
    if (changed.has("view") && !sameCell(changed.get("view")?.selected ?? null, this.view.selected))
      this.focused = null;
    this.drawn = drawnTree(this.view, this.options, this.hovered ?? this.focused);
    const nodes = this.drawn?.nodes ?? [];
    if (!nodes.some(({ node }) => String(node) === this.current)) this.current = String(this.drawn?.token ?? "");
  }

  private tokenName(token: number): string {
    const pairs = this.step(this.options.pairs);
    const weights = this.options.weights === undefined ? null : this.step(this.options.weights);
    // Tokens are named by the axis of the queries, where a step has one.
    const query = [weights, ...this.view.steps.values()].find((step) => step?.axes[0] === "query");
    return query ? this.view.labels(query, 0, token) : pairs ? String(token) : "";
  }

  private partName({ ends: [first, after], level }: TreeNode): string {
    const [from, to] = [this.tokenName(first.value), this.tokenName(after.value - 1)];
    return level === 0 ? from : this.text("pictures.tree.span", { from, to });
  }

  protected override name(): string {
    const { length = 0, nodes = [] } = this.drawn ?? {};
    return this.text("pictures.tree.name", { tokens: length, nodes: nodes.length });
  }

  protected override description(): string {
    const { drawn } = this;
    if (!drawn) return "";
    const parts = drawn.attended.flatMap(({ node, weight }) => {
      const found = drawn.nodes[node];
      return found ? [`${this.partName(found)}${weight ? ` ${formatCell(weight.value)}` : ""}`] : [];
    });
    return this.text("pictures.tree.attends", { token: this.tokenName(drawn.token), parts: parts.join(", ") });
  }

  protected override render(): TemplateResult {
    const { drawn } = this;
    if (!drawn) return html`<p class="absent">${this.text("pictures.absent")}</p>`;
    const width = this.across;
    const height = drawn.levels * ROW + this.namesRoom(drawn) + MARGIN;
    const { unit } = this.room;
    // A drawing that itself listens to the focus can be reached by Tab in Chromium.
    return html`<div @focusin=${this.onFocus} @focusout=${this.leave}><svg
        viewBox="0 0 ${width} ${height}"
        width=${width * unit}
        height=${height * unit}
        role="group"
        aria-label=${this.name()}
        aria-describedby="said keys"
        @click=${this.choose}
        @keydown=${this.onKey}
        @pointerover=${this.onOver}
        @pointerleave=${this.onLeave}
      >
        <g class="links" aria-hidden="true">${drawn.nodes.map((node) => this.renderLink(drawn, node))}</g>
        <g>${drawn.nodes.map((node) => this.renderNode(drawn, node))}</g>
        <g class="names" aria-hidden="true">${this.renderNames(drawn)}</g>
      </svg></div>
      <p id="said" class="unseen">${this.description()}</p>
      <p id="keys" class="unseen">${this.text("pictures.tree.keys")} ${this.text("pictures.opens")}</p>`;
  }

  private boxOf({ levels, length }: DrawnTree, { level, ends: [first, after] }: TreeNode) {
    const column = (this.across - 2 * MARGIN) / Math.max(1, length);
    const gap = Math.min(4, column * 0.12);
    const x = MARGIN + first.value * column + gap;
    return { x, y: MARGIN + (levels - 1 - level) * ROW, width: (after.value - first.value) * column - 2 * gap };
  }

  private renderLink(drawn: DrawnTree, node: TreeNode): unknown {
    const parent = node.parent === null ? undefined : drawn.nodes[node.parent];
    if (!parent) return nothing;
    const box = this.boxOf(drawn, node);
    const above = this.boxOf(drawn, parent);
    const middle = box.x + box.width / 2;
    return svg`<line x1=${middle} x2=${middle} y1=${box.y} y2=${above.y + BOX}></line>`;
  }

  private domainOf(id: string): Domain {
    const step = this.step(id);
    return this.view.domains.get(id) ?? domainFor(step?.data ?? [], step ?? undefined);
  }

  private attendedOf(drawn: DrawnTree, { node }: TreeNode): Attended | undefined {
    return drawn.attended.find((each) => each.node === node);
  }

  private renderNode(drawn: DrawnTree, node: TreeNode): unknown {
    const attended = this.attendedOf(drawn, node);
    const weight = attended?.weight ?? null;
    const { x, y, width } = this.boxOf(drawn, node);
    const paint = weight ? paintOf(weight.value, this.domainOf(weight.step)) : null;
    const written = weight ? formatCell(weight.value) : "";
    const own = node.level === 0 && node.node === drawn.token;
    const name = this.partName(node);
    const label = attended
      ? weight
        ? this.text("pictures.tree.weighed", { name, weight: written })
        : this.text("pictures.tree.attended", { name })
      : name;
    const [first, after] = node.ends;
    const chosen = this.cellsOf(drawn, node).some((cell) => sameCell(cell, this.view.selected));
    const classes = ["mark", "node", attended ? "attended" : "", own ? "own" : "", chosen ? "active" : ""];
    return svg`<g
      class=${classes.filter((each) => each !== "").join(" ")}
      data-key=${node.node}
      data-step=${first.step}
      data-index=${first.index.join()}
      data-value=${plain(first.value)}
      data-second-index=${after.index.join()}
      data-second-value=${plain(after.value)}
      role="button"
      tabindex=${String(node.node) === this.current ? 0 : -1}
      aria-label=${label}
    ><rect class="ring" x=${x - 3} y=${y - 3} width=${width + 6} height=${BOX + 6} rx="5"></rect><rect
      class="box" x=${x} y=${y} width=${width} height=${BOX} rx="3" ${styleProperties(paint ? { fill: paint.ground } : {})}></rect>${
        weight && textWidth(written, TYPE) + 6 <= width
          ? svg`<text class="number" x=${x + width / 2} y=${y + BOX / 2} data-step=${weight.step} data-index=${weight.index.join()} data-value=${plain(weight.value)}
              ${styleProperties(paint ? { fill: paint.ink } : {})}>${written}</text>`
          : nothing
      }</g>`;
  }

  /** How the names of the tokens stand below their leaves; without room for all of them there is only that of the shown token. */
  private naming(drawn: DrawnTree): "level" | "upright" | "one" {
    const leaves = drawn.nodes.filter(({ level }) => level === 0);
    const fits = leaves.every((leaf) => textWidth(this.partName(leaf), TYPE) <= this.boxOf(drawn, leaf).width + 4);
    const narrowest = Math.min(...leaves.map((leaf) => this.boxOf(drawn, leaf).width));
    return fits ? "level" : narrowest >= UPRIGHT ? "upright" : "one";
  }

  /** The height of the names below the leaves. */
  private namesRoom(drawn: DrawnTree): number {
    if (this.naming(drawn) !== "upright") return NAMES;
    const leaves = drawn.nodes.filter(({ level }) => level === 0);
    return Math.max(NAMES, ...leaves.map((leaf) => textWidth(this.partName(leaf), TYPE) + NAMES / 2));
  }

  private renderNames(drawn: DrawnTree): unknown {
    const naming = this.naming(drawn);
    return drawn.nodes.flatMap((leaf) => {
      if (leaf.level !== 0 || (naming === "one" && leaf.node !== drawn.token)) return [];
      const { x, y, width } = this.boxOf(drawn, leaf);
      const name = this.partName(leaf);
      const shown = leaf.node === drawn.token ? "shown" : "";
      if (naming === "upright") {
        const place = `translate(${x + width / 2} ${y + BOX + 8}) rotate(-90)`;
        return [svg`<text class=${`upright ${shown}`} transform=${place}>${name}</text>`];
      }
      const half = textWidth(name, TYPE) / 2;
      const middle = Math.min(this.across - half, Math.max(half, x + width / 2));
      return [svg`<text class=${shown} x=${middle} y=${y + BOX + 17}>${name}</text>`];
    });
  }

  private nodeAt(target: EventTarget | null): TreeNode | null {
    const key = target instanceof Element ? target.closest<SVGElement>("[data-key]")?.dataset.key : undefined;
    return key === undefined ? null : (this.drawn?.nodes[Number(key)] ?? null);
  }

  private cellsOf(drawn: DrawnTree, node: TreeNode): ShownCell[] {
    const attended = this.attendedOf(drawn, node);
    return attended ? [...(attended.weight ? [attended.weight] : []), attended.pair] : [...node.ends];
  }

  /** Chooses the weight of an attended part and its pair, of any other its ends, one after the other. */
  private readonly choose = (event: Event): void => {
    const node = this.nodeAt(event.target);
    if (!node || !this.drawn) return;
    const cells = this.cellsOf(this.drawn, node);
    const next = cells[(cells.findIndex((cell) => sameCell(cell, this.view.selected)) + 1) % cells.length];
    if (next) send(this, "ag-select", { step: next.step, index: next.index });
  };

  private readonly onOver = (event: Event): void => {
    const node = this.nodeAt(event.target);
    if (node) this.hovered = node.level === 0 ? node.node : this.hovered;
    this.point(event);
  };

  private readonly onLeave = (): void => {
    this.hovered = null;
    this.leave();
  };

  private readonly onFocus = (event: Event): void => {
    const node = this.nodeAt(event.target);
    if (!node) return;
    this.current = String(node.node);
    if (node.level === 0) this.focused = node.node;
    this.point(event);
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    const node = this.nodeAt(event.target);
    if (!node || !this.drawn || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") this.choose(event);
    else {
      const next = this.nodeAfter(event, this.drawn, node);
      if (next === null) return;
      this.hovered = null;
      this.focusMark(String(next));
    }
    event.preventDefault();
    event.stopPropagation();
  };

  private nodeAfter(event: KeyboardEvent, { nodes }: DrawnTree, node: TreeNode): number | null {
    if (event.key === "ArrowUp") return node.parent;
    if (event.key === "ArrowDown") return node.children[0] ?? null;
    const level = nodes.flatMap((each) => (each.level === node.level ? [String(each.node)] : []));
    const next = this.keyAfter(event, level, String(node.node));
    return next === null ? null : Number(next);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-tree": AgTree;
  }
}

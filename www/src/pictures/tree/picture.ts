/**
 * `<ag-tree>`: the parts of a sequence as a tree, and to which of them a token attends.
 *
 * The token under the pointer or with the focus is the one whose parts are shown; their color is the weight. The arrow keys lead along a level, up to the
 * part around and down into it.
 */
import { css, nothing, type PropertyValues, svg } from "lit";
import { customElement } from "lit/decorators.js";
import { elementStyles } from "../../elements/element-styles.ts";
import { styleProperties } from "../../elements/style-properties.ts";
import { domainFor } from "../../numbers/color.ts";
import { formatCell, plain } from "../../numbers/format.ts";
import { paintOf } from "../../numbers/paint.ts";
import { alongList, type Declared, type Mark } from "../base/marks.ts";
import { Picture } from "../base/picture.ts";
import { pictureStyles } from "../base/styles.ts";
import { textWidth } from "../plane/place-names.ts";
import { planeStyles } from "../plane/styles.ts";
import { type DrawnTree, drawnTree, type TreeNode } from "./model.ts";
import type { TreeSpec } from "./spec.ts";

const MARGIN = 8;
const BOX = 30;
const ROW = 54;
const NAMES = 30;
/** Names are upright where they do not fit beside each other and a leaf has at least this width. */
const UPRIGHT = 16;
const TYPE = 15;
/** Around a weight in its box. */
const PADDING = 6;
/** As wide as most weights. */
const WEIGHT = "0.000";

const treeStyles = css`
  .links line {
    stroke: var(--line);
    stroke-width: 1.5;
  }
  .node .box {
    fill: var(--paper);
    stroke: var(--line);
    stroke-width: 1.5;
  }
  .node.attended .box {
    stroke: var(--ink);
    stroke-width: 2;
  }
  .node.own .ring {
    stroke: var(--here);
  }
  .node .number {
    text-anchor: middle;
    dominant-baseline: central;
    font-variant-numeric: tabular-nums;
  }
  .names .upright {
    text-anchor: end;
    dominant-baseline: central;
  }
  .names .shown {
    font-weight: 600;
  }
`;

@customElement("ag-tree")
export class AgTree extends Picture<TreeSpec, true> {
  static override styles = [elementStyles, pictureStyles, planeStyles, treeStyles];

  protected override readonly widest: number = 760;

  /** The leaf that is pointed to, and stays so while an inner part is. */
  private token: number | null = null;
  private drawn: DrawnTree | null = null;

  protected override willUpdate(changed: PropertyValues<this>): void {
    const pointed = this.drawn?.nodes[Number(this.pointed?.key ?? -1)];
    if (!this.pointed) this.token = null;
    else if (pointed?.level === 0) this.token = pointed.node;
    super.willUpdate(changed);
  }

  protected read(): true | null {
    return drawnTree(this.view, this.options, null) && true;
  }

  protected declare(): Declared {
    const drawn = drawnTree(this.view, this.options, this.token) as DrawnTree;
    this.drawn = drawn;
    const { nodes, levels, length } = drawn;
    const marks = nodes.map((node) => this.mark(drawn, node));
    return {
      width: this.across,
      height: levels * ROW + this.leafHeight(drawn) - BOX + this.namesRoom(drawn) + MARGIN,
      name: this.text("pictures.tree.name", { tokens: length, nodes: nodes.length }),
      told: () => this.attendedTold(drawn),
      keys: this.text("pictures.tree.keys"),
      first: String(drawn.token),
      panels: [
        {
          under: svg`<g class="links" aria-hidden="true">${nodes.map((node) => this.renderLink(drawn, node))}</g>`,
          marks,
          over: svg`<g class="names" aria-hidden="true">${this.renderNames(drawn)}</g>`,
        },
      ],
    };
  }

  private attendedTold({ nodes, attended, token }: DrawnTree): string {
    const parts = attended.flatMap(({ node, weight }) => {
      const found = nodes[node];
      return found ? [`${this.partName(found)}${weight ? ` ${formatCell(weight.value)}` : ""}`] : [];
    });
    return this.text("pictures.tree.attends", { token: this.tokenName(token), parts: parts.join(", ") });
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

  private boxOf(drawn: DrawnTree, { level, ends: [first, after] }: TreeNode) {
    const { column, gap } = this.columnOf(drawn);
    const x = MARGIN + first.value * column + gap;
    return {
      ...{ x, y: MARGIN + (drawn.levels - 1 - level) * ROW },
      width: (after.value - first.value) * column - 2 * gap,
      height: level === 0 ? this.leafHeight(drawn) : BOX,
    };
  }

  private columnOf({ length }: DrawnTree): { readonly column: number; readonly gap: number } {
    const column = (this.across - 2 * MARGIN) / Math.max(1, length);
    return { column, gap: Math.min(4, column * 0.12) };
  }

  /** The height of a leaf, in which a weight stands upright where leaves are too narrow for it. */
  private leafHeight(drawn: DrawnTree): number {
    const { column, gap } = this.columnOf(drawn);
    const needed = textWidth(WEIGHT, TYPE) + PADDING;
    const width = column - 2 * gap;
    return this.options.weights !== undefined && needed > width && width >= UPRIGHT ? needed + PADDING : BOX;
  }

  private numberPlace({ x, y, width, height }: ReturnType<AgTree["boxOf"]>, written: string): string | null {
    const [middle, center] = [x + width / 2, y + height / 2];
    const needed = textWidth(written, TYPE) + PADDING;
    if (needed <= width) return `translate(${middle} ${center})`;
    return needed <= height && width >= UPRIGHT ? `translate(${middle} ${center}) rotate(-90)` : null;
  }

  private renderLink(drawn: DrawnTree, node: TreeNode): unknown {
    const parent = node.parent === null ? undefined : drawn.nodes[node.parent];
    if (!parent) return nothing;
    const box = this.boxOf(drawn, node);
    const above = this.boxOf(drawn, parent);
    const middle = box.x + box.width / 2;
    return svg`<line x1=${middle} x2=${middle} y1=${box.y} y2=${above.y + BOX}></line>`;
  }

  private mark(drawn: DrawnTree, node: TreeNode): Mark {
    const attended = drawn.attended.find((each) => each.node === node.node);
    const weight = attended?.weight ?? null;
    const box = this.boxOf(drawn, node);
    const { x, y, width, height } = box;
    const own = node.level === 0 && node.node === drawn.token;
    const [cell, second] = node.ends;
    return {
      cell,
      second,
      key: String(node.node),
      // The weight of an attended part and its pair, of any other its ends.
      opens: attended ? [...(weight ? [weight] : []), attended.pair] : node.ends,
      kind: `node ${attended ? "attended" : ""} ${own ? "own" : ""}`.trim(),
      label: () => {
        const name = this.partName(node);
        if (weight) return this.text("pictures.tree.weighed", { name, weight: formatCell(weight.value) });
        return attended ? this.text("pictures.tree.attended", { name }) : name;
      },
      draw: () => {
        const step = weight && this.step(weight.step);
        const domain = step && (this.view.domains.get(step.id) ?? domainFor(step.data, step));
        const paint = weight && domain ? paintOf(weight.value, domain) : null;
        const written = weight ? formatCell(weight.value) : "";
        const place = this.numberPlace(box, written);
        return svg`<rect class="ring" x=${x - 3} y=${y - 3} width=${width + 6} height=${height + 6} rx="5"></rect><rect
          class="box" x=${x} y=${y} width=${width} height=${height} rx="3" ${styleProperties(paint ? { fill: paint.ground } : {})}></rect>${
            weight && place !== null
              ? svg`<text class="number" transform=${place} data-step=${weight.step} data-index=${weight.index.join()} data-value=${plain(weight.value)}
                  ${styleProperties(paint ? { fill: paint.ink } : {})}>${written}</text>`
              : nothing
          }`;
      },
    };
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
      const { x, y, width, height } = this.boxOf(drawn, leaf);
      const name = this.partName(leaf);
      const shown = leaf.node === drawn.token ? "shown" : "";
      if (naming === "upright") {
        const place = `translate(${x + width / 2} ${y + height + 8}) rotate(-90)`;
        return [svg`<text class=${`upright ${shown}`} transform=${place}>${name}</text>`];
      }
      const half = textWidth(name, TYPE) / 2;
      const middle = Math.min(this.across - half, Math.max(half, x + width / 2));
      return [svg`<text class=${shown} x=${middle} y=${y + height + 17}>${name}</text>`];
    });
  }

  /** Along a level, up to the part around and down into one. */
  protected override markAfter(key: string, from: Mark): Mark | null {
    const nodes = this.drawn?.nodes ?? [];
    const node = nodes[Number(from.key)];
    const level = this.marks.filter((mark) => nodes[Number(mark.key)]?.level === node?.level);
    if (key !== "ArrowUp" && key !== "ArrowDown") return alongList(level, from, key);
    const next = key === "ArrowUp" ? node?.parent : node?.children[0];
    return this.marks.find((mark) => mark.key === String(next)) ?? null;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-tree": AgTree;
  }
}

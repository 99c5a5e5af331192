/**
 * `<ag-arrows>`: rows of steps as arrows of the plane.
 *
 * A row of weights gives the arrows of values their widths, and the output is drawn where they pull it. Between two arrows stand their angle and the
 * first one's shadow on the other, between the rows before and after a rotation its arcs. The arrow under the pointer or with the focus shows its
 * coordinates. Arrows of an input are moved by dragging, or by the arrow keys.
 */
import { html, nothing, type PropertyValues, svg, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { elementStyles } from "../../elements/element-styles.ts";
import type { CellPlace } from "../../elements/events.ts";
import { planeOf } from "../../numbers/shape.ts";
import { follow, spotIn } from "../base/dragging.ts";
import type { Movable } from "../drawn-picture.ts";
import { MovablePicture } from "../movable-picture.ts";
import { sameCell } from "../picture.ts";
import { planeGrid } from "../plane/grid.ts";
import { type Extent, extentOf, type Frame, frameOf, type Spot, steadyExtent } from "../plane/plane.ts";
import { planeStyles } from "../plane/styles.ts";
import type { ArrowsSpec } from "../plane-spec.ts";
import { type ArrowState, arrowMark, coordinatesOf, namesOf, pairHelp, pullOf, turnArcs } from "./drawn.ts";
import { type DrawnArrow, type DrawnArrows, drawnArrows } from "./model.ts";
import { cellsOf, writtenIn } from "./names.ts";
import { arrowsDescription, arrowsName, spokenArrow } from "./speech.ts";

const TALLEST = 520;

@customElement("ag-arrows")
export class AgArrows extends MovablePicture<ArrowsSpec, DrawnArrow> {
  static override styles = [elementStyles, planeStyles];

  private drawn: DrawnArrows = { arrows: [], axes: ["", ""], mean: null, pair: null, turns: [] };
  private extent: Extent | null = null;
  private frame!: Frame;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("options")) this.extent = null;
    this.drawn = drawnArrows(this.view, this.options);
    const { reach } = this.options;
    const corners = reach === undefined ? [] : [-reach, reach].flatMap((x) => [-reach, reach].map((y) => ({ x, y })));
    // A point that is being dragged does not change the scale below the pointer.
    if (!this.moving || !this.extent)
      this.extent = steadyExtent(extentOf([...this.drawn.arrows.map(({ spot }) => spot), ...corners]), this.extent);
    this.frame = frameOf(this.extent, this.across, { tallest: TALLEST });
    this.settleTabStops();
  }

  protected get marks(): readonly DrawnArrow[] {
    return this.drawn.arrows;
  }

  protected markWith(key: string): DrawnArrow | null {
    return this.drawn.arrows.find((each) => each.key === key) ?? null;
  }

  protected cellsOf(arrow: DrawnArrow): readonly CellPlace[] {
    return cellsOf(arrow, this.drawn);
  }

  protected override name(): string {
    return arrowsName(this.text, this.drawn);
  }

  protected override description(): string {
    return arrowsDescription(this.text, this.drawn);
  }

  protected override render(): TemplateResult {
    const { drawn, frame, options } = this;
    const active = this.activeArrow();
    const { unit } = this.room;
    const chain = options.mean?.chain ?? false;
    const written = writtenIn(drawn, { frame, active, chain, dropped: options.pair?.projection ?? false });
    // A drawing that itself listens to the focus can be reached by Tab in Chromium.
    return html`<div @focusin=${this.onFocus} @focusout=${this.onBlur}><svg
        viewBox="0 0 ${frame.width} ${frame.height}"
        width=${frame.width * unit}
        height=${frame.height * unit}
        class=${this.moving ? "moving" : ""}
        role="group"
        aria-label=${this.name()}
        aria-describedby="said keys"
        @click=${this.choose}
        @keydown=${this.onKey}
        @pointerdown=${this.onPress}
        @pointerover=${this.onOver}
        @pointerleave=${this.onLeave}
      >
        ${planeGrid(frame, drawn.axes, written.scale)}
        ${pullOf(drawn, frame, chain)}
        ${drawn.pair ? pairHelp(drawn.pair, frame, options.pair ?? {}) : nothing}
        ${turnArcs(drawn.turns, frame)}
        <g class="arrows">${drawn.arrows.map((arrow) => arrowMark(arrow, frame, this.stateOf(arrow, active)))}</g>
        ${namesOf(written.names)}
        ${active ? coordinatesOf(active, frame) : svg``}
      </svg></div>
      <p id="said" class="unseen">${this.description()}</p>
      <p id="keys" class="unseen">${this.keysSaid({ marks: "pictures.arrows.keys", moves: "pictures.moves" })}</p>`;
  }

  private stateOf(arrow: DrawnArrow, active: DrawnArrow | null): ArrowState {
    return {
      active: arrow === active || this.view.lit.some((cell) => this.shows(arrow, cell)),
      label: spokenArrow(this.text, arrow),
      tabindex: this.tabIndexOf(arrow),
    };
  }

  /** Whether a cell is of the arrow's row. */
  private shows(arrow: DrawnArrow, cell: CellPlace | null): boolean {
    if (!cell) return false;
    if (sameCell(arrow.weight, cell)) return true;
    const step = cell.step === arrow.step ? this.step(arrow.step) : null;
    if (!step) return false;
    const { rowAxis } = planeOf(step.shape);
    return rowAxis === null || cell.index[rowAxis] === arrow.row;
  }

  private activeArrow(): DrawnArrow | null {
    const { arrows } = this.drawn;
    const pointed = this.pointedKey;
    return (
      arrows.find(({ key }) => key === pointed) ?? arrows.find((arrow) => this.shows(arrow, this.view.selected)) ?? null
    );
  }

  private movable(arrow: DrawnArrow): Movable | null {
    const { input, cells, spot } = arrow;
    return input === null ? null : { input, cells: [cells[0].index, cells[1].index], spot };
  }

  protected moveBy(event: KeyboardEvent, arrow: DrawnArrow): boolean {
    const movable = this.movable(arrow);
    return movable !== null && this.moveByKey(event, movable, this.frame.extent.tick);
  }

  private readonly onPress = (event: PointerEvent): void => {
    const { key } = this.markAt(event.target) ?? {};
    const held = this.movableAt(key);
    if (!held || event.button !== 0) return;
    const grip = this.frame.at(held.spot);
    const pressed = spotIn(this.drawing, { x: event.clientX, y: event.clientY });
    // The tip keeps its distance from the pointer; an arrow that is held at its shaft would jump otherwise.
    const off = { x: grip.x - pressed.x, y: grip.y - pressed.y };
    this.stop = follow(event, this.drawing, {
      begin: () => {
        this.moving = true;
        this.hovered = key ?? null;
      },
      move: (at) => {
        const now = this.movableAt(key);
        if (now) this.move(now, this.within(this.frame.from({ x: at.x + off.x, y: at.y + off.y })));
      },
      end: () => {
        this.moving = false;
      },
    });
  };

  private movableAt(key: string | undefined): Movable | null {
    const arrow = key === undefined ? null : this.markWith(key);
    return arrow && this.movable(arrow);
  }

  private within({ x, y }: Spot): Spot {
    const { left, right, bottom, top } = this.frame.extent;
    return { x: Math.min(right, Math.max(left, x)), y: Math.min(top, Math.max(bottom, y)) };
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-arrows": AgArrows;
  }
}

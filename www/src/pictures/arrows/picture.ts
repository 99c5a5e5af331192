/**
 * `<ag-arrows>`: rows of steps as arrows of the plane.
 *
 * A row of weights gives the arrows of values their widths, and the output is drawn where they pull it. Between two arrows stand their angle and the
 * first one's shadow on the other, between the rows before and after a rotation its arcs. The arrow under the pointer or with the focus shows its
 * coordinates. Arrows of an input are moved by dragging, or by the arrow keys.
 */
import { nothing, type PropertyValues, svg } from "lit";
import { customElement } from "lit/decorators.js";
import { elementStyles } from "../../elements/element-styles.ts";
import type { CellPlace } from "../../elements/events.ts";
import { categoryCss } from "../../numbers/categories.ts";
import { planeOf } from "../../numbers/shape.ts";
import { moveOfKey } from "../base/dragging.ts";
import type { Declared, Mark, Movable } from "../base/marks.ts";
import { Picture } from "../base/picture.ts";
import { pictureStyles } from "../base/styles.ts";
import { sameCell } from "../picture.ts";
import { planeGrid } from "../plane/grid.ts";
import { type Extent, extentOf, type Frame, frameOf, steadyExtent } from "../plane/plane.ts";
import { planeStyles } from "../plane/styles.ts";
import { arrowShapes, circleAround, coordinatesOf, namesOf, pairHelp, pullOf, turnArcs } from "./drawn.ts";
import { type DrawnArrow, type DrawnArrows, drawnArrows } from "./model.ts";
import { cellsOf, writtenIn } from "./names.ts";
import type { ArrowsSpec } from "./spec.ts";
import { arrowsDescription, arrowsName, spokenArrow } from "./speech.ts";

const TALLEST = 520;

@customElement("ag-arrows")
export class AgArrows extends Picture<ArrowsSpec, DrawnArrows> {
  static override styles = [elementStyles, pictureStyles, planeStyles];

  protected override readonly widest: number = 560;

  private extent: Extent | null = null;

  protected read(changed: PropertyValues<this>): DrawnArrows {
    if (changed.has("options")) this.extent = null;
    const drawn = drawnArrows(this.view, this.options);
    const { reach } = this.options;
    const corners = reach === undefined ? [] : [-reach, reach].flatMap((x) => [-reach, reach].map((y) => ({ x, y })));
    // A point that is being dragged does not change the scale below the pointer.
    if (!this.moving || !this.extent)
      this.extent = steadyExtent(extentOf([...drawn.arrows.map(({ spot }) => spot), ...corners]), this.extent);
    return drawn;
  }

  protected declare(drawn: DrawnArrows): Declared {
    const { options } = this;
    const frame = frameOf(this.extent ?? extentOf([]), this.across, { tallest: TALLEST });
    const active = this.activeArrow(drawn);
    const chain = options.mean?.chain ?? false;
    const written = writtenIn(drawn, { frame, active, chain, dropped: options.pair?.projection ?? false });
    return {
      width: frame.width,
      height: frame.height,
      name: arrowsName(this.text, drawn),
      told: () => arrowsDescription(this.text, drawn),
      keys: this.text("pictures.arrows.keys"),
      moves: this.text("pictures.moves"),
      panels: [
        {
          about: frame.at({ x: 0, y: 0 }),
          under: svg`${planeGrid(frame, drawn.axes, written.scale)}
            ${options.circle === undefined ? nothing : circleAround(frame, options.circle)}
            ${pullOf(drawn, frame, chain)}
            ${drawn.pair ? pairHelp(drawn.pair, frame, options.pair ?? {}) : nothing}
            ${turnArcs(drawn.turns, frame)}`,
          marks: drawn.arrows.map((arrow) => this.mark(drawn, arrow, frame, active)),
          over: svg`${namesOf(written.names)}${active ? coordinatesOf(active, frame) : nothing}`,
        },
      ],
    };
  }

  private mark(drawn: DrawnArrows, arrow: DrawnArrow, frame: Frame, active: DrawnArrow | null): Mark {
    const [cell, second] = arrow.cells;
    const stands = arrow === active || this.view.lit.some((one) => this.shows(arrow, one));
    return {
      cell,
      second,
      key: arrow.key,
      moves: arrow.name,
      opens: cellsOf(arrow, drawn),
      kind: `arrow ${arrow.kind} ${stands ? "active" : ""}`.trim(),
      style: arrow.kind === "output" ? {} : { "--color": categoryCss(arrow.category) },
      label: () => spokenArrow(this.text, arrow),
      movable: movableOf(arrow, frame),
      draw: () => arrowShapes(arrow, frame),
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

  private activeArrow({ arrows }: DrawnArrows): DrawnArrow | null {
    const pointed = this.pointed?.key;
    return (
      arrows.find(({ key }) => key === pointed) ?? arrows.find((arrow) => this.shows(arrow, this.view.selected)) ?? null
    );
  }
}

/** The tip of an arrow moves within the frame. */
function movableOf({ input, cells, spot }: DrawnArrow, frame: Frame): Movable | null {
  if (input === null) return null;
  const { left, right, bottom, top, tick } = frame.extent;
  return {
    input,
    cells: [cells[0].index, cells[1].index],
    spot,
    byKey: (event) => {
      const by = moveOfKey(event, tick);
      return by && { x: spot.x + by.x, y: spot.y + by.y };
    },
    drag: (pressed) => {
      const grip = frame.at(spot);
      // The tip keeps its distance from the pointer; an arrow that is held at its shaft would jump otherwise.
      return (at) => {
        const { x, y } = frame.from({ x: at.x + grip.x - pressed.x, y: at.y + grip.y - pressed.y });
        return { x: Math.min(right, Math.max(left, x)), y: Math.min(top, Math.max(bottom, y)) };
      };
    },
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-arrows": AgArrows;
  }
}

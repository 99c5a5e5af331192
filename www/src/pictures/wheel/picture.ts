/**
 * `<ag-wheel>`: the circle of hashing by direction. Each direction and its opposite are buckets, each bucket is a sector in its color, and each token stands
 * on the circle where it points. Rounds stand beside each other.
 *
 * A token under the pointer or with the focus lights all tokens of its bucket, in every round. Tokens and directions of inputs are turned by dragging, or by
 * the arrow keys.
 */
import { css, nothing, svg } from "lit";
import { customElement } from "lit/decorators.js";
import { guard } from "lit/directives/guard.js";
import { elementStyles } from "../../elements/element-styles.ts";
import { categoryCss } from "../../numbers/categories.ts";
import type { Declared, Mark, Movable, Panel } from "../base/marks.ts";
import { Picture } from "../base/picture.ts";
import { pictureStyles } from "../base/styles.ts";
import { angleOf, type Spot } from "../plane/plane.ts";
import { planeStyles } from "../plane/styles.ts";
import {
  type DrawnWheel,
  drawnWheel,
  isOf,
  turnKey,
  type WheelMark,
  type WheelPoint,
  type WheelRound,
} from "./model.ts";
import {
  badgesDrawing,
  directionShapes,
  namesDrawing,
  numbersLine,
  pointShapes,
  sectorsDrawing,
  tipsOf,
  type WheelPlace,
  wheelPlace,
} from "./shapes.ts";
import type { WheelSpec } from "./spec.ts";
import { spokenDirection, spokenPoint, wheelDescription, wheelName } from "./speech.ts";

/** Sides of a wheel: of a single one, and of one of several. */
const ALONE = 440;
const LARGEST = 340;
const SMALLEST = 250;
const MOST_ACROSS = 4;

/** How far an arrow key turns, in degrees; with Shift. */
const TURN = 5;
const SMALL_TURN = 1;

const wheelStyles = css`
  .title {
    text-anchor: middle;
    dominant-baseline: central;
    fill: var(--muted);
  }
  .sectors {
    pointer-events: none;
  }
  .wedge {
    fill: var(--color);
    fill-opacity: 0.12;
    stroke: var(--paper);
    stroke-width: 2;
  }
  .sector.active .wedge {
    fill-opacity: 0.34;
  }
  .rim {
    fill: none;
    stroke: var(--color);
    stroke-width: 4;
  }
  .sector.active .rim {
    stroke-width: 8;
  }
  .direction .shaft {
    stroke: var(--muted);
  }
  .direction .opposite {
    fill: none;
    stroke: var(--muted);
    stroke-width: 1.5;
    stroke-dasharray: 3 4;
    pointer-events: none;
  }
  .badges {
    pointer-events: none;
  }
  .badge circle {
    fill: var(--color);
  }
  .badge text {
    fill: var(--on-color);
    font-size: 14px;
    font-weight: 600;
    text-anchor: middle;
    dominant-baseline: central;
  }
  .point .dot.hollow {
    r: 6px;
    fill: var(--paper);
    stroke: var(--color);
    stroke-width: 3;
  }
  .point .ray {
    fill: none;
    stroke: none;
    stroke-width: 2;
    pointer-events: none;
  }
  .point.active .ray {
    stroke: var(--color);
  }
  .point.together .ring {
    stroke: var(--color);
  }
  .point.active .ring {
    stroke: var(--here);
  }
  .names .shown {
    font-weight: 600;
  }
  .line text {
    text-anchor: middle;
    dominant-baseline: central;
    font-variant-numeric: tabular-nums;
    white-space: pre;
  }
  .line .number {
    font-weight: 600;
    cursor: pointer;
  }
`;

@customElement("ag-wheel")
export class AgWheel extends Picture<WheelSpec, DrawnWheel> {
  static override styles = [elementStyles, pictureStyles, planeStyles, wheelStyles];

  private problem: DrawnWheel["problem"] = null;

  protected read(): DrawnWheel | null {
    const drawn = drawnWheel(this.view, this.options);
    this.problem = drawn.problem;
    return drawn.problem ? null : drawn;
  }

  protected override get absence(): string {
    return this.text(this.problem === "not-two" ? "pictures.wheel.notTwo" : "pictures.absent");
  }

  protected declare({ rounds }: DrawnWheel): Declared {
    const room = this.across;
    const columns = Math.max(1, Math.min(rounds.length, MOST_ACROSS, Math.floor(room / SMALLEST)));
    const side = Math.min(room / columns, rounds.length > 1 ? LARGEST : ALONE);
    const titled = rounds.some(({ round }) => round !== null);
    const place = wheelPlace(side, titled, rounds);
    const drawn = rounds.map((round, order) => {
      const at = { x: (order % columns) * side, y: Math.floor(order / columns) * place.height };
      return this.round(round, place, at, rounds);
    });
    return {
      width: side * columns,
      height: place.height * Math.ceil(rounds.length / columns),
      name: wheelName(this.text, rounds),
      told: () => wheelDescription(this.text, rounds),
      keys: this.text("pictures.wheel.keys"),
      moves: this.text("pictures.wheel.moves"),
      panels: drawn.map(({ panel }) => panel),
      order: drawn.flatMap(({ points, directions }) => [...points, ...directions]),
    };
  }

  private round(round: WheelRound, place: WheelPlace, at: Spot, rounds: readonly WheelRound[]) {
    const active = this.activeIn(round, rounds);
    const bucket = active && "bucket" in active ? active.bucket.value : null;
    const sizes = [place.side, place.radius, place.height];
    const stands = (mark: WheelMark) => mark === active || this.view.lit.some((cell) => isOf(mark, cell));
    const tips = [...round.directions.flatMap(({ spot }) => [spot.x, spot.y]), round.directions.length];
    const drawn = round.directions.filter((direction) => tipsOf(direction, round, place));
    const directions = drawn.map(
      (direction): Mark => ({
        ...markOf(direction, place),
        moves: `${turnKey(round)}${direction.name}`,
        kind: stands(direction) ? "direction active" : "direction",
        opens: direction.cells,
        label: () => spokenDirection(this.text, direction, round.directions.length),
        draw: () => directionShapes(direction, round, place),
      }),
    );
    const points = round.points.map((point): Mark => {
      const together = bucket !== null && point.bucket.value === bucket;
      const { x, y } = point.spot;
      const active = stands(point);
      return {
        ...markOf(point, place),
        moves: point.name,
        kind: `point ${active ? "active" : ""} ${together ? "together" : ""}`.trim(),
        style: { "--color": categoryCss(point.bucket.value) },
        opens: [point.bucket, ...point.cells],
        label: () => spokenPoint(this.text, point),
        // A token is drawn again only where something of it has changed: of many, one is moved.
        same: [point.name, x, y, point.bucket.value, point.bucket.index.join(), point.input, ...sizes],
        draw: () => pointShapes(point, place, active),
      };
    });
    const sectors = round.sectors.flatMap((each) => [each.bucket, each.from, each.to]);
    const panel: Panel = {
      at,
      kind: "round",
      about: place.center,
      under: svg`${round.round === null ? nothing : svg`<text class="title" x=${place.center.x} y="14">${this.text("pictures.wheel.round", { name: round.name })}</text>`}
        ${guard([...sectors, round.sectors.length, turnKey(round), bucket, ...sizes], () => sectorsDrawing(round, place, bucket))}`,
      marks: [...directions, ...points],
      over: svg`${guard([...tips, ...sizes], () => badgesDrawing(round, place))}
        ${namesDrawing(round, place, { together: (point) => bucket !== null && point.bucket.value === bucket, active: (point) => point === active })}
        ${numbersLine(active, place)}`,
    };
    return { panel, points, directions };
  }

  /** Returns the mark that is pointed to or chosen; a token is so in every round. */
  private activeIn(round: WheelRound, rounds: readonly WheelRound[]): WheelMark | WheelPoint | null {
    const own = [...round.points, ...round.directions];
    const key = this.pointed?.key;
    const row = rounds.flatMap(({ points }) => points).find((point) => point.key === key)?.row;
    if (row !== undefined) return round.points[row] ?? null;
    const pointed = rounds.some(({ directions }) => directions.some((direction) => direction.key === key));
    if (pointed) return own.find((mark) => mark.key === key) ?? null;
    return own.find((mark) => isOf(mark, this.view.selected)) ?? null;
  }
}

/** What a point and a direction have in common as marks. */
function markOf(mark: WheelMark, { center }: WheelPlace): Pick<Mark, "cell" | "second" | "key" | "movable"> {
  const { key, cells, spot, input } = mark;
  const length = Math.hypot(spot.x, spot.y) || 1;
  const turned = (angle: number) => ({ x: length * Math.cos(angle), y: length * Math.sin(angle) });
  // Of a token the row and feature; of a direction the cell of its step.
  const inputIndex = (index: readonly number[]) => ("bucket" in mark ? index.slice(-2) : index);
  const angleAt = ({ x, y }: Spot) => angleOf({ x: x - center.x, y: center.y - y });
  const movable = (of: string): Movable => ({
    input: of,
    cells: [inputIndex(cells[0].index), inputIndex(cells[1].index)],
    spot,
    byKey: (event) => {
      const sign = { ArrowLeft: 1, ArrowUp: 1, ArrowRight: -1, ArrowDown: -1 }[event.key];
      if (sign === undefined) return null;
      const degrees = sign * (event.shiftKey ? SMALL_TURN : TURN);
      return turned(angleOf(spot) + (degrees * Math.PI) / 180);
    },
    // The mark keeps its angle to the pointer, and its length, 1 for a zero vector.
    drag: (pressed) => {
      const off = angleOf(spot) - angleAt(pressed);
      return (at) => turned(angleAt(at) + off);
    },
  });
  return { cell: cells[0], second: cells[1], key, movable: input === null ? null : movable(input) };
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-wheel": AgWheel;
  }
}

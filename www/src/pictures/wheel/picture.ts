/**
 * `<ag-wheel>`: the circle of hashing by direction. Each direction and its opposite are buckets, each bucket is a sector in its color, and each token stands
 * on the circle where it points. Rounds stand beside each other.
 *
 * A token under the pointer or with the focus lights all tokens of its bucket, in every round. Tokens and directions of inputs are turned by dragging, or by
 * the arrow keys.
 */
import { html, nothing, type PropertyValues, svg, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { guard } from "lit/directives/guard.js";
import { frameOf } from "../../elements/around.ts";
import { elementStyles } from "../../elements/element-styles.ts";
import type { CellPlace } from "../../elements/events.ts";
import { follow, spotIn } from "../base/dragging.ts";
import type { Movable } from "../drawn-picture.ts";
import { MovablePicture } from "../movable-picture.ts";
import { angleOf, type Spot } from "../plane/plane.ts";
import { planeStyles } from "../plane/styles.ts";
import type { WheelSpec } from "../plane-spec.ts";
import { type DrawnWheel, drawnWheel, isOf, type WheelMark, type WheelPoint, type WheelRound } from "./model.ts";
import {
  badgesDrawing,
  directionMark,
  namesDrawing,
  numbersLine,
  pointMark,
  sectorsDrawing,
  type WheelMarkState,
  type WheelPlace,
  wheelPlace,
} from "./shapes.ts";
import { spokenDirection, spokenPoint, wheelDescription, wheelName } from "./speech.ts";
import { wheelStyles } from "./styles.ts";

/** Sides of a wheel: of a single one, and of one of several. */
const ALONE = 440;
const LARGEST = 340;
const SMALLEST = 250;
const MOST_ACROSS = 4;

/** How far an arrow key turns, in degrees; with Shift. */
const TURN = 5;
const SMALL_TURN = 1;

interface Place {
  readonly round: WheelRound;
  readonly mark: WheelMark | WheelPoint;
}

@customElement("ag-wheel")
export class AgWheel extends MovablePicture<WheelSpec, WheelMark> {
  static override styles = [elementStyles, planeStyles, wheelStyles];

  private drawn: DrawnWheel = { rounds: [], problem: "absent" };
  /** The marks by key. */
  private places: ReadonlyMap<string, Place> = new Map();
  private wheel: WheelPlace = wheelPlace(ALONE, false);
  private columns = 1;
  /** What is said of the whole picture; while a mark is moved, what was said before. */
  private said = "";

  protected override willUpdate(_changed: PropertyValues<this>): void {
    this.drawn = drawnWheel(this.view, this.options);
    this.places = this.placesOf(this.drawn);
    const { rounds } = this.drawn;
    const room = this.room.width / this.room.unit;
    this.columns = Math.max(1, Math.min(rounds.length, MOST_ACROSS, Math.floor(room / SMALLEST)));
    const side = Math.min(room / this.columns, rounds.length > 1 ? LARGEST : ALONE);
    this.wheel = wheelPlace(
      side,
      rounds.some(({ round }) => round !== null),
      rounds,
    );
    this.settleTabStops();
    if (!this.moving || this.said === "") this.said = this.description();
  }

  protected get marks(): readonly WheelMark[] {
    return this.drawn.rounds.flatMap(({ points, directions }) => [...points, ...directions]);
  }

  protected markWith(key: string): WheelMark | null {
    return this.places.get(key)?.mark ?? null;
  }

  /** Of a token its bucket and its coordinates. */
  protected cellsOf(mark: WheelMark): readonly CellPlace[] {
    return "bucket" in mark ? [(mark as WheelPoint).bucket, ...mark.cells] : mark.cells;
  }

  protected override name(): string {
    return wheelName(this.text, this.drawn.rounds);
  }

  protected override description(): string {
    return wheelDescription(this.text, this.drawn.rounds);
  }

  protected override render(): TemplateResult {
    const { rounds, problem } = this.drawn;
    if (problem)
      return html`<p class="absent">${this.text(problem === "absent" ? "pictures.absent" : "pictures.wheel.notTwo")}</p>`;
    const { side, height } = this.wheel;
    const [width, tall] = [side * this.columns, height * Math.ceil(rounds.length / this.columns)];
    const { unit } = this.room;
    // A drawing that itself listens to the focus can be reached by Tab in Chromium.
    return html`<div @focusin=${this.onFocus} @focusout=${this.onBlur}><svg
        viewBox="0 0 ${width} ${tall}"
        width=${width * unit}
        height=${tall * unit}
        class=${this.moving ? "moving" : ""}
        role="group"
        aria-label=${this.name()}
        aria-describedby="said keys"
        @click=${this.choose}
        @keydown=${this.onKey}
        @pointerdown=${this.onPress}
        @pointerover=${this.onOver}
        @pointerleave=${this.onLeave}
      >${rounds.map((round, order) => this.renderRound(round, order))}</svg></div>
      <p id="said" class="unseen">${this.said}</p>
      <p id="keys" class="unseen">${this.keysSaid({ marks: "pictures.wheel.keys", moves: "pictures.wheel.moves" })}</p>`;
  }

  private renderRound(round: WheelRound, order: number): unknown {
    const { wheel: place } = this;
    const active = this.activeIn(round);
    const bucket = active && "bucket" in active ? active.bucket.value : null;
    const isActive = (mark: WheelMark) => mark === active || this.view.lit.some((cell) => isOf(mark, cell));
    const directionState = (mark: WheelMark): WheelMarkState => ({
      active: isActive(mark),
      together: false,
      label: spokenDirection(this.text, mark, round.directions.length),
      tabindex: this.tabIndexOf(mark),
    });
    return svg`<g class="round" transform=${`translate(${this.offsetOf(order).x} ${this.offsetOf(order).y})`}>
      ${round.round === null ? nothing : svg`<text class="title" x=${place.center.x} y="14">${this.text("pictures.wheel.round", { name: round.name })}</text>`}
      ${guard([...round.sectors.flatMap((each) => [each.bucket, each.from, each.to]), round.sectors.length, bucket, place.side, place.radius, place.height], () => sectorsDrawing(round, place, bucket))}
      <g>${round.directions.map((direction) => directionMark(direction, { round, place, state: directionState(direction) }))}</g>
      ${guard([...round.directions.flatMap(({ spot }) => [spot.x, spot.y]), round.directions.length, place.side, place.radius, place.height], () => badgesDrawing(round, place))}
      <g>${round.points.map((point) => this.renderPoint(point, { active: isActive(point), bucket }))}</g>
      ${namesDrawing(round, place, { together: (point) => bucket !== null && point.bucket.value === bucket, active: (point) => point === active })}
      ${numbersLine(active, place)}
    </g>`;
  }

  /** A token is drawn again only where something of it has changed: of many, one is moved. */
  private renderPoint(point: WheelPoint, { active, bucket }: { active: boolean; bucket: number | null }): unknown {
    const { wheel: place } = this;
    const together = bucket !== null && point.bucket.value === bucket;
    const tabindex = this.tabIndexOf(point);
    const { x, y } = point.spot;
    const cells = point.bucket.index.join();
    const drawn = [point.key, point.name, x, y, point.bucket.value, cells, active, together, tabindex, place.side];
    return guard([...drawn, place.radius, place.height, point.input, this.language], () =>
      pointMark(point, place, { active, together, tabindex, label: spokenPoint(this.text, point) }),
    );
  }

  private get language(): string {
    return frameOf(this)?.language ?? document.documentElement.lang;
  }

  private offsetOf(order: number): Spot {
    return {
      x: (order % this.columns) * this.wheel.side,
      y: Math.floor(order / this.columns) * this.wheel.height,
    };
  }

  private placesOf({ rounds }: DrawnWheel): Map<string, Place> {
    return new Map(
      rounds.flatMap((round) =>
        [...round.points, ...round.directions].map((mark): [string, Place] => [mark.key, { round, mark }]),
      ),
    );
  }

  /** Returns the mark that is pointed to or chosen; a token is so in every round. */
  private activeIn(round: WheelRound): WheelMark | WheelPoint | null {
    const pointed = this.pointedKey;
    const found = pointed === null ? undefined : this.places.get(pointed)?.mark;
    if (found && "bucket" in found) return round.points[found.row] ?? null;
    if (found) return round.directions.find(({ key }) => key === found.key) ?? null;
    return [...round.points, ...round.directions].find((mark) => isOf(mark, this.view.selected)) ?? null;
  }

  private placeOf(target: EventTarget | null): Place | null {
    const key = target instanceof Element ? target.closest<SVGElement>("[data-key]")?.dataset.key : undefined;
    return this.places.get(key ?? "") ?? null;
  }

  /** Turns a mark to an angle; its length stays as it is, 1 for a zero vector. */
  private turnTo(mark: WheelMark, angle: number, length = Math.hypot(mark.spot.x, mark.spot.y) || 1): void {
    const { input, cells, spot } = mark;
    if (input === null) return;
    const movable: Movable = {
      input,
      cells: [this.inputIndex(mark, cells[0].index), this.inputIndex(mark, cells[1].index)],
      spot,
    };
    this.move(movable, { x: length * Math.cos(angle), y: length * Math.sin(angle) });
  }

  /** The cell of the input: a token's row and feature; of a direction the cell of its step. */
  private inputIndex(mark: WheelMark, index: readonly number[]): readonly number[] {
    return "bucket" in mark ? index.slice(-2) : index;
  }

  protected moveBy(event: KeyboardEvent, mark: WheelMark): boolean {
    const sign = { ArrowLeft: 1, ArrowUp: 1, ArrowRight: -1, ArrowDown: -1 }[event.key];
    if (sign === undefined) return false;
    const degrees = sign * (event.shiftKey ? SMALL_TURN : TURN);
    this.turnTo(mark, angleOf(mark.spot) + (degrees * Math.PI) / 180);
    return true;
  }

  private readonly onPress = (event: PointerEvent): void => {
    const held = this.placeOf(event.target);
    if (!held || held.mark.input === null || event.button !== 0) return;
    const order = this.drawn.rounds.indexOf(held.round);
    const { key, spot } = held.mark;
    const length = Math.hypot(spot.x, spot.y) || 1;
    const angleAt = (at: Spot) => {
      const { x, y } = this.offsetOf(order);
      return angleOf({ x: at.x - x - this.wheel.center.x, y: y + this.wheel.center.y - at.y });
    };
    // The mark keeps its angle to the pointer.
    const off = angleOf(spot) - angleAt(spotIn(this.drawing, { x: event.clientX, y: event.clientY }));
    this.stop = follow(event, this.drawing, {
      begin: () => {
        this.moving = true;
        this.hovered = key;
      },
      move: (at) => {
        const now = this.places.get(key)?.mark;
        if (now) this.turnTo(now, angleAt(at) + off, length);
      },
      end: () => {
        this.moving = false;
      },
    });
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-wheel": AgWheel;
  }
}

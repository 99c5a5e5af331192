/**
 * Finds the largest way of drawing a step that has room: with large cells, with small ones, then with the operands as their names alone. While
 * presenting, where scrolling is impractical, the stage has to fit the window in width and height. Digits have to be read from the back row, so they are
 * never shrunk: a result that is too large is a heat map without digits, then one without names, of which the cells are as large as they fit.
 */
import type { LitElement, ReactiveController, ReactiveControllerHost } from "lit";
import type { AgHeatMap } from "../heat/heat-map.ts";
import { TABLES } from "../player/sight.ts";

export interface Room {
  readonly cells: "large" | "small" | "heat" | "heat-bare";
  /** Whether the operands are only named. */
  readonly names: boolean;
  /** Of which tables all slices are shown beside each other, such as all heads; of others, one slice at a time. */
  readonly slices: "all" | "result" | "one";
}

/** Where there is little room from the beginning, as on a phone. */
export const NARROW_ROOM: Room = { cells: "small", names: false, slices: "result" };

const LARGE: Room = { cells: "large", names: false, slices: "all" };

const ONE: Room = { cells: "small", names: false, slices: "one" };

/** From the largest to the smallest. */
const ROOMS: readonly Room[] = [LARGE, { cells: "small", names: false, slices: "all" }, NARROW_ROOM, ONE];

const PRESENTED: readonly Room[] = [
  ...ROOMS.slice(0, 2),
  { cells: "large", names: true, slices: "all" },
  { cells: "small", names: true, slices: "all" },
  ONE,
  { cells: "large", names: true, slices: "one" },
  { cells: "small", names: true, slices: "one" },
  { cells: "heat", names: true, slices: "one" },
  { cells: "heat-bare", names: true, slices: "one" },
];

/** Returns the ways that differ for a step: without slices, some are the same. */
export function roomsFor(sliced: boolean, presents: boolean): readonly Room[] {
  const all = presents ? PRESENTED : ROOMS;
  if (sliced) return all;
  const key = ({ cells, names }: Room) => `${cells} ${names}`;
  return all.filter((room, at) => all.findIndex((other) => key(other) === key(room)) === at);
}

/** Rounds of shrinking: line breaks change with the size. */
const MOST_ROUNDS = 6;
const TOLERANCE = 1;
/** How small tables with digits are, and where there is less around these: between columns, or between rows as well. */
interface Scale {
  readonly zoom: number;
  readonly tight: "columns" | "all" | null;
}

/** How much larger tables are where a stage has room for that, from the largest. */
const GREATER = [1.35, 1.25, 1.15] as const;
const AS_IT_IS: Scale = { zoom: 1, tight: null };
/** What tables with digits have where they would otherwise not fit a stage of a fixed height: with less around them, digits are larger. */
const LESSER: readonly Scale[] = [
  { zoom: 0.92, tight: null },
  ...[0.92, 0.84, 0.76, 0.7, 0.65].flatMap((zoom) => (["columns", "all"] as const).map((tight) => ({ zoom, tight }))),
];
/** Before a result stands beside its operands with digits that are smaller than these, it stands above them, where all is then seen. */
const LEAST_BESIDE = 0.84;
/** The same for tables that are too high for that as well: they scroll, so that their digits need not be as small. */
const SCROLLED = [
  { zoom: 0.76, tight: "all" },
  { zoom: 0.7, tight: "all" },
  { zoom: 0.65, tight: "all" },
] as const;
/** How small cells without digits are where they would otherwise not fit, of at least 24 px. */
const LESSER_CELLS = [0.9, 0.8, 0.7, 0.6, 0.5] as const;
/** What is drawn around a chosen cell, and the padding of the stage's frame. */
const EDGE = 8;
/** Something else than the stage is too high where this is not enough, such as a message above it. */
const LEAST_ZOOM = 0.2;
/** Smaller cells could not be pointed at. */
const LEAST_SHARE = 0.25;

/** What is drawn: a run, and a name for one of its steps in one language. */
export interface Drawn {
  readonly run: object;
  readonly name: string;
}

/** What the styles of a stage call the height of its tables, and the space between its lines. */
const FRAME_SIZE = "--ag-frame-size";
const ROW_GAP = "--ag-row-gap";
/** Whether tables may be larger than their type where they have room for that. */
const GROWS = "--ag-stage-grows";

/** By how much a stage is lessened, as its styles say it. */
interface Size {
  readonly zoom: string;
  /** Where there is less around its digits; empty for nowhere. */
  readonly tight: string;
  /** Whether it begins with its result. */
  readonly isBelow: boolean;
  /** The height of tables that scroll under their names; empty for any other. */
  readonly frameSize: string;
  /** The space between its lines; empty where it is that of any other stage. */
  readonly rowGap: string;
}

/** The size of a stage that has room as it is. */
const WHOLE: Size = { zoom: "", tight: "", isBelow: false, frameSize: "", rowGap: "" };

/** What fitted a step. */
interface Fitted {
  readonly room: Room;
  /** With what size, and where the tables then were; null for heat maps, of which the look depends on what was shown before. */
  readonly found: { readonly size: Size; readonly width: number; readonly places: string } | null;
}

const frameOf = (table: Element) => table.shadowRoot?.querySelector<HTMLElement>(".frame") ?? null;

/** Whether columns of a table are out of sight. */
function isCutAcross(table: Element): boolean {
  const frame = frameOf(table);
  return frame !== null && frame.scrollWidth > frame.clientWidth + TOLERANCE;
}

/** Whether rows of a table are out of sight. */
function isCutDown(table: Element): boolean {
  const frame = frameOf(table);
  return frame !== null && frame.scrollHeight > frame.clientHeight + TOLERANCE;
}

function setTight(stage: HTMLElement, tight: string): void {
  if (tight === "") delete stage.dataset.tight;
  else stage.dataset.tight = tight;
}

export class StageRoom implements ReactiveController {
  room: Room = LARGE;
  /** The width of the stage when it was last looked at, in pixels. */
  width = 0;
  #turn = 0;
  /** What fitted in a frame of this width, so that a step that comes back, or of which a cell is chosen, is laid out once. */
  #known: { width: number; steps: WeakMap<object, Map<string, Fitted>> } = { width: 0, steps: new WeakMap() };
  /** Whether the stage is yet to get its size. One that has it keeps it as long as it fits, such as while it is pointed at. */
  #isNew = true;

  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly presents: () => boolean,
    /** Whether a table of the step has slices that can be beside each other. */
    private readonly sliced: () => boolean,
    private readonly drawn: () => Drawn,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    window.addEventListener("resize", this.#resized);
  }

  hostDisconnected(): void {
    window.removeEventListener("resize", this.#resized);
  }

  readonly #resized = () => {
    this.begin();
    this.host.requestUpdate();
  };

  /** How the stage looks: what differs when its tables are elsewhere. */
  get look(): string {
    const stage = this.#stage;
    const size = stage ? this.#size : WHOLE;
    return JSON.stringify([this.room, size, Math.round(this.width)]);
  }

  /** Begins with what fitted when the same was drawn before. */
  resume(): void {
    const fitted = this.#fitted;
    this.room = fitted?.room ?? LARGE;
    this.#give(fitted?.found?.size ?? WHOLE);
    this.#isNew = true;
  }

  /** Begins with the largest, for another window or other tables. */
  begin(): void {
    this.#known.steps = new WeakMap();
    this.room = LARGE;
    this.#give(WHOLE);
    this.#isNew = true;
  }

  /** What fitted this step before; while presenting, nothing is kept. */
  get #fitted(): Fitted | undefined {
    if (this.presents()) return undefined;
    const { run, name } = this.drawn();
    return this.#known.steps.get(run)?.get(name);
  }

  /** With what the step fitted before, in the room that it now has. */
  get #found(): Fitted["found"] {
    const fitted = this.#fitted;
    return fitted?.room === this.room ? fitted.found : null;
  }

  #give({ zoom, tight, isBelow, frameSize, rowGap }: Size): void {
    const stage = this.#stage;
    this.#result?.style.removeProperty("zoom");
    // What is set again, even to the same, is laid out again.
    if (stage && stage.style.zoom !== zoom) stage.style.zoom = zoom;
    if (stage) setTight(stage, tight);
    stage?.toggleAttribute("data-below", isBelow);
    for (const [name, value] of [
      [FRAME_SIZE, frameSize],
      [ROW_GAP, rowGap],
    ] as const)
      if (stage && stage.style.getPropertyValue(name) !== value) stage.style.setProperty(name, value);
    for (const map of this.#maps) map.share = 1;
  }

  get #maps(): readonly AgHeatMap[] {
    return [...this.host.querySelectorAll<AgHeatMap>(".stage ag-heat-map")];
  }

  get #tables(): readonly Element[] {
    return [...this.host.querySelectorAll(TABLES)];
  }

  get #stage(): HTMLElement | null {
    return this.host.querySelector<HTMLElement>(".stage");
  }

  get #frame(): HTMLElement | null {
    return this.#stage?.closest<HTMLElement>(".stage-frame") ?? null;
  }

  get #result(): HTMLElement | null {
    return this.host.querySelector<HTMLElement>(".outcome > :last-child");
  }

  /** Takes the next smaller way where the stage does not fit, once every table is drawn. Returns whether the stage has its size. */
  async fit(): Promise<boolean> {
    this.#turn += 1;
    const turn = this.#turn;
    // Another step's stage is another element, which was drawn only now.
    if (this.#isNew && this.#found) this.#give(this.#found.size);
    const matrices = [...this.host.querySelectorAll<LitElement>(`${TABLES}, .inspector ag-inspector`)];
    await Promise.all(matrices.map((matrix) => matrix.updateComplete));
    // A later update fits the stage itself.
    if (turn !== this.#turn) return false;
    if (this.#isAsBefore()) return true;
    const presents = this.presents();
    if (presents && this.#fits()) return this.#remember();
    if (!presents && this.#isBeside() && this.#isHigh()) {
      if (this.#isNew) this.#grow(() => this.#isBeside());
      return this.#remember();
    }
    const rooms = roomsFor(this.sliced(), presents);
    const next = rooms[rooms.indexOf(this.room) + 1];
    // All heads, a little smaller, say more than one of them.
    const lessens = !presents && (!next || this.room.slices === "result");
    const lessened = lessens && (await this.#lessen(turn));
    if (turn !== this.#turn) return false;
    if (lessened) return this.#remember();
    if (!presents && this.#isWide() && this.#isHigh()) return this.#keep();
    if (next) {
      this.room = next;
      this.host.requestUpdate();
      return false;
    }
    if (!presents) return this.#keep();
    await this.#shrink(turn);
    return turn === this.#turn;
  }

  /** Keeps what is as good as it gets; where its result is below its operands, that is said. */
  #keep(): true {
    if (this.#isFixed() && !this.#isBeside() && (this.#maps.length > 0 || !this.#isWide())) {
      this.#stage?.toggleAttribute("data-below", true);
      this.#lessenBelow();
    }
    return this.#remember();
  }

  /**
   * Makes a stage that begins with its result so small that all of it is seen, or else its tables, or else as many of them as can be; a result that is too
   * high for that as well scrolls under its names.
   */
  #lessenBelow(): void {
    const [stage, result] = [this.#stage, this.#result];
    const frame = this.#frame;
    if (!stage || !result || !frame || this.#maps.length > 0) return;
    const bottom = frame.getBoundingClientRect().bottom - EDGE;
    const isAbove = (table: Element) => table.getBoundingClientRect().bottom + frame.scrollTop <= bottom;
    const isWhole = (table: Element) => !isCutDown(table) && isAbove(table);
    const tables = [...stage.querySelectorAll(TABLES)];
    const isWide = () => !tables.some(isCutAcross);
    const fits = (isSeen: () => boolean) =>
      [AS_IT_IS, ...LESSER].some((scale) => {
        this.#scale(scale);
        return isSeen();
      });
    if (fits(() => isWide() && this.#isSeen())) return;
    const areWhole = tables.map(
      (_, fewer) => () => isWide() && isWhole(result) && tables.filter(isWhole).length >= tables.length - fewer,
    );
    if (!areWhole.some(fits) && !fits(() => isWhole(result))) {
      this.#scale(SCROLLED[0]);
      this.#scroll([result], 0);
    }
    this.#part(isAbove);
  }

  /** What would be cut by the edge of the frame begins below it, so that no sliver of it stands there: the lines above it share the rest of the frame. */
  #part(isAbove: (table: Element) => boolean): void {
    const [stage, frame] = [this.#stage, this.#frame];
    if (!stage || !frame) return;
    const pieces = [...stage.children];
    const topOf = (piece: Element) => Math.round(piece.getBoundingClientRect().top);
    const cut = pieces.filter((piece) => ![...piece.querySelectorAll(TABLES)].every(isAbove)).map(topOf);
    const first = Math.min(...cut);
    const above = new Set(pieces.map(topOf).filter((top) => top < first)).size;
    if (cut.length === 0 || above === 0) return;
    const free = frame.getBoundingClientRect().bottom - first - frame.scrollTop;
    const gap = Number.parseFloat(getComputedStyle(stage).rowGap) || 0;
    stage.style.setProperty(ROW_GAP, `${Math.ceil(gap + Math.max(0, free) / above / (stage.currentCSSZoom ?? 1))}px`);
  }

  /** Whether all is where it was when the step fitted before: then there is nothing to look for. Otherwise a new stage is looked at whole. */
  #isAsBefore(): boolean {
    const found = this.#found;
    if (!found) return false;
    const isAsBefore = this.#places() === found.places;
    if (isAsBefore) {
      this.width = found.width;
      this.#isNew = false;
    } else if (this.#isNew) this.#give(WHOLE);
    return isAsBefore;
  }

  /** The size of the frame, and where tables and result are in it: all on which it depends what fits. */
  #places(): string {
    const frame = this.#frame;
    if (!frame) return "";
    const { offsetWidth, clientHeight, scrollHeight, scrollLeft, scrollTop } = frame;
    const { left, top } = frame.getBoundingClientRect();
    const places = [...frame.querySelectorAll(`${TABLES}, .outcome`)].flatMap((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return [x - left + scrollLeft, y - top + scrollTop, width, height].map((length) => length.toFixed(1));
    });
    return [offsetWidth, clientHeight, scrollHeight, ...places].join(" ");
  }

  /** Keeps what was found for a new stage, and only what was found in a frame of the same width. */
  #remember(): true {
    const isNew = this.#isNew;
    this.#isNew = false;
    if (!isNew || this.presents()) return true;
    const frameWidth = this.#frame?.offsetWidth ?? 0;
    if (this.#known.width !== frameWidth) this.#known = { width: frameWidth, steps: new WeakMap() };
    const { run, name } = this.drawn();
    const steps = this.#known.steps.get(run) ?? new Map<string, Fitted>();
    const found = this.#maps.length > 0 ? null : { size: this.#size, width: this.width, places: this.#places() };
    this.#known.steps.set(run, steps.set(name, { room: this.room, found }));
    return true;
  }

  get #size(): Size {
    const stage = this.#stage;
    return {
      zoom: stage?.style.zoom ?? "",
      tight: stage?.dataset.tight ?? "",
      isBelow: stage?.hasAttribute("data-below") ?? false,
      frameSize: stage?.style.getPropertyValue(FRAME_SIZE) ?? "",
      rowGap: stage?.style.getPropertyValue(ROW_GAP) ?? "",
    };
  }

  /** Whether the result is beside the operands. */
  #isBeside(): boolean {
    const tables = this.host.querySelectorAll(TABLES);
    const outcome = this.host.querySelector(".outcome")?.getBoundingClientRect();
    const first = tables[0]?.getBoundingClientRect();
    this.width = this.#stage?.getBoundingClientRect().width ?? 0;
    return outcome === undefined || first === undefined || tables.length < 2 || outcome.top < first.bottom;
  }

  /** Draws the tables as small and as near to each other as a scale says. */
  #scale({ zoom, tight }: Scale): void {
    const stage = this.#stage;
    stage?.style.setProperty("zoom", String(zoom));
    if (stage) setTight(stage, tight ?? "");
  }

  /** Whether the result is beside the operands, or below them with its heads beside each other. */
  #isWide(): boolean {
    return this.#isBeside() || (this.room.slices === "result" && !this.#hasWrapped());
  }

  #isFixed(): boolean {
    const stage = this.#stage;
    return stage !== null && getComputedStyle(stage).getPropertyValue("--ag-stage-fixed") === "1";
  }

  /** Whether all of the stage is seen where its height is fixed. */
  #isSeen(): boolean {
    const frame = this.#frame;
    return !frame || frame.scrollHeight <= frame.clientHeight + TOLERANCE;
  }

  /** Whether the stage has room where its height is fixed. Heat maps scroll there. */
  #isHigh(): boolean {
    return this.#maps.length > 0 || this.#isSeen();
  }

  /** Makes a stage of a fixed height a little smaller. Returns whether its result is then beside its operands; all heads have to be seen whole, too. */
  async #lessen(turn: number): Promise<boolean> {
    const stage = this.#stage;
    if (!stage || !this.#isFixed()) return false;
    const maps = this.#maps;
    if (maps.length > 0) return this.#lessenCells(turn, maps);
    const areBeside = (scale: Scale) => {
      this.#scale(scale);
      return this.#isBeside() && this.#isHigh();
    };
    const isLittle = ({ zoom }: Scale) => zoom < LEAST_BESIDE;
    if (LESSER.some((scale) => !isLittle(scale) && areBeside(scale)) || this.#standsAbove()) return true;
    if (LESSER.some((scale) => isLittle(scale) && areBeside(scale))) return true;
    const isBeside = (scale: Scale) => {
      this.#scale(scale);
      return this.#isBeside();
    };
    if (this.room.slices !== "result" && SCROLLED.some(isBeside)) {
      this.#scroll([...stage.querySelectorAll(TABLES)], this.#below);
      return true;
    }
    this.#give(WHOLE);
    return false;
  }

  /** Draws the result above its operands where all is then seen with digits that are hardly smaller. Returns whether it is. */
  #standsAbove(): boolean {
    const stage = this.#stage;
    if (!stage) return false;
    stage.toggleAttribute("data-below", true);
    const isWhole = (scale: Scale) => {
      this.#scale(scale);
      return this.#isWhole();
    };
    if (isWhole(AS_IT_IS)) this.#grow(() => true);
    else if (!LESSER.filter(({ zoom }) => zoom >= LEAST_BESIDE).some(isWhole)) {
      this.#give(WHOLE);
      return false;
    }
    return true;
  }

  /** Makes a stage that fits larger, as long as it is whole and stands as it did. */
  #grow(stands: () => boolean): void {
    const stage = this.#stage;
    if (!stage || this.#maps.length > 0 || getComputedStyle(stage).getPropertyValue(GROWS) !== "1") return;
    const isLarger = GREATER.some((zoom) => {
      this.#scale({ zoom, tight: null });
      return stands() && this.#isWhole();
    });
    if (!isLarger) this.#scale(AS_IT_IS);
  }

  /** Whether all of each table is seen, and heads are beside each other. */
  #isWhole(): boolean {
    return this.#isSeen() && !this.#tables.some(isCutAcross) && !this.#hasWrapped();
  }

  /** Makes tables that are too high scroll under their names, so that the legend below them is in sight as well. */
  #scroll(tables: readonly Element[], below: number): void {
    const [stage, frame] = [this.#stage, this.#frame];
    const tops = tables.flatMap((table) => frameOf(table)?.getBoundingClientRect().top ?? []);
    if (!stage || !frame || tops.length === 0) return;
    const top = Math.max(...tops) + frame.scrollTop;
    const room = frame.getBoundingClientRect().bottom - EDGE - below - top;
    if (room > 0) stage.style.setProperty(FRAME_SIZE, `${Math.floor(room / (stage.currentCSSZoom ?? 1))}px`);
  }

  /** How much of the frame stands below the stage. */
  get #below(): number {
    const [stage, legend] = [this.#stage, this.#stage?.nextElementSibling];
    return stage && legend ? legend.getBoundingClientRect().bottom - stage.getBoundingClientRect().bottom : 0;
  }

  /** The largest cells with which all is seen; where there are none, the largest with which the result is beside its operands. */
  async #lessenCells(turn: number, maps: readonly AgHeatMap[]): Promise<boolean> {
    const draw = async (share: number): Promise<void> => {
      for (const map of maps) map.share = share;
      await Promise.all(maps.map((map) => map.updateComplete));
    };
    let beside: number | null = null;
    for (const share of LESSER_CELLS) {
      await draw(share);
      if (turn !== this.#turn) return false;
      if (!this.#isBeside()) continue;
      if (this.#isSeen()) return true;
      beside ??= share;
    }
    await draw(beside ?? 1);
    return beside !== null;
  }

  /** Whether tables with digits that should be beside each other are below each other. Heat maps are small enough for several lines. */
  #hasWrapped(): boolean {
    const tops = [...this.host.querySelectorAll(".outcome .beside > ag-matrix")].map(
      (table) => table.getBoundingClientRect().top,
    );
    return Math.max(...tops) > Math.min(...tops) + TOLERANCE;
  }

  /** By how much the stage is too wide and too high, as shares of its size; 1 or less where it fits. */
  #excess(): number {
    const stage = this.#stage;
    if (!stage) return 0;
    const { left, right, top, bottom } = stage.getBoundingClientRect();
    const frames = [...this.host.querySelectorAll(TABLES)].flatMap(
      (matrix) => matrix.shadowRoot?.querySelector<HTMLElement>(".frame") ?? [],
    );
    const hidden = (length: (frame: HTMLElement) => number) => Math.max(0, ...frames.map(length));
    const across = hidden((frame) => frame.scrollWidth - frame.clientWidth - TOLERANCE);
    const down = hidden((frame) => frame.scrollHeight - frame.clientHeight - TOLERANCE);
    const beside = Math.max(0, ...[...stage.children].map((piece) => piece.getBoundingClientRect().right - right));
    const below = Math.max(0, document.documentElement.scrollHeight - window.innerHeight);
    const width = Math.max(1, right - left);
    const height = Math.max(1, bottom - top);
    return Math.max((width + Math.max(across, beside)) / width, (height + down) / Math.max(1, height - below));
  }

  #fits(): boolean {
    return this.#excess() <= 1 + 1e-3;
  }

  /** Shrinks the cells of heat maps; then the result, which is most of the stage; the stage itself where names and signs are too wide. */
  async #shrink(turn: number): Promise<void> {
    const maps = this.#maps;
    let share = 1;
    for (let round = 0; round < MOST_ROUNDS && maps.length > 0; round += 1) {
      const excess = this.#excess();
      if (excess <= 1 + 1e-3) return;
      share = Math.max(LEAST_SHARE, (share * 0.94) / excess);
      for (const map of maps) map.share = share;
      await Promise.all(maps.map((map) => map.updateComplete));
      if (turn !== this.#turn) return;
    }
    for (const shrunk of [this.#result, this.#stage]) {
      if (!shrunk) continue;
      let zoom = 1;
      for (let round = 0; round < MOST_ROUNDS; round += 1) {
        const excess = this.#excess();
        if (excess <= 1 + 1e-3) return;
        zoom = Math.max(LEAST_ZOOM, (zoom * 0.98) / excess);
        shrunk.style.setProperty("zoom", String(zoom));
      }
    }
  }
}

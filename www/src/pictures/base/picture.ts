/**
 * The base of pictures. A picture reads cells of a trace and declares its marks (`Declared`); the base finds its room, draws the marks, and gives each its
 * name, its place for Tab, its keys and its events. Marks that can be moved are dragged. The drawing is a file as well.
 *
 * Pointer and focus do the same; a click and Enter open the number of a mark, or its numbers one after the other. Tab reaches one mark, from which the arrow
 * keys lead on. A few marks that can be moved are each reached by Tab, since the arrow keys move them; of more, `.` and `,` lead to the next and the one before.
 */
import { html, nothing, type PropertyValues, svg, type TemplateResult } from "lit";
import { query, state } from "lit/decorators.js";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import { differs } from "../../elements/differs.ts";
import { type CellPlace, send, type TraceStep } from "../../elements/events.ts";
import { styleProperties } from "../../elements/style-properties.ts";
import { counted } from "../../motion/counted.ts";
import { Motion } from "../../motion/motion.ts";
import { plain } from "../../numbers/format.ts";
import { otherSteps, PictureElement, type PictureView, sameCell } from "../picture.ts";
import { coordinateText, type Spot } from "../plane/plane.ts";
import { paperOf, standalone } from "../standalone.ts";
import { follow, spotIn } from "./dragging.ts";
import {
  alongList,
  type Declared,
  inGrid,
  keyOf,
  keyOfCell,
  type Mark,
  type Movable,
  openedBy,
  type Panel,
  type Pointer,
} from "./marks.ts";
import { Room } from "./room.ts";

/** Up to so many marks that can be moved are each reached by Tab. */
const FEW = 8;

const pointerOf = (mark: Mark): Pointer => ({ key: keyOf(mark), cell: mark.cell });
const isMovable = ({ movable }: Mark) => movable !== null && movable !== undefined;

export abstract class Picture<Options, Model> extends PictureElement<Options> {
  protected readonly room = new Room(this);

  /** The mark that Tab reaches. */
  @state() protected current: Pointer | null = null;
  @state() private hovered: Pointer | null = null;
  @state() private focused: Pointer | null = null;
  /** Whether a mark is being dragged. */
  @state() protected moving = false;

  @query("svg") protected drawing!: SVGSVGElement | null;

  protected readonly motion = new Motion({
    host: this,
    drawing: () => this.drawing,
    unit: () => this.room.unit,
  });

  /** The largest width of the drawing, in units. */
  protected readonly widest: number = Number.POSITIVE_INFINITY;

  private model: Model | null = null;
  private declared: Declared | null = null;
  /** By key; marks that stand back are not among them. */
  private reached: ReadonlyMap<string, Mark> = new Map();
  /** The names of positions, by step and axis. */
  private readonly names = new Map<string, readonly string[]>();
  /** The steps of the marks, in their order. */
  private drawnSteps: readonly string[] = [];
  /** Whether Tab reaches only one of the marks that can be moved. */
  private roving = false;
  private told = "";
  /** Counts changes of the language, after which every mark is spoken anew. */
  private language = 0;
  /** Stops to follow the pointer that drags a mark. */
  private stop: (() => void) | null = null;

  /** Reads what is drawn from the steps of the run; null where it has not got them. Called for another view and for other options. */
  protected abstract read(changed: PropertyValues<this>): Model | null;

  /** Declares the drawing as it is now. */
  protected abstract declare(model: Model): Declared;

  /** Why nothing is drawn. */
  protected get absence(): string {
    return this.text("pictures.absent");
  }

  /** The width of the drawing, in units, in which type always has the same size. */
  protected get across(): number {
    return Math.min(this.widest, this.room.width / this.room.unit);
  }

  /** What is pointed to here. */
  protected get pointed(): Pointer | null {
    return this.hovered ?? this.focused;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.motion.connected();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop?.();
    this.motion.disconnected();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.view || !this.options) return;
    if (this.moving) this.motion.finish();
    else this.motion.begins(this.showsOther(changed));
    if (changed.has("view")) this.names.clear();
    if (changed.has("view") || changed.has("options")) this.model = this.read(changed);
    if (changed.has("text")) this.language += 1;
    this.declared = this.model && this.declare(this.model);
    this.dataset.least = String(Math.ceil(this.declared?.least ?? 0));
    this.dataset.level = String(Math.ceil(this.declared?.level ?? 0));
    const marks = this.declared?.order ?? this.declared?.panels.flatMap((panel) => panel.marks) ?? [];
    this.drawnSteps = [...new Set(marks.map(({ cell }) => cell.step))];
    this.reached = new Map(marks.filter(({ label }) => label).map((mark) => [keyOf(mark), mark]));
    this.settle(changed.has("view"));
    // While a mark is dragged, the whole is not told anew.
    if (!this.moving || this.told === "") this.told = this.declared?.told() ?? "";
  }

  protected override updated(): void {
    if (!this.moving) this.motion.ends();
  }

  /** Whether another run, another part of it or something else of it is drawn than before. */
  private showsOther(changed: PropertyValues<this>): boolean {
    const view: PictureView | undefined = changed.get("view");
    const other = view && (otherSteps(view.steps, this.view.steps) || differs(view.slices, this.view.slices));
    return other === true || (changed.get("options") !== undefined && differs(changed.get("options"), this.options));
  }

  /** Finds the mark that Tab reaches: the one that had the focus last, else that of the cell that is chosen on the page. */
  private settle(viewed: boolean): void {
    const marks = [...this.reached.values()];
    this.roving = marks.filter(isMovable).length > FEW;
    const rovers = marks.filter((mark) => this.roves(mark));
    const { selected } = this.view;
    const chosen = selected && rovers.find((mark) => openedBy(mark).some((cell) => sameCell(cell, selected)));
    if (chosen && viewed && !this.matches(":focus-within")) this.current = pointerOf(chosen);
    if (rovers.some((mark) => keyOf(mark) === this.current?.key)) return;
    const first = chosen ?? rovers.find((mark) => keyOf(mark) === this.declared?.first) ?? rovers[0];
    this.current = first ? pointerOf(first) : null;
  }

  private roves(mark: Mark): boolean {
    return this.roving || !isMovable(mark);
  }

  protected override render(): TemplateResult {
    const { declared } = this;
    if (!declared) return html`<p class="title">${this.absence}</p>`;
    const { width, height, name, kind = "", panels, above = nothing, below = nothing } = declared;
    const { unit } = this.room;
    // A drawing that itself listens to the focus can be reached by Tab in Chromium.
    return html`${above}<div @focusin=${this.onFocus} @focusout=${this.onBlur}><svg
        viewBox="0 0 ${width} ${height}"
        width=${width * unit}
        height=${height * unit}
        class=${`${kind}${this.moving ? " moving" : ""}`}
        role="group"
        aria-label=${name}
        aria-describedby="told keys"
        @click=${this.onClick}
        @keydown=${this.onKey}
        @pointerdown=${this.onPress}
        @pointermove=${this.onMove}
        @pointerover=${this.onMove}
        @pointerup=${this.onRelease}
        @pointercancel=${this.onRelease}
        @pointerleave=${this.onLeave}
      >${panels.map((panel, order) => this.renderPanel(panel, order))}</svg></div>${below}
      <p id="told" class="unseen">${this.told}</p><p id="keys" class="unseen">${this.keysTold(declared)}</p>`;
  }

  private renderPanel({ at, kind, about, under, marks, over }: Panel, order: number): unknown {
    return svg`<g
      class=${kind ?? nothing}
      data-panel=${order}
      data-about=${about ? `${about.x},${about.y}` : nothing}
      transform=${at ? `translate(${at.x} ${at.y})` : nothing}
    >${under}${repeat(marks, keyOf, (mark) => this.renderMark(mark))}${over}</g>`;
  }

  private renderMark(mark: Mark): unknown {
    const key = keyOf(mark);
    const among = (cells: readonly CellPlace[]) =>
      cells.length > 0 && openedBy(mark).some((own) => cells.some((one) => sameCell(own, one)));
    const { lit, selected } = this.view;
    const classes = [
      "mark",
      mark.kind ?? "",
      isMovable(mark) ? "movable" : "",
      key === this.pointed?.key || among(lit) ? "lit" : "",
      selected && among([selected]) ? "chosen" : "",
    ]
      .filter((name) => name !== "")
      .join(" ");
    const stop = this.roves(mark) && key !== this.current?.key ? -1 : 0;
    const draw = () => {
      const { cell, second, label, style, ends } = mark;
      return svg`<g
        class=${classes}
        role=${label ? "button" : nothing}
        tabindex=${label ? stop : nothing}
        aria-label=${label?.() ?? nothing}
        data-key=${mark.key ?? nothing}
        data-move=${this.moveOf(mark)}
        data-ends=${ends ? JSON.stringify(ends) : nothing}
        data-step=${cell.step}
        data-index=${cell.index.join()}
        data-value=${plain(cell.value)}
        data-second-index=${second?.index.join() ?? nothing}
        data-second-value=${second ? plain(second.value) : nothing}
        ${styleProperties(style ?? {})}
      >${mark.draw()}</g>`;
    };
    return mark.same ? guard([...mark.same, key, classes, stop, this.language], draw) : draw();
  }

  /** What a mark is found again by: its role, or its step as one of those that are drawn, and what it stands for there. */
  private moveOf({ cell, moves, role }: Mark): string {
    if (role !== undefined) return role;
    const order = this.drawnSteps.indexOf(cell.step);
    if (moves !== undefined) return `${order}:${moves}`;
    const step = this.step(cell.step);
    const first = Math.max(0, cell.index.length - 2);
    const names = step ? cell.index.slice(first).map((at, axis) => this.nameAt(step, first + axis, at)) : [];
    return `${order}:${names.join()}`;
  }

  /** The name of a position; a name that several have is counted. */
  private nameAt(step: TraceStep, axis: number, position: number): string {
    const key = `${step.id} ${axis}`;
    const known = this.names.get(key);
    if (known) return known[position] ?? "";
    const names = Array.from({ length: step.shape[axis] ?? 0 }, (_, at) => this.view.labels(step, axis, at));
    const found = counted(names);
    this.names.set(key, found);
    return found[position] ?? "";
  }

  private keysTold({ keys, moves = "" }: Declared): string {
    const marks = [...this.reached.values()];
    const movable = marks.some(isMovable);
    return [
      marks.every(isMovable) && movable ? "" : keys,
      movable ? moves : "",
      movable && this.roving ? this.text("pictures.next") : "",
      marks.some((mark) => openedBy(mark).length > 1) ? this.text("pictures.opens") : "",
    ]
      .filter((part) => part !== "")
      .join(" ");
  }

  /** Focuses the mark of a cell, once it is drawn. */
  async focusMark(cell: CellPlace, key = keyOfCell(cell)): Promise<void> {
    this.current = { key, cell };
    this.hovered = null;
    await this.updateComplete;
    const mark = this.reached.get(key) ?? [...this.reached.values()].find((one) => sameCell(one.cell, cell));
    if (!mark) return;
    this.current = pointerOf(mark);
    const elements = [...this.renderRoot.querySelectorAll<SVGElement>(".mark[tabindex]")];
    const found = elements.find((element) => this.markAt(element) === mark);
    found?.focus({ preventScroll: true });
    if (found && this.focused?.key !== this.current.key) this.pointTo(found);
  }

  /** Returns what an element of the drawing stands for. */
  private pointerAt(target: EventTarget | null): Pointer | null {
    const cell = this.cellAt(target);
    if (!cell || !(target instanceof Element)) return null;
    const mark = target.closest<SVGElement>(".mark");
    const own = mark && this.cellAt(mark);
    return { key: mark?.dataset.key ?? keyOfCell(own ?? cell), cell };
  }

  protected markAt(target: EventTarget | null): Mark | null {
    return this.reached.get(this.pointerAt(target)?.key ?? "") ?? null;
  }

  /** Returns where an event is in the drawing, and in which panel. */
  protected placeOf(event: MouseEvent): { readonly panel: Panel | null; readonly at: Spot } {
    const element = event.target instanceof Element ? event.target.closest<SVGElement>("[data-panel]") : null;
    const panel = this.declared?.panels[Number(element?.dataset.panel ?? -1)] ?? null;
    const at = this.drawing ? spotIn(this.drawing, { x: event.clientX, y: event.clientY }) : { x: 0, y: 0 };
    return { panel, at: { x: at.x - (panel?.at?.x ?? 0), y: at.y - (panel?.at?.y ?? 0) } };
  }

  private pointerOfEvent(event: MouseEvent): Pointer | null {
    const found = this.pointerAt(event.target);
    if (found) return found;
    const { panel, at } = this.placeOf(event);
    const near = panel?.near?.(at);
    return near ? pointerOf(near) : null;
  }

  private hover(next: Pointer | null): void {
    const before = this.hovered;
    if (next?.key === before?.key && (next === null || sameCell(next.cell, before?.cell ?? null))) return;
    this.hovered = next;
    send(this, "ag-hover", next?.cell ?? null);
  }

  protected onMove(event: PointerEvent): void {
    if (!this.moving) this.hover(this.pointerOfEvent(event));
  }

  protected onLeave(): void {
    this.hover(null);
  }

  protected onRelease(_event: PointerEvent): void {}

  private onFocus(event: FocusEvent): void {
    const mark = this.markAt(event.target);
    if (!mark) return;
    if (this.roves(mark)) this.current = pointerOf(mark);
    if ((event.target as Element).matches(":focus-visible")) this.pointTo(event.target as Element);
  }

  private pointTo(target: Element): void {
    this.focused = this.pointerAt(target);
    send(this, "ag-hover", this.focused?.cell ?? null);
  }

  private onBlur(): void {
    if (this.focused) send(this, "ag-hover", null);
    this.focused = null;
  }

  private onClick(event: MouseEvent): void {
    const found = this.pointerOfEvent(event);
    if (!found) return;
    const mark = this.reached.get(found.key);
    if (mark && this.roves(mark)) this.current = pointerOf(mark);
    this.open(found.cell, mark);
  }

  /** Opens a number; of a mark that opens several, the one after that which is open. */
  private open(cell: CellPlace, mark?: Mark): void {
    const cells = mark?.opens ?? [];
    const next = cells[(cells.findIndex((one) => sameCell(one, this.view.selected)) + 1) % cells.length] ?? cell;
    send(this, "ag-select", { step: next.step, index: next.index });
  }

  private onKey(event: KeyboardEvent): void {
    const mark = this.markAt(event.target);
    if (!mark || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") this.open(mark.cell, mark);
    else {
      const next = isMovable(mark) ? this.besides(event.key, mark) : this.markAfter(event.key, mark);
      if (next) void this.focusMark("cell" in next ? next.cell : next, "cell" in next ? keyOf(next) : undefined);
      else if (!this.moveByKey(event, mark.movable ?? null)) return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** The marks between which the arrow keys lead. */
  protected get marks(): readonly Mark[] {
    return [...this.reached.values()].filter((mark) => !isMovable(mark));
  }

  /** Returns the mark, or its cell, that a key leads to; null for other keys. */
  protected markAfter(key: string, from: Mark): Mark | CellPlace | null {
    return from.at ? inGrid(this.marks, from, key) : alongList(this.marks, from, key);
  }

  private besides(key: string, from: Mark): Mark | null {
    const along = { ".": "ArrowRight", ",": "ArrowLeft", Home: "Home", End: "End" }[key];
    return along === undefined ? null : alongList([...this.reached.values()].filter(isMovable), from, along);
  }

  private moveByKey(event: KeyboardEvent, movable: Movable | null): boolean {
    const to = movable?.byKey(event) ?? null;
    if (movable && to) this.move(movable, to);
    return to !== null;
  }

  /** Sends the coordinates of a moved mark that have changed. The page applies each to the inputs as they are then. */
  private move({ input, cells, spot }: Movable, to: Spot): void {
    const changes = [
      { index: cells[0], before: spot.x, after: to.x },
      { index: cells[1], before: spot.y, after: to.y },
    ];
    for (const { index, before, after } of changes) {
      const text = coordinateText(after);
      if (after !== before && Number(text) !== before) send(this, "ag-edit", { input, index, text });
    }
  }

  protected onPress(event: PointerEvent): void {
    const mark = this.markAt(event.target);
    if (!mark?.movable || event.button !== 0 || !this.drawing) return;
    const held = pointerOf(mark);
    const { panel, at } = this.placeOf(event);
    const target = mark.movable.drag(at);
    this.stop = follow(event, this.drawing, {
      begin: () => {
        this.moving = true;
        this.hovered = held;
      },
      move: ({ x, y }) => {
        const now = this.reached.get(held.key)?.movable;
        if (now) this.move(now, target({ x: x - (panel?.at?.x ?? 0), y: y - (panel?.at?.y ?? 0) }));
      },
      end: () => {
        this.moving = false;
      },
    });
  }

  /** Returns the drawing as an SVG document, as it looks now; empty before it is drawn. */
  toSVG(): string {
    const { drawing, declared } = this;
    if (!drawing || !declared) return "";
    return standalone(drawing, { name: declared.name, told: this.told, ground: paperOf(this.renderRoot) });
  }
}

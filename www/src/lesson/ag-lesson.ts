import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { keyed } from "lit/directives/keyed.js";
import { focusedNear } from "../elements/around.ts";
import { CutEdge } from "../elements/cut-edge.ts";
import { type CellPlace, send } from "../elements/events.ts";
import { LightElement } from "../elements/light-element.ts";
import type { Lab, Problem, TraceStep } from "../library.ts";
import { labelOf } from "../numbers/labels.ts";
import { StageFitting } from "../pictures/fitting.ts";
import type { PictureSpec } from "../pictures/spec.ts";
import { picturesOf } from "../pictures/suiting.ts";
import { PlayDoor } from "../player/play-door.ts";
import { beginStep, focusCell, showOnStage, uncover } from "../player/sight.ts";
import { currentInputs } from "../state/inputs.ts";
import type { Action } from "../state/reducer.ts";
import type { Backward, CellRef, PageState } from "../state/state.ts";
import { t } from "../text.ts";
import { media } from "../window.ts";
import { arithmeticPanel } from "./arithmetic-panel.ts";
import { backwardRoom } from "./backward-door.ts";
import { Changes } from "./changes.ts";
import { Choices } from "./choices.ts";
import { exampleBar } from "./example-bar.ts";
import { exportPanel } from "./export-panel.ts";
import { FormulaRoom } from "./formula-room.ts";
import { GraphSide } from "./graph-side.ts";
import { heatWhenLoaded } from "./heat.ts";
import { legend } from "./legend.ts";
import { lessonMap } from "./lesson-map.ts";
import { lessonPictures } from "./lesson-pictures.ts";
import { marksOf } from "./marks.ts";
import { cellOf, type LessonModel, NO_GRADIENT } from "./model.ts";
import { options } from "./options.ts";
import { chapterStart } from "./outline.ts";
import { EVERY_PANE, type Pane } from "./panes.ts";
import { sharesRoom } from "./picture-room.ts";
import { playerBar } from "./player-bar.ts";
import { Pointing } from "./pointing.ts";
import { noticeText } from "./problem-text.ts";
import { agree } from "./run.ts";
import { sampleOf } from "./sample.ts";
import { domainsOf } from "./scale.ts";
import { ShownSlices } from "./shown-slices.ts";
import { type Leaf, type LeafName, side } from "./side.ts";
import { stage } from "./stage.ts";
import { hasHeat, mostRows, slicedAxis } from "./stage-layout.ts";
import { NARROW_ROOM, StageRoom } from "./stage-room.ts";
import { story, telling } from "./story.ts";
import { asked, turned } from "./turning.ts";

/** What scrolls within its place. */
const SCROLLED = ".story .formula, .telling, .stage-frame, .inspector";

const NARROW = media("(max-width: 40rem)");
/** Where the whole lesson is in the window at once, as `fixed-lesson.css` says. */
const WIDE = media("(min-width: 62rem)");

/** A lesson: story, stage, drawing, arithmetic, filmstrip and inputs of one part. */
@customElement("ag-lesson")
export class LessonElement extends LightElement {
  @property({ attribute: false }) lab!: Lab;
  @property({ attribute: false }) state!: PageState;
  @property({ attribute: false }) model!: LessonModel;
  @property({ attribute: false }) dispatch!: (action: Action) => void;
  /** The language of the texts; a change renders everything again. */
  @property({ attribute: false }) language!: string;
  /** What is shown of it. Whatever is less than the whole is a figure among other things, for which the window is not scrolled. */
  @property({ attribute: false }) panes: ReadonlySet<Pane> = EVERY_PANE;
  /** The kind of picture that is shown where it suits the step; null for the best one. */
  @property({ attribute: false }) kind: string | null = null;
  /** The cell that is highlighted in the arithmetic. */
  @state() private pointed: CellRef | null = null;
  /** The steps that were shown, by id. */
  @state() private visited: ReadonlySet<string> = new Set();
  /** Whether the map is open. */
  @state() private mapped: boolean = !NARROW.matches;
  /** What stands beside the stage. */
  @state() private leaf: LeafName = "step";
  /** The position of the step's picture that is shown. */
  @state() private picture: number = 0;
  /** Whether pictures are shown where they take turns with the tables. */
  @state() private drawn: boolean = false;
  /** The height of the room of tables, picture and arithmetic, in rem; null until it is known, and where it is as high as these. */
  @state() height: number | null = null;

  readonly #pointing = new Pointing(this);
  readonly #room = new StageRoom(
    this,
    () => this.state.view === "present",
    () => this.#staged().some((step) => slicedAxis(step) !== null),
    () => ({ run: this.model.trace, name: `${this.model.step.id} ${this.language}` }),
  );
  protected readonly formula = new FormulaRoom(this);
  protected readonly cut = new CutEdge(this, () => [...this.querySelectorAll<HTMLElement>(SCROLLED)]);
  readonly #changes = new Changes(this);
  /** The picture has the room that the stage leaves, where this is fixed. */
  protected readonly fitting = new StageFitting(
    this,
    () => `${this.model.lesson.algorithm}/${this.model.step.id}/${this.picture}/${this.language}`,
  );
  readonly #slices = new ShownSlices(this);
  readonly #play = new PlayDoor(
    this,
    () => this.state.view === "present",
    (by) => this.go(chapterStart(this.model.trace, this.model.player.position, by) ?? this.model.player.position),
  );
  #domains: ReturnType<typeof domainsOf> = new Map();
  readonly #graph = new GraphSide();
  readonly #choices = new Choices(this, this.#pointing);

  /** The cell that takes the focus when the arithmetic with the focus is closed. */
  #refocus: CellRef | null = null;

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#play.check();
    const before = changed.get("model") as LessonModel | undefined;
    const beforeState = changed.get("state") as PageState | undefined;
    const viewed = beforeState !== undefined && beforeState.view !== this.state.view;
    if (this.model && (changed.has("model") || viewed)) this.#room.resume();
    if (changed.has("model") && this.model) this.#take(before);
    const played = this.#play.telling?.cell;
    const shown = played ?? (changed.has("model") ? this.model?.trail.at(-1) : null);
    if (shown) this.#slices.showCell(shown, cellOf(this.lab, this.model, shown));
  }

  /** Another step, cell or run is shown. */
  #take(before: LessonModel | undefined): void {
    if (this.mapped && this.panes.has("map")) void import("../map/ag-map.ts");
    if (this.model.lesson.graph !== undefined) this.#graph.load(() => this.requestUpdate());
    if (before?.trace !== this.model.trace) {
      this.#domains = domainsOf(this.model.trace.steps);
      this.#changes.forgetRefusals();
    }
    if (before?.lesson !== this.model.lesson) {
      this.visited = new Set();
      this.#graph.forgetPlaces();
      this.#changes.editingGraph = false;
    }
    if (before?.lesson !== this.model.lesson || before.step.id !== this.model.step.id) {
      this.visited = new Set([...this.visited, this.model.step.id]);
      this.picture = this.#preferred;
      this.#pointing.clear();
      this.pointed = null;
      this.#changes.cellError = null;
    }
    const inside = this.querySelector(".inspector")?.contains(focusedNear(this)) === true;
    if (before && inside && this.model.trail.length === 0) this.#refocus = before.trail.at(-1) ?? null;
  }

  /** Whether the chosen cell was not looked for on the stage yet, and whether another step begins with it. */
  #unseen = { cell: false, step: false };
  #look = "";

  /** Scrolls a stage that has less room than its tables to the chosen cell, once it has its size. */
  #sight(cell: CellRef | undefined): void {
    const { look } = this.#room;
    const moved = look !== this.#look;
    const { cell: other, step } = this.#unseen;
    this.#look = look;
    this.#unseen = { cell: false, step: false };
    if (this.height === null) return;
    if (step || moved) this.querySelector(".stage-frame")?.scrollTo({ top: 0, behavior: "instant" });
    if (cell && (other || moved)) void showOnStage(this, cell);
  }

  /** The cell that was played last. */
  #played: CellRef | null = null;

  protected override updated(changed: PropertyValues<this>): void {
    const played = this.#play.telling?.cell ?? null;
    if (played?.step !== this.#played?.step || played?.index.join() !== this.#played?.index.join())
      send(this, "ag-played", { cell: played });
    this.#played = played;
    const before = changed.get("model") as LessonModel | undefined;
    const shown = this.model.trail.at(-1);
    const alone = this.panes === EVERY_PANE;
    if (alone && shown && before && before.trail.at(-1) !== shown && this.model.step.id === shown.step)
      void uncover(this, shown);
    this.querySelector<HTMLElement>(".lesson")?.style.setProperty(
      "--ag-stage-rows",
      String(mostRows(this.model.trace)),
    );
    if (this.#refocus) void focusCell(this, this.#refocus);
    this.#refocus = null;
    const other = before?.step.id !== this.model.step.id;
    if (changed.has("model"))
      this.#unseen = { cell: true, step: this.#unseen.step || other || before?.lesson !== this.model.lesson };
    const fits = NARROW.matches || this.#changes.cellError ? Promise.resolve(true) : this.#room.fit();
    void fits.then((settled) => {
      if (!settled) return;
      // In another room, with or without a picture below them, the tables look for their size again.
      if (this.#measure()) this.#room.begin();
      else this.#sight(shown);
    });
    // After everything is drawn: to ask earlier where the stage is would lay out the page twice.
    if (alone && before && other)
      void fits.then(() => beginStep(this.querySelector(".story"), this.querySelector(".stage-frame")));
  }

  protected override render(): TemplateResult {
    const { model, state, panes } = this;
    const now = this.#play.telling;
    // What is played outranks the pointer and the choice.
    const played = now?.cell ?? null;
    const shown = played ?? model.trail.at(-1);
    const hovered = now?.running ? null : this.#pointing.cell;
    const shownCell = cellOf(this.lab, model, shown);
    const light = hovered ?? shown ?? null;
    const lightCell = hovered ? cellOf(this.lab, model, hovered) : shownCell;
    const reads = light ? (model.steps.get(light.step)?.reads ?? []) : [];
    const graph = this.#graph.draw({
      ...{ model, pointing: this.#pointing, changes: this.#changes, domains: this.#domains, slices: this.#slices.at },
      ...{ ref: light, cell: lightCell, choose: (cell) => this.choose(cell) },
    });
    const stageView = {
      model,
      sample: sampleOf(this.lab, model),
      domains: this.#domains,
      marks: (now?.running ? null : graph?.marks(this.#staged())) ?? marksOf(lightCell, reads),
      selected: shown,
      pointed: this.pointed,
      slices: this.#slices.at,
      below: NARROW.matches,
      room: NARROW.matches ? NARROW_ROOM : this.#room.room,
      width: this.#room.width,
      heat: heatWhenLoaded(hasHeat(this.#staged()), () => this.#draw()),
      once: state.view === "present",
      error: this.#changes.cellError,
      filled: now?.filled ?? null,
    } as const;
    const show = (pane: Pane, template: () => TemplateResult | typeof nothing) =>
      panes.has(pane) ? template() : nothing;
    const drawing = (panes.has("graph") && graph?.template) || nothing;
    const map = show("map", () => this.#map());
    const turns = this.#takeTurns;
    const notices = model.trace.notices
      .filter(({ code }) => code !== NO_GRADIENT)
      .map(
        (notice) =>
          html`<p class="notice" role="status">${noticeText(notice, (node) => labelOf(model.labels, "node", node))}</p>`,
      );
    const own = model.lesson.fixed;
    const exported = () =>
      exportPanel(this, () => [{ trace: model.trace, steps: [model.step], cell: shownCell }], this.leaf === "export");
    const leaves: readonly Leaf[] = [
      {
        name: "step",
        title: t("ui.story"),
        contents: [show("story", () => telling(model)), this.#asked(), drawing === nothing ? map : drawing],
      },
      { name: "map", title: t("map.name"), contents: [drawing === nothing ? nothing : map] },
      {
        name: "inputs",
        title: t("ui.inputs"),
        contents: own ? [] : [show("options", () => this.#options()), show("inputs", () => this.#inputs())],
      },
      {
        name: "export",
        title: t("ui.export"),
        contents: [state.view === "present" ? nothing : show("export", exported)],
      },
    ];
    return html`
      ${show("head", () => exampleBar(this.lab, model, this.dispatch))}
      <div class="lesson" data-algorithm=${model.lesson.algorithm}>
        ${show("story", () => story(model))}
        <div
          class="work"
          data-turns=${turns ? (this.drawn ? "picture" : "tables") : nothing}
          @ag-select=${this.#select}
          @ag-slice=${this.#slices.show}
          @ag-edit=${this.#changes.edit}
          @ag-cursor=${this.#slices.follow}
        >
          ${notices.length > 0 ? html`<div class="notices">${notices}</div>` : nothing}
          ${show(
            "stage",
            () =>
              html`<div class="stage-frame" @ag-hover=${this.#pointing.atCell}>${keyed(
                hasHeat(this.#staged()) ? "heat" : model.step.id,
                html`${stage(stageView)}${legend(this.#staged(), this.#domains)}`,
              )}</div>`,
          )}
          ${show("picture", () => this.#pictures(turns))}
          ${show("arithmetic", () =>
            arithmeticPanel({
              model,
              trail: played ? [played] : model.trail,
              cell: shownCell,
              labels: this.#labels,
              told: now?.told ?? null,
              named: !panes.has("story"),
              quiet: now?.running ?? false,
              point: (cell) => {
                this.pointed = cell;
              },
              choices: this.#choices,
              more: now?.running ? nothing : (backwardRoom()?.growth(this.lab, model, shown) ?? nothing),
            }),
          )}
        </div>
        ${side(leaves, this.leaf, (leaf) => {
          this.leaf = leaf;
        })}
        ${show("player", () => this.#player())}
      </div>
    `;
  }

  #map(): TemplateResult {
    return lessonMap({
      model: this.model,
      visited: this.visited,
      domains: this.#domains,
      language: this.language,
      open: this.mapped,
      go: (position) => this.go(position),
      toggle: (open) => {
        this.mapped = open;
        if (open) void import("../map/ag-map.ts");
      },
    });
  }

  #player(): TemplateResult {
    return playerBar({
      model: this.model,
      domains: this.#domains,
      language: this.language,
      running: this.#play.running,
      played: this.#play.played,
      speed: this.#play.speed,
      go: (position) => this.go(position),
      toggle: this.#play.toggle,
      pace: this.#play.pace,
      turn: this.#turns ? () => this.dispatch(turned(this.lab, this.model)) : null,
    });
  }

  /** The position of the preferred kind among the pictures of the step; that of the best one where the kind does not suit it. */
  get #preferred(): number {
    const { kind } = this;
    return Math.max(
      0,
      this.#suiting.findIndex((picture) => picture.kind === kind),
    );
  }

  /** What suits the step; a pattern, which is a table without digits, is not drawn beside such tables. */
  get #suiting(): readonly PictureSpec[] {
    const { model } = this;
    const all = picturesOf(model.step, model.steps);
    return hasHeat(this.#staged()) ? all.filter(({ kind }) => kind !== "pattern") : all;
  }

  /** Whether the pictures of the step have the room of its tables in turn with them, because they could not be read below these. */
  get #takeTurns(): boolean {
    const { model, height } = this;
    return height !== null && !sharesRoom(this.#suiting, model.trace, model.steps, height, WIDE.matches ? 1 : 2);
  }

  /**
   * Looks how much room there is for tables and picture, once the tables have their size, before anything is painted: earlier, the page would be laid out for it alone.
   * Returns whether it is another than before, for which the page is drawn anew.
   */
  #measure(): boolean {
    // A graph has a place of its own on the first screen of a narrow window, and pictures stand below that.
    const roomy = WIDE.matches || !this.querySelector(".drawing");
    const fixed = this.panes === EVERY_PANE && this.state.view === "explore" && roomy;
    const [work, arithmetic] = [".work", ".inspector"].map((part) => this.querySelector(part)?.clientHeight ?? 0);
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const before = this.height;
    this.height = fixed && work && arithmetic ? Math.floor((4 * (work - arithmetic)) / rem) / 4 : null;
    return this.height !== before;
  }

  #pictures(turns: boolean): TemplateResult | typeof nothing {
    const { model } = this;
    return lessonPictures({
      step: model.step.id,
      pictures: this.#suiting,
      chosen: turns && !this.drawn ? null : this.picture,
      turns,
      view: {
        steps: model.steps,
        labels: this.#labels,
        domains: this.#domains,
        slices: this.#slices.at,
        selected: this.#play.telling?.cell ?? model.trail.at(-1) ?? null,
        lit: this.#pointing.cell ? [this.#pointing.cell] : [],
      },
      choose: (position) => {
        this.picture = position ?? this.picture;
        if (turns) this.drawn = position !== null;
      },
    });
  }

  /** Whether the page shows the way back: that of an algorithm does. */
  get #turns(): boolean {
    return this.panes === EVERY_PANE && this.state.practice === null && this.model.lesson.fixed !== true;
  }

  /** Another number of the result is what the way back starts from. */
  readonly #select = (event: CustomEvent<CellPlace>): void => {
    const { model } = this;
    const { step, index } = event.detail;
    if (model.backward?.at && model.step.id === step && model.step.gradient?.role === "upstream")
      this.dispatch(asked(this.lab, model, { ...model.backward, at: index }));
    this.#choices.select(event);
  };

  readonly #wait = ({ run }: Problem): void => {
    const { lesson, backward } = this.model;
    if (!run?.waits || !backward) return;
    agree(lesson, run.waits);
    this.dispatch(asked(this.lab, this.model, { at: backward.at, every: backward.every }));
  };

  /** What is asked of the way back. */
  #asked(): TemplateResult | typeof nothing {
    const { model } = this;
    const change = (backward: Backward) => this.dispatch(asked(this.lab, model, backward));
    return backwardRoom()?.panel({ model, change, wait: this.#wait }) ?? nothing;
  }

  #options(): TemplateResult {
    const { model } = this;
    return html`<div class="story-options">
      ${options({
        inputs: model.entry.inputs,
        values: currentInputs(model.lesson, model.changes),
        errors: this.#changes.optionErrors,
        note: this.#changes.optionNote,
        change: this.#changes.option,
      })}
    </div>`;
  }

  #inputs(): TemplateResult {
    return html`<ag-inputs
      class="inputs"
      .lab=${this.lab}
      .state=${this.state}
      .model=${this.model}
      .domains=${this.#domains}
      .error=${this.#changes.cellError}
      .dispatch=${this.dispatch}
      .language=${this.language}
      @ag-edit=${this.#changes.edit}
      @ag-select=${this.#choices.select}
      @ag-slice=${this.#slices.show}
    ></ag-inputs>`;
  }

  /** Draws the stage again, with as much room as for a new step. */
  #draw(): void {
    this.#room.begin();
    this.requestUpdate();
  }

  #staged(): TraceStep[] {
    const { step, steps } = this.model;
    return [step, ...step.reads.flatMap((read) => steps.get(read.step) ?? [])];
  }

  readonly #labels = (step: TraceStep, axis: number, position: number): string =>
    labelOf(this.model.labels, step.axes[axis], position);

  go(position: number): void {
    if (position !== this.model.player.position) this.dispatch({ type: "step", position });
  }

  choose(cell: CellRef): void {
    this.#choices.choose(cell);
  }
}

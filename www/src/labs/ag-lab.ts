import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { frameOf } from "../elements/around.ts";
import type { CellPlace, EditDetail, ElementEvents, GraphDetail } from "../elements/events.ts";
import { LightElement } from "../elements/light-element.ts";
import { exportPanel } from "../lesson/export-panel.ts";
import { namesField } from "../lesson/names-fields.ts";
import type { Lab } from "../library.ts";
import { labelOf, labelsOf } from "../numbers/labels.ts";
import { controlFields, type RunName, runMark, shownValue } from "../stage/controls.ts";
import type { Facts } from "../stage/facts.ts";
import { figures } from "../stage/figures.ts";
import { Gestures } from "../stage/gestures.ts";
import { OpenedNumber, type Shown } from "../stage/opened.ts";
import { GRAPH, StageRuns, shownRuns, sliceByAxis } from "../stage/runs.ts";
import { cursorsOf, seriesMove, seriesSteps } from "../stage/series.ts";
import { numberOf, resetBy, withCell } from "../stage/setting.ts";
import type { Control, OwnNames, Setting, Stage, Value } from "../stage/stage.ts";
import type { GraphValue, History, Inputs, View } from "../state/state.ts";
import { nameText, t } from "../text.ts";
import { Announced } from "./announced.ts";
import type { LabPresented, LabSpec } from "./lab.ts";
import { LabBehind } from "./lab-behind.ts";
import { LabCurves } from "./lab-curves.ts";
import { LabGraph } from "./lab-graph.ts";
import { labMore } from "./lab-more.ts";
import { type Numbers, numbersTable, readNumbers, saying } from "./lab-numbers.ts";
import { PresentedPicture } from "./lab-presented.ts";
import {
  isNameable,
  type LabState,
  otherValues,
  readState,
  startOf,
  valueBeside,
  withNames,
  withValue,
  writeState,
} from "./lab-state.ts";
import { labTools } from "./lab-tools.ts";
import { LabTrack } from "./lab-track.ts";

type Settings = readonly (readonly [RunName, Setting])[];

/** A lab: controls, pictures of a run, and what its numbers say; or two runs beside each other that differ in one control. */
@customElement("ag-lab")
export class LabElement extends LightElement {
  @property({ attribute: false }) lab!: Lab;
  @property({ attribute: false }) spec!: LabSpec;
  /** The state as it stands in the address. */
  @property({ attribute: false }) changes!: Inputs;
  @property({ attribute: false }) change!: (changes: Inputs, gesture: number) => void;
  @property({ attribute: false }) history!: History;
  @property({ attribute: false }) travel!: (type: "undo" | "redo") => void;
  @property({ attribute: false }) shown: View = "explore";
  /** The language of the texts; a change renders everything again. */
  @property({ attribute: false }) language!: string;

  @state() private now!: LabState;
  @state() private slices: Readonly<Record<string, number>> = {};

  readonly #gestures = new Gestures(this);
  readonly #curves = new LabCurves(this);
  readonly #behind = new LabBehind(this, () => ({
    runs: this.#runs,
    settingsOf: (state) => this.#settingsOf(state).map(([, setting]) => setting),
  }));
  readonly #opened = new OpenedNumber(this);
  readonly #graph = new LabGraph(this, () => ({
    state: this.now,
    runs: this.#runs,
    go: (next) => this.#go(next, "dragged"),
  }));
  readonly #picture = new PresentedPicture(this, () => this.#presented(this.#settingOf("one")));
  readonly #track = new LabTrack(this);
  readonly #announced = new Announced(this, () => this.querySelector(".lab-says")?.textContent ?? "");
  #runs!: StageRuns<LabSpec>;
  /** The state that was written last; it comes back from the address. */
  #written: Inputs | null = null;

  /** What was written, and comes back from the address, is shown already. */
  protected override shouldUpdate(changed: PropertyValues<this>): boolean {
    return changed.size !== 1 || !changed.has("changes") || this.changes !== this.#written;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const entered = changed.has("spec") || changed.has("lab");
    if (entered) this.#enter();
    // What was written comes back; until then the state is ahead of the address.
    if (!entered && (!changed.has("changes") || this.changes === this.#written)) return;
    this.#written = this.changes;
    this.now = readState(this.#runs, this.changes) ?? startOf(this.spec);
    if (entered) this.#behind.show(this.now);
    else this.#behind.follow(this.now);
    this.#opened.close();
  }

  #enter(): void {
    this.#runs = new StageRuns(this.lab, this.spec);
    this.#curves.enter(this.#runs);
    this.#graph.enter();
    this.#written = null;
    this.slices = {};
    this.#opened.enter();
    this.#picture.enter();
    this.#track.enter();
  }

  get #words(): string {
    return `labs.${this.spec.id}`;
  }

  readonly #known = new WeakMap<LabState, Settings>();

  /** The runs of a state, with their settings; the same objects each time. */
  #settingsOf(state: LabState): Settings {
    const known = this.#known.get(state);
    if (known) return known;
    const { values, inputs, names } = state;
    const other = otherValues(this.spec, state);
    const second: Settings = other ? [["other", { values: other, inputs, names }]] : [];
    const settings: Settings = [["one", { values, inputs, names }], ...second];
    this.#known.set(state, settings);
    return settings;
  }

  /** The state that is shown, which follows `now`. */
  get #shown(): LabState {
    return this.#behind.state ?? this.now;
  }

  /** The runs that are shown, with their settings. */
  get #settings(): Settings {
    return this.#settingsOf(this.#shown);
  }

  #settingOf(name: RunName, settings: Settings = this.#settings): Setting {
    const [one, other] = settings;
    const found = name === "other" ? (other ?? one) : one;
    if (!found) throw new Error(`lab ${this.spec.id} has no run ${name}`);
    return found[1];
  }

  /** Goes to another state. What is dragged in a picture follows the hand, and waits for nothing. */
  #go(next: LabState, by: "controls" | "dragged" = "controls"): void {
    if (next === this.now) return;
    this.now = next;
    if (by === "dragged") this.#behind.show(next);
    else this.#behind.follow(next);
    this.#written = writeState(this.spec, next);
    this.change(this.#written, this.#gestures.now);
  }

  protected override updated(): void {
    this.#curves.ask(this.#settings);
  }

  protected override render(): TemplateResult {
    const { spec, now } = this;
    const presented = this.#presented(this.#settingOf("one"));
    const numbers = this.#settings.map(([name, setting]) => readNumbers(name, this.#runs, setting));
    // What only one of two runs has can be changed as well.
    const visible = new Set(numbers.flatMap(({ spec: { controls } }) => controls.map(({ id }) => id)));
    const first = numbers[0]?.spec.controls ?? [];
    const controls = spec.controls
      .filter(
        ({ id }) =>
          id !== spec.track?.control &&
          visible.has(id) &&
          (!presented || presented.controls.includes(id) || id === now.other?.control),
      )
      .map((control) => first.find(({ id }) => id === control.id) ?? control);
    return html`<article class="lab" data-lab=${spec.id} data-compared=${now.other ? "true" : "false"}>
      <header class="lab-head">
        <h1>${t(`course.labs.${spec.id}.title`)}</h1>
        ${presented ? nothing : html`<p class="lab-question">${t(`course.labs.${spec.id}.question`)}</p>`}
      </header>
      <section class="lab-side" aria-label=${t("labs.frame.controls")}>
        ${controlFields({
          ...{ controls, words: this.#words, values: now.values, other: now.other, replaced: this.#replaced },
          change: (id, value, inOther) => this.#go(withValue(spec, this.now, id, value, inOther)),
        })}
        ${
          presented
            ? this.#picture.bar(presented)
            : html`${this.#graphTools()}${this.#names()}${this.#tools({ ...spec, controls: spec.controls.filter(({ id }) => visible.has(id)) })}${numbersTable(numbers, (run, cell) => this.#opened.open(run, this.#at(run), cell))}`
        }
      </section>
      <div class="lab-runs">${this.#trackOf(null)}${this.#settings.map(([, setting], place) => this.#run(numbers[place] as Numbers, setting))}</div>
      ${presented ? nothing : labMore(spec)}
      ${
        presented || frameOf(this) !== null
          ? nothing
          : exportPanel(this, () =>
              shownRuns(
                this.#runs,
                this.#settings.map(([, setting]) => setting),
              ),
            )
      }
      <p class="unseen" aria-live="polite">${this.#announced.text}</p>
    </article>`;
  }

  /** A graph that was drawn or pasted stands in the place of the one to begin with. */
  get #replaced(): ReadonlyMap<string, string> {
    if (!(GRAPH in this.now.inputs)) return new Map();
    const by = this.spec.controls.filter(({ id }) => resetBy(this.spec, id).includes(GRAPH));
    return new Map(by.map(({ id }) => [id, t("labs.frame.ownGraph")]));
  }

  #graphTools(): TemplateResult | typeof nothing {
    const { spec } = this;
    if (!spec.draws) return nothing;
    const setting = this.#settingOf("one");
    const given = this.#runs.given(setting);
    return this.#graph.tools({
      graph: given.graph(),
      fixed: this.#fixed(setting).includes(GRAPH),
      nameOf: this.#nodeName(setting),
    });
  }

  /** A field for the names of tokens or nodes, where the lab has some that are not those of a graph. */
  #names(): TemplateResult | typeof nothing {
    const { spec, now } = this;
    const setting = this.#settingOf("one");
    const renamed = isNameable(spec, now) ? spec.named?.of(this.#runs.given(setting)) : null;
    if (!renamed) return nothing;
    const { kind, axis, count } = renamed;
    const called = (names: OwnNames) =>
      labelsOf(this.#runs.namesAt({ ...setting, names }), axis, count).map((name) => nameText(name, axis));
    const before = called(null);
    return namesField({
      label: t(`ui.naming.${kind}`),
      names: called(now.names),
      // What is called as in the lab stays so in the other language.
      rename: (names) =>
        this.#go(
          withNames(
            this.now,
            names.map((name, at) => (name === before[at] ? "" : name)),
          ),
        ),
    });
  }

  #nodeName(setting: Setting): (node: number) => string {
    return (node) => labelOf(this.#runs.namesAt(setting), "node", node);
  }

  #graphOf(name: RunName): GraphValue {
    return this.#runs.given(this.#settingOf(name)).graph();
  }

  #tools(spec: LabSpec): TemplateResult {
    const compare = (control: string | null) => this.#compare(control);
    return labTools({ spec, state: this.now, compare, history: this.history, travel: this.travel });
  }

  #run({ run: name, spec, facts, rests }: Numbers, setting: Setting): TemplateResult {
    const { other } = this.#shown;
    const control = spec.controls.find(({ id }) => id === other?.control);
    const heading = control ? this.#heading(name, control, setting) : nothing;
    return html`<section
      class="lab-run"
      data-run=${name}
      aria-label=${control ? nothing : t("labs.frame.pictures")}
      aria-labelledby=${control ? `run-${name}` : nothing}
      @ag-select=${(event: CustomEvent<CellPlace>) => this.#opened.choose(name, this.#at(name), event)}
      @ag-hover=${this.#opened.hover}
      @ag-nodes=${this.#opened.hoverNodes}
      @ag-slice=${this.#slice}
      @ag-cursor=${(event: CustomEvent<ElementEvents["ag-cursor"]>) => this.#cursor(name, event.detail)}
      @ag-edit=${(event: CustomEvent<EditDetail>) => this.#edit(name, event)}
      @ag-graph-change=${({ detail }: CustomEvent<GraphDetail>) =>
        this.#graph.edited(this.#graphOf(name), detail, this.#nodeName(setting))}
      @ag-graph-move=${({ detail }: CustomEvent<ElementEvents["ag-graph-move"]>) => this.#graph.moved(detail)}
    >
      ${heading}
      ${this.#trackOf(name)}
      <p class="lab-says">${facts ? saying(spec, facts, rests) : nothing}</p>
      ${this.#pictures(name, setting, facts)}
      ${this.shown === "present" ? nothing : this.#opened.arithmetic(name, this.lab, this.#at(name))}
    </section>`;
  }

  /** The track above all runs, or, where they differ in its control, above each. */
  #trackOf(run: RunName | null): TemplateResult | typeof nothing {
    const { spec, now } = this;
    const { track } = spec;
    if (!track || (now.other?.control === track.control) !== (run !== null)) return nothing;
    // What is dragged is where the hand is.
    const values = (run === "other" && otherValues(spec, now)) || now.values;
    const change = (stop: number) => this.#go(withValue(spec, this.now, track.control, stop, run === "other"));
    return this.#track.render({ spec, track, run, stop: Number(values[track.control]), change });
  }

  #heading(name: RunName, control: Control, { values }: Setting): TemplateResult {
    return html`<h2 id=${`run-${name}`}>${runMark(name)} ${t(`${this.#words}.controls.${control.id}`)}:
      <mark>${shownValue(this.#words, control, values[control.id] ?? control.start)}</mark></h2>`;
  }

  #pictures(name: RunName, setting: Setting, facts: Facts | null): TemplateResult {
    return html`<div class="figures in-grid">${figures(() => {
      const stage = this.#picture.within(this.#runs.stageAt(setting), this.#presented(setting));
      const { stale } = this.#curves.of(name);
      const names = {
        series: (id: string) => t(`${this.#words}.series.${id}`),
        control: (id: string) => t(`${this.#words}.controls.${id}`),
      };
      const series = (of: RunName, at: Stage) => seriesSteps(at, this.#curves.of(of).collected, names);
      const beside = this.#beside(name);
      return {
        ...{ stage, runs: this.#runs, setting, words: this.#words, facts, stale, sharedScale: false, compact: true },
        series: series(name, stage),
        scaledWith: beside && { ...beside, series: series(beside.run, beside.stage) },
        redraw: () => this.requestUpdate(),
        drawing: this.spec.graph ? this.#graph.drawing(this.#graphOf(name), this.#graphOf("one")) : null,
        editing: this.#graph.editing,
        fixed: this.#fixed(setting),
        slices: { ...this.slices, ...stage.slices, ...cursorsOf(stage, setting.values, names.control) },
        selected: this.#opened.selected(name),
        pointed: this.#opened.pointed,
        nodes: this.#opened.nodes,
      };
    })}</div>`;
  }

  /** The run beside another; null where there is none, or the library refuses it. */
  #beside(name: RunName): { readonly run: RunName; readonly setting: Setting; readonly stage: Stage } | null {
    const [run, setting] = this.#settings.find(([one]) => one !== name) ?? [];
    if (!run || !setting) return null;
    try {
      return { run, setting, stage: this.#runs.stageAt(setting) };
    } catch {
      return null;
    }
  }

  /** What a room sees of a run; null in any other view. */
  #presented(setting: Setting): LabPresented | null {
    if (this.shown !== "present") return null;
    return this.spec.presented(this.#runs.given(setting), this.now.other !== null);
  }

  #at(run: RunName): Shown {
    return { runs: this.#runs, setting: this.#settingOf(run) };
  }

  /** The inputs that pictures cannot change: those of the lab, and those that follow a control in which two runs differ, since they would not change in both. */
  #fixed(setting: Setting): readonly string[] {
    const { other } = this.now;
    return [
      ...(other ? resetBy(this.spec, other.control) : []),
      ...(this.spec.fixed?.(this.#runs.given(setting)) ?? []),
    ];
  }

  #compare(id: string | null): void {
    const control = this.spec.controls.find((one) => one.id === id);
    if (!control) this.#go({ ...this.now, other: null });
    else {
      const value: Value = valueBeside(control, this.now.values[control.id] ?? control.start);
      this.#go(withValue(this.spec, this.now, control.id, value, true));
    }
  }

  readonly #slice = ({ detail }: CustomEvent<ElementEvents["ag-slice"]>) => {
    this.slices = { ...this.slices, ...sliceByAxis(this.#runs, this.#settingOf("one"), detail) };
  };

  /** The cursor of a series sets its control; any other what the lab says, or the position of its axis. */
  #cursor(run: RunName, { step, axis, position }: ElementEvents["ag-cursor"]): void {
    if (this.spec.moves) {
      const moved = this.spec.moves(this.#runs.given(this.#settingOf(run)), axis, position);
      if (moved) this.#set(moved.control, moved.value, run);
      else this.requestUpdate();
      return;
    }
    const found = seriesMove(this.#runs.stageAt(this.#settingOf(run)), step, position);
    if (found === "none") this.slices = { ...this.slices, [axis]: position };
    else if (found) this.#set(found.control, found.value, run);
  }

  /** Sets a control from the pictures of a run. */
  #set(id: string, value: Value, run: RunName): void {
    this.#go(withValue(this.spec, this.now, id, value, run === "other" && this.now.other?.control === id));
  }

  #edit(run: RunName, event: CustomEvent<EditDetail>): void {
    event.stopPropagation();
    const { input, index, text } = event.detail;
    const value = numberOf(text);
    const setting = this.#settingOf(run, this.#settingsOf(this.now));
    if (value === null || !Object.hasOwn(this.spec.inputs, input) || this.#fixed(setting).includes(input)) return;
    const inputs = withCell(this.now.inputs, input, this.#runs.input(setting, input), { index, value });
    this.#go({ ...this.now, inputs }, "dragged");
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-lab": LabElement;
  }
}

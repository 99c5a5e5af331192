/** A control as a track above the pictures: its stops with their names, which are dragged or played, and the formula of the stop, whose new terms are marked. */
import { html, nothing, type ReactiveController, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { styleProperties } from "../elements/style-properties.ts";
import "./ag-terms.ts";
import type { FormulaTree } from "../formula/tree.ts";
import { moveIcon } from "../lesson/move-icons.ts";
import { type RunName, runMark, shownValue } from "../stage/controls.ts";
import type { Stops } from "../stage/stage.ts";
import { t, textOf } from "../text.ts";
import type { Equation, Term, TermsElement } from "./ag-terms.ts";
import type { LabSpec, Track } from "./lab.ts";

/** How long a stop is looked at before the next one, in milliseconds. */
const STOP = 2600;

export interface TrackView {
  readonly spec: LabSpec;
  readonly track: Track;
  readonly stop: number;
  /** The run that it is of; null where it is of all that are shown. */
  readonly run: RunName | null;
  readonly change: (stop: number) => void;
}

/** The terms of a stop that are not those of the stop before. */
function newTerms(equations: readonly Equation[], before: readonly Equation[]): readonly Term[] {
  const known = new Map(before.flat().map(({ id, trees }) => [id, JSON.stringify(trees)]));
  return equations.flat().filter(({ id, trees }) => known.get(id) !== JSON.stringify(trees));
}

/** The signs that join a term to what stands beside it, and the bracket that it opens there. */
const JOINS: ReadonlySet<unknown> = new Set(["=", "+", "("]);

/** Returns a term as it stands by itself, without the signs at its ends, which would have nothing beside them. */
function alone(trees: readonly FormulaTree[]): readonly FormulaTree[] {
  const joins = ([tag, , sign]: FormulaTree) => tag === "mo" && JOINS.has(sign);
  const own = trees.findIndex((tree) => !joins(tree));
  const last = trees.findLastIndex((tree) => !joins(tree));
  return trees.slice(Math.max(0, own), last + 1);
}

export class LabTrack implements ReactiveController {
  #timer = 0;
  /** The stop that was played last, of which run. */
  #played: { readonly run: RunName | null; readonly stop: number } | null = null;

  constructor(private readonly host: HTMLElement & { requestUpdate(): void; addController(one: LabTrack): void }) {
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener("visibilitychange", this.#hidden);
  }

  hostDisconnected(): void {
    document.removeEventListener("visibilitychange", this.#hidden);
    this.#pause();
  }

  /** Another lab is entered. */
  enter(): void {
    this.#pause();
  }

  readonly #hidden = (): void => {
    if (document.hidden) this.#pause();
  };

  #pause(): void {
    clearTimeout(this.#timer);
    this.#played = null;
    this.host.requestUpdate();
  }

  /** Goes on from a stop, from the first where it is the last. */
  #play(stops: readonly number[], view: TrackView): void {
    const { run, stop } = view;
    const step = (next: number) => {
      this.#played = { run, stop: next };
      view.change(next);
      this.host.requestUpdate();
      const following = stops[stops.indexOf(next) + 1];
      this.#timer = window.setTimeout(
        () => (following === undefined ? this.#pause() : step(following)),
        following === undefined ? 0 : STOP,
      );
    };
    const [first = stop] = stops;
    step(stops[stops.indexOf(stop) + 1] ?? first);
  }

  /** Goes to a stop; terms move from where they are before. */
  #change(stop: number, { change }: TrackView): void {
    for (const terms of this.host.querySelectorAll("ag-terms")) terms.remember();
    change(stop);
  }

  render(shown: TrackView): TemplateResult | typeof nothing {
    const { spec, track, stop, run } = shown;
    const control = spec.controls.find(({ id }) => id === track.control);
    if (control?.kind !== "stops") return nothing;
    // Whoever moves it elsewhere has it.
    if (this.#played && this.#played.run === run && this.#played.stop !== stop) {
      clearTimeout(this.#timer);
      this.#played = null;
    }
    const view = { ...shown, change: (next: number) => this.#change(next, shown) };
    const playing = this.#played !== null && this.#played.run === run;
    const { stops } = control;
    const toggle = () => (playing ? this.#pause() : this.#play(stops, view));
    const label = t(playing ? "ui.pause" : "labs.frame.play");
    return html`<div class="lab-track"><div class="track" ${styleProperties({ "--count": String(stops.length) })}>
      <button
        type="button"
        class="track-play"
        data-action="play"
        data-playing=${playing ? "true" : "false"}
        aria-label=${label}
        title=${label}
        @click=${toggle}
      >${moveIcon(playing ? "pause" : "play")}</button>
      ${this.#line(view, control)}
    </div>
    ${formula(view, stops[stops.indexOf(stop) - 1])}</div>`;
  }

  #line({ spec, stop, run, change }: TrackView, control: Stops): TemplateResult {
    const words = `labs.${spec.id}`;
    const { stops } = control;
    const now = stops.indexOf(stop);
    const said = shownValue(words, control, stop);
    return html`<div class="track-line">
      <label>
        <span class="unseen">${t(`${words}.controls.${control.id}`)}${run === null ? nothing : html` ${runMark(run)}`}</span>
        <input
          type="range"
          min="0"
          max=${stops.length - 1}
          step="1"
          .value=${String(now)}
          data-control=${run === "other" ? `${control.id}-other` : control.id}
          data-glides
          aria-valuetext=${said}
          @input=${({ currentTarget }: Event) => change(stops[Number((currentTarget as HTMLInputElement).value)] ?? stop)}
        />
      </label>
      <ol aria-hidden="true">${stops.map(
        (one, at) => html`<li
          data-at=${at < now ? "before" : at === now ? "here" : "after"}
          @click=${() => change(one)}
        ><b>${at + 1}</b> <span>${t(`${words}.track.${one}`)}</span></li>`,
      )}</ol>
      <p class="track-now" aria-hidden="true">${said}</p>
    </div>`;
  }
}

/** The formula of a stop, and what its new terms say. */
function formula({ spec, track, stop }: TrackView, before: number | undefined): TemplateResult {
  const equations = track.formulaAt(stop);
  const terms = newTerms(equations, before === undefined ? [] : track.formulaAt(before));
  const marked = before === undefined ? [] : terms.map(({ id }) => id);
  const key = (id: string) => `labs.${spec.id}.terms.${id}`;
  const saying = terms.flatMap(({ id, trees }) => {
    const said = textOf(`${key(id)}-${stop}`) ?? textOf(key(id));
    return said === undefined ? [] : [{ id, trees, said }];
  });
  return html`<div class="track-formula">
    <ag-terms .equations=${equations} .marked=${new Set(marked)}></ag-terms>
    <dl>${repeat(
      saying,
      ({ id }) => `${id} ${stop}`,
      ({ id, trees, said }) =>
        html`<div data-says=${id}><dt><ag-terms .equations=${[[{ id, trees: alone(trees) }]]}></ag-terms></dt><dd>${said}</dd></div>`,
    )}</dl>
  </div>`;
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-terms": TermsElement;
  }
}

/** The controls of a stage. Where two runs are compared, the control in which they differ stands twice. */
import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { styleProperties } from "../elements/style-properties.ts";
import { formatCell } from "../numbers/format.ts";
import { t, textOf } from "../text.ts";
import type { Choice, Control, Slider, Stops, Value, Values } from "./stage.ts";

/** Which of the runs that are compared; the first where nothing is. */
export type RunName = "one" | "other";

/** The control in which a second run differs, with its value there. */
export interface Other {
  readonly control: string;
  readonly value: Value;
}

export interface ControlsView {
  readonly controls: readonly Control[];
  /** The key of the stage's texts. */
  readonly words: string;
  readonly values: Values;
  readonly other?: Other | null;
  /** The choices that a change by hand has replaced, with the name of what holds instead. */
  readonly replaced?: ReadonlyMap<string, string>;
  /** Whether all choices are seen, in place of the one that is chosen. */
  readonly open?: boolean;
  /** Whether a control has its place, but is neither seen nor moved. */
  readonly reserved?: (id: string) => boolean;
  /** `inOther`: the value of the other run. */
  readonly change: (id: string, value: Value, inOther: boolean) => void;
}

/** Returns how a value is written: as the stage's texts write it, or as a number. */
export function shownValue(words: string, control: Control, value: Value): string {
  const named = control.kind === "slider" ? control.names?.[Number(value) - control.from] : undefined;
  const own = named ?? textOf(`${words}.choices.${control.id}.${value}`);
  return own ?? (typeof value === "number" ? formatCell(value) : value);
}

/** The mark of one of the runs that are compared. */
export function runMark(run: RunName): TemplateResult {
  return html`<b class="run-mark" data-run=${run}>${t(`labs.frame.${run}`)}</b>`;
}

export function controlFields(view: ControlsView): TemplateResult {
  const { controls, values, other = null, change } = view;
  return html`<div class="controls">${controls.map((control) => {
    const { id } = control;
    const differs = other?.control === id;
    const one = field(view, control, {
      name: id,
      value: values[id] ?? control.start,
      run: differs ? "one" : null,
      change: (value) => change(id, value, false),
    });
    if (!differs) return one;
    return html`${one}${field(view, control, {
      name: `${id}-other`,
      value: other.value,
      run: "other",
      change: (value) => change(id, value, true),
    })}`;
  })}</div>`;
}

interface Field {
  readonly name: string;
  readonly value: Value;
  /** The run of a compared control; null where nothing differs. */
  readonly run: RunName | null;
  readonly change: (value: Value) => void;
}

function field(view: ControlsView, control: Control, own: Field): TemplateResult {
  const { words } = view;
  const { name, value, run, change } = own;
  const label = html`${run === null ? nothing : html`${runMark(run)} `}${t(`${words}.controls.${control.id}`)}`;
  const differs = run === null ? nothing : "true";
  const wide = isLong(words, control) ? "" : nothing;
  const replaced = run === "other" ? undefined : view.replaced?.get(control.id);
  const reserved = view.reserved?.(control.id) ?? false;
  switch (control.kind) {
    case "slider":
    case "stops":
      return html`<label class="control" data-kind="slider" data-differs=${differs} data-wide=${wide} ?inert=${reserved}>
        <span>${label}</span>
        <output>${shownValue(words, control, value)}</output>
        ${slider(control, own, shownValue(words, control, value))}
      </label>`;
    case "choice":
      if (view.open) return switched(words, control, own, reserved);
      return html`<label class="control" data-differs=${differs} data-wide=${wide}>
        <span>${label}</span>
        <select data-control=${name} @change=${(event: Event) => change((event.currentTarget as HTMLSelectElement).value)}>
          ${replaced === undefined ? nothing : html`<option value="" disabled .selected=${true}>${replaced}</option>`}
          ${control.choices.map(
            (choice) =>
              html`<option value=${choice} .selected=${replaced === undefined && choice === value}>${shownValue(words, control, choice)}</option>`,
          )}
        </select>
      </label>`;
    case "seed":
      return html`<div class="control" data-differs=${differs}>
        <span>${label}</span>
        <output>${value}</output>
        <button type="button" data-control=${name} @click=${() => change(Number(value) + 1)}>${t(`${words}.draw.${control.id}`)}</button>
      </div>`;
  }
}

/** Choices beside each other. */
function switched(words: string, control: Choice, { name, value, change }: Field, reserved: boolean): TemplateResult {
  const choices = control.choices.map(
    (choice) => html`<label>
        <input type="radio" name=${name} value=${choice} .checked=${choice === value} data-control=${name} @change=${() => change(choice)} />
        <span>${shownValue(words, control, choice)}</span>
      </label>`,
  );
  // A button that is renamed while it is checked would take the check from those of its new name.
  return html`<fieldset class="switch" ?inert=${reserved}>
    <legend>${t(`${words}.controls.${control.id}`)}</legend>
    <div class="choices">${keyed(name, choices)}</div>
  </fieldset>`;
}

/** A slider over values, or over the positions of a few stops. */
function slider(control: Slider | Stops, { name, value, change }: Field, said: string): TemplateResult {
  const stops = control.kind === "stops" ? control.stops : null;
  const { from, to, step } = control.kind === "slider" ? control : { from: 0, to: control.stops.length - 1, step: 1 };
  const set = (place: number) => {
    const next = stops ? stops[place] : place;
    if (next !== undefined) change(next);
  };
  const whole = control.kind === "slider" ? control.whole : undefined;
  const part = whole === undefined ? {} : { "--part": String((to - from) / (whole - from)) };
  return html`<input
    type="range"
    ${styleProperties(part)}
    min=${from}
    max=${to}
    step=${step}
    .value=${String(stops ? stops.indexOf(Number(value)) : value)}
    data-control=${name}
    aria-valuetext=${said}
    @input=${(event: Event) => set(Number((event.currentTarget as HTMLInputElement).value))}
  />`;
}

/** The signs of a choice up to which it fits one column; one of Hangul is as wide as two. */
const SHORT = 10;
const HANGUL = /\p{Script=Hangul}/gu;

/** Whether the choices of a control need the room of two columns. */
function isLong(words: string, control: Control): boolean {
  if (control.kind !== "choice" && control.kind !== "stops") return false;
  const values = control.kind === "choice" ? control.choices : control.stops;
  return values.some((value) => [...shownValue(words, control, value).replaceAll(HANGUL, "$&$&")].length > SHORT);
}

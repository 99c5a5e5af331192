/** The controls of a lab. Where two runs are compared, the control in which they differ stands twice. */
import { html, nothing, type TemplateResult } from "lit";
import type { LabControl, LabSpec, LabValue } from "../../labs/lab.ts";
import { type Slider, slider } from "../course/slider.ts";
import { formatCell } from "../numbers/format.ts";
import { t, textOf } from "../text.ts";
import type { LabState } from "./lab-state.ts";

export interface LabControlsView {
  readonly spec: LabSpec;
  readonly state: LabState;
  /** `inOther`: the value of the other run. */
  readonly change: (id: string, value: LabValue, inOther: boolean) => void;
}

/** Returns how a value is written: as the lab writes it, or as a number. */
export function shownValue(spec: LabSpec, control: LabControl, value: LabValue): string {
  const named = control.kind === "slider" ? control.names?.[Number(value) - control.from] : undefined;
  const own = named ?? textOf(`labs.${spec.id}.choices.${control.id}.${value}`);
  return own ?? (typeof value === "number" ? formatCell(value) : value);
}

export function labControls({ spec, state, change }: LabControlsView): TemplateResult {
  return html`<div class="lab-controls">${spec.controls.map((control) => {
    const { other } = state;
    const one = controlField(spec, control, state.values[control.id] ?? control.start, {
      run: other?.control === control.id ? "one" : null,
      change: (value) => change(control.id, value, false),
    });
    if (other?.control !== control.id) return one;
    return html`${one}${controlField(spec, control, other.value, {
      run: "other",
      change: (value) => change(control.id, value, true),
    })}`;
  })}</div>`;
}

interface Field {
  /** The run of a compared control; null where nothing differs. */
  readonly run: "one" | "other" | null;
  readonly change: (value: LabValue) => void;
}

function controlField(spec: LabSpec, control: LabControl, value: LabValue, { run, change }: Field): TemplateResult {
  const mark = run === null ? nothing : html` <b class="run-mark" data-run=${run}>${t(`labs.frame.${run}`)}</b>`;
  const label = html`${t(`labs.${spec.id}.controls.${control.id}`)}${mark}`;
  const name = run === "other" ? `${control.id}-other` : control.id;
  const differs = run === null ? nothing : "true";
  switch (control.kind) {
    case "slider":
    case "stops":
      return html`<label class="lab-control" data-differs=${differs} data-wide=${isLong(spec, control) ? "" : nothing}>
        <span>${label}</span>
        <output>${shownValue(spec, control, value)}</output>
        ${slider({ ...placesOf(control, value, change), control: name, said: shownValue(spec, control, value) })}
      </label>`;
    case "choice":
      return html`<label class="lab-control" data-differs=${differs} data-wide=${isLong(spec, control) ? "" : nothing}>
        <span>${label}</span>
        <select data-control=${name} @change=${(event: Event) => change((event.currentTarget as HTMLSelectElement).value)}>
          ${control.choices.map(
            (choice) =>
              html`<option value=${choice} .selected=${choice === value}>${shownValue(spec, control, choice)}</option>`,
          )}
        </select>
      </label>`;
    case "seed":
      return html`<div class="lab-control" data-differs=${differs}>
        <span>${label}</span>
        <output>${value}</output>
        <button type="button" data-control=${name} @click=${() => change(Number(value) + 1)}>${t(`labs.${spec.id}.draw.${control.id}`)}</button>
      </div>`;
  }
}

/** The places of a slider: its values, or the positions of its few stops. */
function placesOf(
  control: Extract<LabControl, { kind: "slider" | "stops" }>,
  value: LabValue,
  change: Field["change"],
): Omit<Slider, "control"> {
  if (control.kind === "slider") return { ...control, value: Number(value), change };
  const { stops } = control;
  const toStop = (place: number) => {
    const stop = stops[place];
    if (stop !== undefined) change(stop);
  };
  return { from: 0, to: stops.length - 1, step: 1, value: stops.indexOf(Number(value)), change: toStop };
}

/** The signs of a choice up to which it fits one column; one of Hangul is as wide as two. */
const SHORT = 10;
const HANGUL = /\p{Script=Hangul}/gu;

/** Whether the choices of a control need the room of two columns. */
function isLong(spec: LabSpec, control: Exclude<LabControl, { kind: "seed" }>): boolean {
  if (control.kind === "slider") return false;
  const values = control.kind === "choice" ? control.choices : control.stops;
  return values.some((value) => [...shownValue(spec, control, value).replaceAll(HANGUL, "$&$&")].length > SHORT);
}

export interface CompareView {
  readonly spec: LabSpec;
  readonly state: LabState;
  /** Begins to compare in a control; null ends it. */
  readonly compare: (control: string | null) => void;
}

/** Chooses the control in which two runs differ. */
export function compareField({ spec, state, compare }: CompareView): TemplateResult {
  const chosen = state.other?.control ?? "";
  return html`<label class="lab-compare">
    <span>${t("labs.frame.compare")}</span>
    <select data-control="compare" @change=${(event: Event) => compare((event.currentTarget as HTMLSelectElement).value || null)}>
      <option value="" .selected=${chosen === ""}>${t("labs.frame.alone")}</option>
      ${spec.controls.map(
        ({ id }) =>
          html`<option value=${id} .selected=${id === chosen}>${t("labs.frame.differ", { control: t(`labs.${spec.id}.controls.${id}`) })}</option>`,
      )}
    </select>
  </label>`;
}

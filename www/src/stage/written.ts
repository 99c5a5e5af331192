/** The state of a stage as it stands in an address: the values of controls and the changed inputs that are not those of the start. Pure. */
import { type Inputs, type InputValue, isTensor, LARGEST_SEED } from "../state/state.ts";
import type { StageRuns } from "./runs.ts";
import type { Control, Setting, Stage, Value, Values } from "./stage.ts";

/** Returns a control's value, if it is one; null otherwise. */
export function valueFor(control: Control | undefined, value: InputValue): Value | null {
  switch (control?.kind) {
    case "slider": {
      const { from, to, step } = control;
      if (typeof value !== "number" || value < from || value > to) return null;
      const steps = (value - from) / step;
      return Math.abs(steps - Math.round(steps)) < 1e-9 ? value : null;
    }
    case "stops":
      return typeof value === "number" && control.stops.includes(value) ? value : null;
    case "choice":
      return typeof value === "string" && control.choices.includes(value) ? value : null;
    case "seed":
      return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= LARGEST_SEED
        ? (value as number)
        : null;
    case undefined:
      return null;
  }
}

/** Returns the values of controls that are not those of the start. */
export function changedValues(values: Values, start: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([id, value]) => value !== start[id]));
}

/** Writes a setting: what differs from the one that it began with. */
export function writeSetting({ values, inputs }: Setting, start: Setting): Inputs {
  return { ...changedValues(values, start.values), ...inputs };
}

/** Reads what was written over the setting that it began with; null where a part of it is unknown, out of range, or of another shape. */
export function readSetting(runs: StageRuns<Stage>, written: Inputs, start: Setting): Setting | null {
  const { controls, inputs: changeable } = runs.stage;
  const values: Record<string, Value> = { ...start.values };
  const inputs: Record<string, Setting["inputs"][string]> = {};
  for (const [name, value] of Object.entries(written)) {
    const control = controls.find(({ id }) => id === name);
    if (control) {
      const read = valueFor(control, value);
      if (read === null) return null;
      values[name] = read;
    } else if (Object.hasOwn(changeable, name) && isTensor(value)) inputs[name] = value;
    else return null;
  }
  const own: Setting = { values, inputs: {} };
  const fits = ([name, value]: [string, Setting["inputs"][string]]) => {
    try {
      return isTensor(value) && value.shape.join() === runs.input(own, name).shape.join();
    } catch {
      // What pictures cannot change.
      return false;
    }
  };
  return Object.entries(inputs).every(fits) ? { values, inputs } : null;
}

/** The map of the algorithm beside its stage: where the step stands in the whole. */
import { html, type TemplateResult } from "lit";
import type { ElementEvents } from "../elements/events.ts";
import type { TraceStep } from "../library.ts";
import type { Domain } from "../numbers/color.ts";
import { t } from "../text.ts";
import type { LessonModel } from "./model.ts";
import { runStepOf } from "./turning.ts";

const runs = new WeakMap<readonly TraceStep[], readonly TraceStep[]>();

/** Returns the steps of a run without those of its way back; the same list for the same run, since a map is laid out for each. */
function runOf(steps: readonly TraceStep[]): readonly TraceStep[] {
  const known =
    runs.get(steps) ?? (steps.some(({ gradient }) => gradient) ? steps.filter(({ gradient }) => !gradient) : steps);
  runs.set(steps, known);
  return known;
}

/** A map of more steps takes long to lay out, and is too long to be looked over. */
const MOST_STEPS = 600;

export interface LessonMapView {
  readonly model: LessonModel;
  readonly visited: ReadonlySet<string>;
  readonly domains: ReadonlyMap<string, Domain>;
  readonly language: string;
  readonly open: boolean;
  readonly go: (position: number) => void;
  readonly toggle: (open: boolean) => void;
}

export function lessonMap({ model, visited, domains, language, open, go, toggle }: LessonMapView): TemplateResult {
  const { steps } = model.trace;
  const there = model.step.gradient !== undefined;
  const run = runOf(steps);
  // The way back has the boxes of the run.
  const seen = there
    ? new Set(steps.filter(({ id, gradient }) => gradient && visited.has(id)).map(runStepOf))
    : visited;
  return html`<details
    class="lesson-map"
    ?open=${open}
    @toggle=${(event: Event) => toggle((event.currentTarget as HTMLDetailsElement).open)}
  >
    <summary>${t(there ? "map.backward" : "map.name")}</summary>
    ${
      open && run.length > MOST_STEPS
        ? html`<p class="fine">${t("map.tooMany", { count: run.length })}</p>`
        : open
          ? html`<ag-map
            .steps=${run}
            .back=${there ? model.steps : null}
            .current=${runStepOf(model.step)}
            .way=${there ? model.step : null}
            .visited=${seen}
            .domains=${domains}
            .language=${language}
            flow="down"
            @ag-map-go=${({ detail }: CustomEvent<ElementEvents["ag-map-go"]>) => {
              const gradient = there ? `gradient/${detail.step}` : detail.step;
              const target = model.steps.has(gradient) ? gradient : detail.step;
              go(steps.findIndex(({ id }) => id === target));
            }}
          ></ag-map>`
          : html``
    }
  </details>`;
}

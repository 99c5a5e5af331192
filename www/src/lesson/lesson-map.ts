/** The map of the algorithm beside its stage: where the step stands in the whole. */
import { html, type TemplateResult } from "lit";
import type { ElementEvents } from "../elements/events.ts";
import type { Domain } from "../numbers/color.ts";
import { t } from "../text.ts";
import type { LessonModel } from "./model.ts";

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
  return html`<details
    class="lesson-map"
    ?open=${open}
    @toggle=${(event: Event) => toggle((event.currentTarget as HTMLDetailsElement).open)}
  >
    <summary>${t("map.name")}</summary>
    ${
      open && steps.length > MOST_STEPS
        ? html`<p class="fine">${t("map.tooMany", { count: steps.length })}</p>`
        : open
          ? html`<ag-map
            .steps=${steps}
            .current=${model.step.id}
            .visited=${visited}
            .domains=${domains}
            .language=${language}
            flow="down"
            @ag-map-go=${({ detail }: CustomEvent<ElementEvents["ag-map-go"]>) => {
              go(steps.findIndex(({ id }) => id === detail.step));
            }}
          ></ag-map>`
          : html``
    }
  </details>`;
}

/** The slider of a control, in scenes and labs. What it is called and its value stand beside it. */
import { html, nothing, type TemplateResult } from "lit";

export interface Slider {
  /** The control that it sets. */
  readonly control: string;
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly value: number;
  /** The value in words, where it is no number. */
  readonly said?: string;
  readonly change: (value: number) => void;
}

export function slider({ control, from, to, step, value, said, change }: Slider): TemplateResult {
  return html`<input
    type="range"
    min=${from}
    max=${to}
    step=${step}
    .value=${String(value)}
    data-control=${control}
    aria-valuetext=${said ?? nothing}
    @input=${(event: Event) => change(Number((event.currentTarget as HTMLInputElement).value))}
  />`;
}

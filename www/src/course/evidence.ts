/** What a scene shows with its answer: the verdict on the guess, the evidence with the run's numbers, and where it leads. */
import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { type Facts, shownFacts } from "../stage/facts.ts";
import { sceneStepsAddress, sectionAddress } from "../state/addresses.ts";
import { type Params, t, textOf } from "../text.ts";
import type { Guess } from "./answers.ts";
import { furtherText } from "./further.ts";
import type { Scene } from "./scene.ts";

export interface EvidenceView {
  /** The id of the scene's unit. */
  readonly unit: string;
  readonly scene: Scene;
  /** The key of the scene's texts. */
  readonly words: string;
  readonly facts: Facts;
  /** The committed guess; null where the answer is only shown. */
  readonly guess: Guess | null;
  readonly right: boolean;
}

export function evidence({ unit, scene, words, facts, guess, right }: EvidenceView): TemplateResult {
  const numbers = shownFacts(facts, scene);
  const reply = guess !== null && !right ? replyTo(scene, words, facts, guess) : undefined;
  return html`
    ${
      guess === null
        ? nothing
        : html`<div class="said">
            <p class="verdict" tabindex="-1" data-right=${right ? "true" : "false"}>${t(right ? "course.right" : "course.wrong")}</p>
            ${reply === undefined ? nothing : html`<p class="reply">${t(reply, numbers)}</p>`}
          </div>`
    }
    <p class="shows">${t(`${words}.shows`, numbers)}</p>
    <p class="remember">${t(`${words}.remember`)}</p>
    ${further(words, numbers)}
    ${links(unit, scene)}
  `;
}

/** Folded in every scene, so that its point stands alone. */
function further(words: string, numbers: Params): unknown {
  const said = furtherText(words, numbers);
  if (!said) return nothing;
  const folded = html`<details class="further" @toggle=${intoView}>
    <summary>${said.title}</summary>
    <p>${said.text}</p>
  </details>`;
  return keyed(words, folded);
}

function intoView({ currentTarget }: Event): void {
  const details = currentTarget as HTMLDetailsElement;
  if (details.open) details.scrollIntoView({ block: "nearest" });
}

/** Returns the key of the text that says what a wrong guess would have looked like; undefined where there is none. */
function replyTo(scene: Scene, words: string, facts: Facts, guess: Guess): string | undefined {
  const { question } = scene;
  const fact = question.kind === "number" ? facts[question.fact] : undefined;
  const name =
    typeof guess === "string" ? guess : typeof guess === "number" ? (guess > (fact ?? 0) ? "high" : "low") : "other";
  const key = `${words}.replies.${name}`;
  return textOf(key) === undefined ? undefined : key;
}

function links(unit: string, { id, links: to, source }: Scene): TemplateResult {
  return html`<ul class="scene-links">
    <li><a href=${sceneStepsAddress(unit, id)}>${t("course.steps")}</a></li>
    ${to.exercise ? html`<li><a href=${sectionAddress("exercises", to.exercise)}>${t("course.exercise")}</a></li>` : nothing}
    ${to.erratum ? html`<li><a href=${sectionAddress("errata", to.erratum)}>${t("course.erratum")}</a></li>` : nothing}
    ${to.poll ? html`<li><a href=${sectionAddress("polls", to.poll)}>${t("course.poll")}</a></li>` : nothing}
  </ul>
  <p class="source">${t("ui.source", { source })}</p>`;
}

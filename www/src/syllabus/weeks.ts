/** The weeks of the syllabus, on the screen and on paper. */
import { html, nothing, type TemplateResult } from "lit";
import { CHOICES, type Option, WEEKS, type Week } from "../../syllabus/plan.ts";
import { type Paper, READING } from "../../syllabus/reading.ts";
import { algorithmAddress, labAddress, sceneAddress, sectionAddress } from "../state/addresses.ts";
import { algorithmTitle, t, textOf } from "../text.ts";

const link = (address: string, title: string) => html`<a href=${address}>${title}</a>`;

/** Returns a row of a week: what is to be done, and with what. */
function row(name: string, entries: readonly TemplateResult[]): TemplateResult | typeof nothing {
  if (entries.length === 0) return nothing;
  return html`<div data-part=${name}>
    <dt>${t(`syllabus.${name}`)}</dt>
    <dd><ul>${entries.map((entry) => html`<li>${entry}</li>`)}</ul></dd>
  </div>`;
}

/** Returns the link to a scene; where a week has several units, with the name of its own. */
function sceneLink(path: string, { units }: Week): TemplateResult {
  const [unit = "", scene = ""] = path.split("/");
  const title = t(`units.${unit}.scenes.${scene}.title`);
  const named = units.length > 1 ? t("syllabus.scene", { scene: title, unit: t(`course.units.${unit}.title`) }) : title;
  return link(sceneAddress(unit, scene), named);
}

/** The name of an exercise or of a derivation. */
const exerciseTitle = (id: string) => textOf(`exercises.${id}.title`) ?? t(`derivations.${id}.title`);

function paper({ authors, title, venue, year, name, url }: Paper): TemplateResult {
  return html`${authors}: <cite lang="en">${title}</cite>${/[?!]$/.test(title) ? "" : "."} ${venue}, ${year}. <a class="paper" href=${url} rel="noreferrer">${name}</a>`;
}

function goals(words: string): TemplateResult {
  const keys = ["1", "2", "3"].filter((key) => textOf(`${words}.goals.${key}`) !== undefined);
  return html`<div data-part="goals">
    <dt>${t("syllabus.goals")}</dt>
    <dd><ul class="goals">${keys.map((key) => html`<li>${t(`${words}.goals.${key}`)}</li>`)}</ul></dd>
  </div>`;
}

function weekOf(week: Week, number: number): TemplateResult {
  const words = `syllabus.weeks.${week.id}`;
  return html`<section class="week" data-week=${week.id} aria-labelledby=${`week-${week.id}`}>
    <header>
      <p class="where">${t("syllabus.week", { number })}</p>
      <h2 id=${`week-${week.id}`}>${t(`${words}.title`)}</h2>
    </header>
    <dl>
      ${goals(words)}
      ${row(
        "units",
        week.units.map((id) => link(sceneAddress(id), t(`course.units.${id}.title`))),
      )}
      ${row(
        "scenes",
        week.scenes.map((path) => sceneLink(path, week)),
      )}
      ${row(
        "labs",
        week.labs.map((id) => link(labAddress(id), t(`course.labs.${id}.title`))),
      )}
      ${row(
        "algorithms",
        week.algorithms.map((id) => link(algorithmAddress(id), algorithmTitle(id))),
      )}
      ${row(
        "exercises",
        week.exercises.map((id) => link(sectionAddress("exercises", id), exerciseTitle(id))),
      )}
      ${row(
        "polls",
        week.polls.map((id) => link(sectionAddress("polls", id), t(`polls.${id}.question`))),
      )}
      ${row(
        "errata",
        week.errata.map((id) => link(sectionAddress("errata", id), t(`errata.${id}.title`))),
      )}
      <div data-part="talk"><dt>${t("syllabus.talk")}</dt><dd><p>${t(`${words}.talk`)}</p></dd></div>
      ${row(
        "reading",
        week.reading.flatMap((id) => (READING[id] ? [paper(READING[id])] : [])),
      )}
    </dl>
  </section>`;
}

function optionOf(words: string, { id, algorithms = [], scene }: Option): TemplateResult {
  const [unit = "", name = ""] = scene?.split("/") ?? [];
  const links = [
    ...algorithms.map((algorithm) => link(algorithmAddress(algorithm), algorithmTitle(algorithm))),
    ...(scene === undefined ? [] : [link(sceneAddress(unit, name), t(`units.${unit}.scenes.${name}.title`))]),
  ];
  return html`<li data-option=${id}>
    <p>${t(`${words}.options.${id}`)}</p>
    ${links.length === 0 ? nothing : html`<p class="fine">${links.map((one, at) => (at === 0 ? one : html` · ${one}`))}</p>`}
  </li>`;
}

/** What can be chosen in a transformer, with the pages that show it. */
function choices(): TemplateResult {
  return html`<section class="week choices" data-week="choices" aria-labelledby="choices">
    <header>
      <h2 id="choices">${t("syllabus.choices.title")}</h2>
      <p>${t("syllabus.choices.lead")}</p>
    </header>
    <dl>${CHOICES.map(({ id, options }) => {
      const words = `syllabus.choices.${id}`;
      return html`<div data-choice=${id}>
        <dt>${t(`${words}.title`)}</dt>
        <dd><ul>${options.map((option) => optionOf(words, option))}</ul></dd>
      </div>`;
    })}</dl>
  </section>`;
}

export function weeks(): TemplateResult {
  return html`${WEEKS.map((week, at) => weekOf(week, at + 1))}${choices()}`;
}

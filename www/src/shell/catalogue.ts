/** The list of all algorithms with a search over their names, titles and summaries. */
import { html, nothing, type TemplateResult } from "lit";
import { algorithmAddress } from "../state/addresses.ts";
import { TOPICS } from "../state/topics.ts";
import { type AlgorithmText, algorithmTexts, t } from "../text.ts";

export interface CatalogueView {
  /** What is searched for. */
  readonly words: string;
  readonly search: (words: string) => void;
}

/** The page of all algorithms. */
export function algorithmsPage(view: CatalogueView): TemplateResult {
  return html`<div class="section">
    <header>
      <h1>${t("ui.algorithms")}</h1>
      <p class="lead">${t("ui.catalogLead")}</p>
    </header>
    <h2 class="unseen">${t("ui.catalogTitle")}</h2>
    ${catalogue(view)}
  </div>`;
}

export function catalogue({ words, search }: CatalogueView): TemplateResult {
  const texts = algorithmTexts();
  const found = TOPICS.flatMap((topic) => {
    const entries = [...(texts.get(topic) ?? [])].filter(([id, text]) => matches(words, id, text));
    return entries.length > 0 ? [{ topic, entries }] : [];
  });
  const count = found.reduce((sum, { entries }) => sum + entries.length, 0);
  return html`<search class="catalogue-search">
      <label>
        <span>${t("ui.search")}</span>
        <input
          type="search"
          data-search
          autocomplete="off"
          .value=${words}
          @input=${(event: Event) => search((event.currentTarget as HTMLInputElement).value)}
        />
      </label>
      <p role="status" class="fine">${words === "" ? nothing : t("ui.found", { count })}</p>
    </search>
    ${found.map(
      ({ topic, entries }) => html`<h3>${t(`ui.topics.${topic}`)}</h3>
        <dl class="catalog">${entries.map(([id, text]) => entryOf(id, text))}</dl>`,
    )}`;
}

/** Whether each of the words is in the id, the title or the summary. */
function matches(words: string, id: string, { title, summary }: AlgorithmText): boolean {
  const text = `${id} ${title} ${summary}`.toLocaleLowerCase();
  return words
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function entryOf(id: string, { title, summary }: AlgorithmText): TemplateResult {
  return html`<div data-algorithm=${id}>
    <dt><a href=${algorithmAddress(id)}>${title}</a> <code>${id}</code></dt>
    <dd>${summary}</dd>
  </div>`;
}

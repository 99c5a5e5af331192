/** Where a card, a poll or a list of them comes from. */
import { sourceText } from "attograph/text";
import { html, type TemplateResult } from "lit";
import { t, textOf } from "../text.ts";
import type { ErratumContent, PollContent } from "./contents.ts";

export function sourceLine({ id, source }: ErratumContent | PollContent): TemplateResult {
  if (!source)
    return html`<p class="source fine">${t("lecture.own.source")} <span class="source-id">· ${id}</span></p>`;
  return html`<p class="source fine" data-source=${source.document}>${sourceText(textOf, source) ?? source.name} <span class="source-id">· ${id}</span></p>`;
}

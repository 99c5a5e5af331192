import { html, nothing, type TemplateResult } from "lit";
import { t } from "../text.ts";
import type { StoreProblem } from "./progress.ts";

/** Notice on answers that another window has changed since the exercise was opened here. */
export function elsewhereNotice(count: number): TemplateResult | typeof nothing {
  if (count === 0) return nothing;
  return html`<p class="notice elsewhere" role="status">${t("practice.elsewhere", { count })}</p>`;
}

/** Notice on problems with the answers that are stored on this device. */
export function storeNotice(problem: StoreProblem | null): TemplateResult | typeof nothing {
  if (!problem) return nothing;
  const text =
    problem.code === "not-kept"
      ? t("practice.store.not-kept")
      : t("practice.store.damaged", { damaged: problem.damaged, unreadable: problem.unreadable });
  return html`<p class="notice store-notice" role="status">${text}</p>`;
}

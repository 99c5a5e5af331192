/** How many statements a poll has, and how many of them are answered. */
import type { Progress } from "../practice/progress.ts";
import { t } from "../text.ts";
import type { PollContent } from "./contents.ts";
import { choicesOf } from "./poll-answers.ts";

export function answeredText(progress: Progress, { id, options }: PollContent): string {
  const answered = Object.keys(choicesOf(progress, id, options)).length;
  return answered > 0
    ? t("lecture.answered", { answered, count: options.length })
    : t("lecture.statements", { count: options.length });
}

/** Errors and notices in the page's language. */
import { errorText, fillText, noticeText as textOfNotice } from "attograph/text";
import type { Notice, Problem } from "../library.ts";
import { formatCell } from "../numbers/format.ts";
import { t, textOf } from "../text.ts";

/** Returns what went wrong, and what can be done about it on this page. */
export function problemText(problem: Problem): string {
  const own = textOf(`problems.${problem.code}`);
  if (own !== undefined) return fillText(own, ownFacts(problem));
  const advice = textOf(`problems.advice.${problem.code}`);
  const text = errorText(textOf, problem);
  return advice === undefined ? text : `${text} ${advice}`;
}

/** The facts of a problem that only the page raises. */
function ownFacts({ facts }: Problem): Record<string, string> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [name, typeof fact === "number" ? formatCell(fact) : String(fact)]),
  );
}

/** `nodeName` returns the lesson's name of a node. */
export function noticeText(notice: Notice, nodeName: (node: number) => string): string {
  return textOfNotice(textOf, notice, nodeName) ?? t(`engines.absent.${notice.code}`);
}

/** What the page in one file does not have: workers with the fast engine. In place of `engines/start.ts` and `large/start.ts`. */
import type { Problem } from "../library.ts";
import { language } from "../text.ts";

const files = import.meta.glob<Record<string, string>>("../../text/*/single.json", { eager: true, import: "default" });

type Hear = (report: { readonly problem: Problem }) => void;

/** Reports, after the caller has what this returns, that something is left out. */
function leaveOut(name: "engines" | "large", hear: Hear): () => void {
  const message = files[`../../text/${language()}/single.json`]?.[name] ?? name;
  const timer = setTimeout(() => hear({ problem: { code: "not-in-one-file", facts: {}, message } }));
  return () => clearTimeout(timer);
}

export const startMeasuring = (_computation: string, _size: number, hear: Hear): (() => void) =>
  leaveOut("engines", hear);

export const startLargeRun = (_run: unknown, hear: Hear): (() => void) => leaveOut("large", hear);

/** Files of questions: `attograph check` says everything that is wrong with one, and `attograph room` asks its polls. */
import { reasonOf } from "../errors.js";
import type { Lab } from "../lab.js";
import { type CheckedQuestions, checkQuestions, type OwnPoll } from "../questions.js";
import { plain } from "./csv.js";
import { EXIT } from "./exit.js";
import { Failure } from "./failure.js";
import { readText } from "./files.js";

/** Far above any file of questions. */
const MOST_BYTES = 2 ** 22;

async function checked(lab: Lab, path: string): Promise<CheckedQuestions> {
  let value: unknown;
  try {
    value = JSON.parse((await readText(path, MOST_BYTES)).replace(/^\uFEFF/, ""));
  } catch (thrown) {
    throw new Failure(EXIT.unreadable, `${path} cannot be read: ${reasonOf(thrown)}`);
  }
  return checkQuestions(lab, value);
}

/** Prints for each file everything that is wrong with it, a line each, or what it has. */
export async function printChecked(lab: Lab, paths: readonly string[]): Promise<number> {
  if (paths.length === 0) throw new Failure(EXIT.usage, "check needs a file of questions");
  let wrong = 0;
  for (const path of paths) {
    const { polls, problems } = await checked(lab, path);
    wrong += problems.length;
    const statements = polls.reduce((sum, poll) => sum + poll.statements.length, 0);
    const lines = problems.map(({ path: part, code, message }) => `${part}: ${code}: ${message}`);
    lines.push(`${problems.length} wrong; polls without mistakes: ${polls.length}, with ${statements} statements`);
    process.stdout.write(lines.map((line) => `${plain(path)}: ${plain(line)}\n`).join(""));
  }
  return wrong > 0 ? EXIT.flagged : EXIT.done;
}

/** The polls of files; all of their ids differ. */
export async function pollsOf(lab: Lab, paths: readonly string[]): Promise<OwnPoll[]> {
  const all = new Map<string, OwnPoll>();
  for (const path of paths) {
    const { polls, problems } = await checked(lab, path);
    const [first] = problems;
    if (first)
      throw new Failure(EXIT.refused, `${path}: ${first.path}: ${first.message}; "attograph check" lists all mistakes`);
    for (const poll of polls) {
      if (all.has(poll.id)) throw new Failure(EXIT.refused, `${path}: another file has a poll ${poll.id}, too`);
      all.set(poll.id, poll);
    }
  }
  return [...all.values()];
}

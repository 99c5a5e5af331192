/** The polls of a room in every language, with what the library computes as their answers. */
import type { Lab } from "../lab.js";
import type { PollStatement } from "../lecture-types.js";
import { CHOICES, LANGUAGES, type Language, type PollText, type Revealed } from "./messages.js";

/** A lab with texts for each language. */
export type Labs = Readonly<Record<Language, Lab>>;

export interface RoomPoll {
  readonly id: string;
  readonly options: readonly string[];
  readonly texts: Readonly<Record<Language, PollText>>;
  /** The evidence, computed when it is first asked for. */
  readonly revealed: (language: Language) => readonly Revealed[];
}

/** The polls with these ids, or all of them. Throws `unknown-poll`. */
export function roomPolls(labs: Labs, ids: readonly string[]): RoomPoll[] {
  const all = ids.length > 0 ? [...new Set(ids)] : labs.en.polls().map(({ id }) => id);
  return all.map((id) => {
    const { options } = labs.en.poll(id);
    const found = new Map<Language, readonly Revealed[]>();
    return {
      id,
      options,
      texts: byLanguage((language) => textOf(labs[language], id)),
      revealed: (language) => {
        const known = found.get(language) ?? labs[language].reveal(id).statements.map(revealedOf);
        found.set(language, known);
        return known;
      },
    };
  });
}

const byLanguage = <Value>(make: (language: Language) => Value): Record<Language, Value> =>
  Object.fromEntries(LANGUAGES.map((language) => [language, make(language)])) as Record<Language, Value>;

function textOf(lab: Lab, poll: string): PollText {
  const { id, question = "", optionTexts = {}, options } = lab.poll(poll);
  return { id, question, options: options.map((option) => ({ id: option, text: optionTexts[option] ?? "" })) };
}

function revealedOf(statement: PollStatement): Revealed {
  const { id, key, verdict = "", explanation = "", argument, decidedBy, readings } = statement;
  return {
    id,
    key,
    verdict,
    explanation,
    ...(decidedBy === "argument" && argument !== undefined ? { argument } : {}),
    readings: readings.map((reading) => ({
      title: reading.id === null ? null : `${reading.title ?? ""}: ${reading.verdict ?? ""}`,
      facts: reading.facts.map(({ title = "", value }) => ({ title, value })),
    })),
  };
}

/** The words for the choices in each language. */
export function choiceWords(labs: Labs): Record<Language, string[]> {
  return byLanguage((language) => {
    const lab = labs[language];
    const words = new Map<string, string>();
    for (const { id } of lab.polls()) {
      for (const { key, verdict } of lab.reveal(id).statements) if (verdict) words.set(key, verdict);
    }
    return CHOICES.map((choice) => words.get(choice) ?? choice);
  });
}

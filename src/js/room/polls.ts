/** The polls of a room in every language, with what the library computes as their answers. */
import type { Lab } from "../lab.js";
import type { PollStatement } from "../lecture-types.js";
import { inWords, type OwnAnswer, type OwnPoll, revealQuestion, statementIds } from "../questions.js";
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

/** The polls with these ids and those of a lecturer, or all of the library if none are asked for. Throws `unknown-poll`. */
export function roomPolls(labs: Labs, ids: readonly string[], own: readonly OwnPoll[]): RoomPoll[] {
  const all = ids.length + own.length > 0 ? [...new Set(ids)] : labs.en.polls().map(({ id }) => id);
  const listed = all.map((id) => {
    const { options } = labs.en.poll(id);
    const texts = byLanguage((language) => textOf(labs[language], id));
    return { id, options, texts, revealed: once((language) => labs[language].reveal(id).statements.map(revealedOf)) };
  });
  return [...listed, ...own.map((poll) => ownPoll(labs, poll))];
}

/** Makes what is asked for in a language once. */
function once<Made>(make: (language: Language) => Made): (language: Language) => Made {
  const made = new Map<Language, Made>();
  return (language) => {
    const known = made.get(language) ?? make(language);
    made.set(language, known);
    return known;
  };
}

function ownPoll(labs: Labs, poll: OwnPoll): RoomPoll {
  const { id, question, statements } = poll;
  const options = statementIds(poll);
  const texts = byLanguage((language) => ({
    id,
    question: inWords(question, language),
    options: statements.map(({ text }, place) => ({ id: options[place] ?? "", text: inWords(text, language) })),
  }));
  const words = choiceWords(labs);
  const inLanguage = (language: Language) => (answer: OwnAnswer, place: number) => ({
    id: answer.id,
    key: answer.key,
    verdict: words[language][CHOICES.indexOf(answer.key)] ?? "",
    explanation: inWords(statements[place]?.why ?? {}, language),
    readings: answer.readings.map(({ facts }) => ({
      title: null,
      facts: facts.map(({ names, value }) => ({ title: names[language], value })),
    })),
  });
  const revealed = once((language) => revealQuestion(labs.en, poll).map(inLanguage(language)));
  return { id, options, texts, revealed };
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

/** Adds texts to results. Results may be frozen and shared: what gets a text is copied, except for a trace, which is new. */
import type { Derivation, DerivationMark, MarkedDerivation } from "../derivation-types.js";
import type {
  Exercise,
  ExerciseEntry,
  ExerciseStep,
  Hint,
  Mark,
  Marked,
  MarkedStep,
  MisconceptionText,
  StepOfExercise,
} from "../exercise-types.js";
import type {
  Erratum,
  ErratumEntry,
  ErratumValue,
  LectureSource,
  PollAnswer,
  PollEntry,
  PollStatement,
} from "../lecture-types.js";
import { freeze } from "../plain.js";
import type { TraceData } from "../trace-types.js";
import type { CatalogEntry, CatalogInput, CatalogOutput, CatalogStep, Cell, Notice, StepText } from "../types.js";
import { type Find, fillText } from "./lookup.js";
import { noteOf } from "./notes.js";
import { errorText, markText, noticeText, sourceText } from "./sentences.js";
import type { Joined } from "./types.js";

type Joins = { readonly [Kind in keyof Joined]: (result: Joined[Kind], find: Find, of: string) => Joined[Kind] };

const JOINS: Joins = {
  algorithms: (entries, find) => entries.map((entry) => withEntry(entry, find)),
  trace: withTrace,
  cell: withCell,
  notices: withNotices,
  exercises: (entries, find) => entries.map((entry) => withExercise(entry, find)),
  exercise: withGiven,
  marked: withMarked,
  derivations: (derivations, find) => derivations.map((derivation) => withDerivation(derivation, find)),
  checked: withChecked,
  errata: (errata, find) => errata.map((erratum) => withErratum(erratum, find)),
  erratum: withBothSides,
  polls: (polls, find) => polls.map((poll) => withPoll(poll, find)),
  answer: withAnswer,
};

/** Returns a result with its texts; frozen if the result is. */
export function join<Kind extends keyof Joined>(kind: Kind, result: Joined[Kind], find: Find, of = ""): Joined[Kind] {
  const joined = JOINS[kind](result, find, of);
  return Object.isFrozen(result) ? freeze(joined) : joined;
}

/** Fields without those that have no text. */
type Known<Fields> = { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

function known<Fields extends object>(fields: Fields): Known<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== undefined)) as Known<Fields>;
}

/** Returns the texts of some ids, by id. */
function byId<Text>(ids: readonly string[], read: (id: string) => Text | undefined): Readonly<Record<string, Text>> {
  return Object.fromEntries(
    ids.flatMap((id) => {
      const text = read(id);
      return text === undefined ? [] : [[id, text]];
    }),
  );
}

/** Returns the texts of a step by its id in a trace or in the catalog. */
function stepText(id: string, find: Find): StepText {
  const key = `steps.${id.slice(id.lastIndexOf("/") + 1)}`;
  return known({ title: find(`${key}.title`), text: find(`${key}.text`) });
}

/** Returns the texts of a step of a gradient, in which the steps of the run have their titles. */
function gradientText(id: string, { role, of, through }: StepOfExercise, find: Find): StepText {
  const titleOf = (id: string): string => stepText(id, find).title ?? id;
  const titles = { of: titleOf(of), ...(through !== null && { through: titleOf(through) }) };
  const part = `gradients.${role}.parts.${id.slice(id.lastIndexOf("/") + 1)}`;
  const serves = find(`${part}.title`) !== undefined;
  const key = serves ? part : `gradients.${role}`;
  const byPath = !serves && id.includes("/via/");
  const [title, text] = [find(byPath ? "gradients.by-path.title" : `${key}.title`), find(`${key}.text`)];
  return known({ title: title && fillText(title, titles), text: text && fillText(text, titles) });
}

/** Returns the texts of a step of an exercise. */
function askedText({ step, gradient }: Pick<ExerciseStep, "step" | "gradient">, find: Find): StepText {
  return gradient ? gradientText(step, gradient, find) : stepText(step, find);
}

const axisTitles = (axes: readonly string[], find: Find): readonly string[] =>
  axes.map((axis) => find(`axes.${axis}`) ?? axis);

function withEntry(entry: CatalogEntry, find: Find): CatalogEntry {
  const { id, title } = entry;
  return {
    ...entry,
    title: find(`algorithms.${id}.title`) ?? title,
    ...known({ text: find(`algorithms.${id}.summary`) }),
    inputs: entry.inputs.map((input) => withInput(input, find)),
    steps: entry.steps.map((step) => withStep(step, find)),
    outputs: entry.outputs.map((output) => withOutput(output, find)),
  };
}

/** Returns the text of a choice: of this input, or of every input that has the choice. */
function choiceText(find: Find, input: string, choice: string): string | undefined {
  return find(`inputs.choices.${input}.${choice}`) ?? find(`inputs.choices.${choice}`);
}

function withInput(input: CatalogInput, find: Find): CatalogInput {
  const { name, choices, axes } = input;
  const choiceTexts = choices.length === 0 ? undefined : byId(choices, (choice) => choiceText(find, name, choice));
  return { ...input, ...known({ title: find(`inputs.${name}`), choiceTexts }), axisTitles: axisTitles(axes, find) };
}

function withStep(step: CatalogStep, find: Find): CatalogStep {
  return { ...step, ...stepText(step.id, find), axisTitles: axisTitles(step.axes, find) };
}

/** An output has the texts of the step whose value it is. */
function withOutput(output: CatalogOutput, find: Find): CatalogOutput {
  return { ...output, ...stepText(output.steps[0] ?? "", find), axisTitles: axisTitles(output.axes, find) };
}

function withTrace(trace: TraceData, find: Find): TraceData {
  for (const step of trace.steps) {
    const text = step.gradient ? gradientText(step.id, step.gradient, find) : stepText(step.id, find);
    Object.assign(step, text, { axisTitles: axisTitles(step.axes, find) });
  }
  return Object.assign(trace, { notices: withNotices(trace.notices, find) });
}

function withCell(cell: Cell, find: Find): Cell {
  const note = noteOf(cell);
  const explanation = note === null ? undefined : find(`notes.${note}`);
  const text = cell.step.startsWith("gradient/") ? {} : stepText(cell.step, find);
  return { ...cell, ...text, ...known({ explanation }) };
}

function withNotices(notices: readonly Notice[], find: Find): readonly Notice[] {
  return notices.map((notice) => ({ ...notice, ...known({ text: noticeText(find, notice) }) }));
}

function misconceptionTexts(ids: readonly string[], find: Find): Readonly<Record<string, MisconceptionText>> {
  return byId(ids, (id) => {
    const key = `misconceptions.${id}`;
    const [title, explanation, hint] = [find(`${key}.name`), find(`${key}.explanation`), find(`${key}.hint`)];
    return title && explanation && hint ? { title, explanation, hint } : undefined;
  });
}

function withAsked<Step extends ExerciseStep>(step: Step, find: Find): Step {
  return { ...step, ...askedText(step, find), axisTitles: axisTitles(step.axes, find) };
}

function withExercise(entry: ExerciseEntry, find: Find): ExerciseEntry {
  const { id, asked, misconceptions } = entry;
  return {
    ...entry,
    ...known({ title: find(`exercises.${id}.title`), task: find(`exercises.${id}.task`) }),
    asked: asked.map((step) => withAsked(step, find)),
    misconceptionTexts: misconceptionTexts(misconceptions, find),
  };
}

/** An exercise that was drawn from an entry, which has its texts already. */
function withGiven(exercise: Exercise, find: Find): Exercise {
  return { ...exercise, given: exercise.given.map((step) => withAsked(step, find)) };
}

function withMarked(marked: Marked, find: Find): Marked {
  return { ...marked, steps: marked.steps.map((step) => withMarkedStep(step, find)) };
}

function withMarkedStep(step: MarkedStep, find: Find): MarkedStep {
  return {
    ...step,
    ...askedText(step, find),
    cells: step.cells.map((mark) => withMark(mark, find)),
    hints: step.hints.map((hints) => hints.map((hint) => ({ ...hint, ...known({ text: hintText(hint, find) }) }))),
    misconceptionTexts: misconceptionTexts(step.misconceptions, find),
  };
}

function withMark(mark: Mark, find: Find): Mark {
  const said = { ...mark, ...known({ text: markText(find, mark) }) };
  return said.kind === "misconception" ? { ...said, misconceptionTexts: misconceptionTexts(said.ids, find) } : said;
}

function hintText(hint: Hint, find: Find): string | undefined {
  switch (hint.kind) {
    case "step":
      return askedText(hint, find).text;
    case "misconception":
      return hint.ids.flatMap((id) => find(`misconceptions.${id}.hint`) ?? []).join(" ") || undefined;
    default:
      return find(`hints.${hint.kind}`);
  }
}

function withDerivation(derivation: Derivation, find: Find): Derivation {
  const key = `derivations.${derivation.id}`;
  const { symbols, entries } = derivation;
  return {
    ...derivation,
    ...known({ title: find(`${key}.title`), task: find(`${key}.task`), conclusion: find(`${key}.conclusion`) }),
    symbols: symbols.map((symbol) => ({ ...symbol, ...known({ text: find(`${key}.symbols.${symbol.name}`) }) })),
    entries: entries.map((entry) => {
      const own = `${key}.entries.${entry.id}`;
      return {
        ...entry,
        ...known({ title: find(`${own}.label`), hint: find(`${own}.hint`), explanation: find(`${own}.why`) }),
      };
    }),
  };
}

function withChecked(checked: MarkedDerivation, find: Find, derivation: string): MarkedDerivation {
  return { ...checked, marks: checked.marks.map((mark) => withDerivationMark(mark, derivation, find)) };
}

function withDerivationMark(mark: DerivationMark, derivation: string, find: Find): DerivationMark {
  const text = find(`checks.${mark.kind}`);
  if (mark.kind === "unreadable") {
    const { place, expected } = mark;
    const explanation = errorText(find, { code: "syntax", facts: { place, expected }, message: "" });
    return { ...mark, ...known({ text, explanation }) };
  }
  if (mark.kind !== "unequal" || mark.mistake === null) return { ...mark, ...known({ text }) };
  const key = `derivations.${derivation}.mistakes.${mark.mistake}`;
  return { ...mark, ...known({ text, title: find(`${key}.name`), explanation: find(`${key}.explanation`) }) };
}

function withSource(source: LectureSource, find: Find): LectureSource {
  return { ...source, ...known({ text: sourceText(find, source) }) };
}

function withErratum<Entry extends ErratumEntry>(erratum: Entry, find: Find): Entry {
  const key = `errata.${erratum.id}`;
  return {
    ...erratum,
    ...known({ title: find(`${key}.title`), text: find(`${key}.printed`), formula: find(`${key}.formula`) }),
    source: withSource(erratum.source, find),
  };
}

function withBothSides(erratum: Erratum, find: Find): Erratum {
  const key = `errata-answers.${erratum.id}`;
  const withValue = (value: ErratumValue): ErratumValue =>
    value.step === null ? value : { ...value, ...stepText(value.step, find), axisTitles: axisTitles(value.axes, find) };
  return {
    ...withErratum(erratum, find),
    ...known({
      correction: find(`${key}.right`),
      correctedFormula: find(`${key}.formula`),
      explanation: find(`${key}.why`),
    }),
    shown: erratum.shown.map(({ right, wrong }) => ({ right: withValue(right), wrong: withValue(wrong) })),
  };
}

function withPoll(poll: PollEntry, find: Find): PollEntry {
  const key = `polls.${poll.id}`;
  return {
    ...poll,
    ...known({ question: find(`${key}.question`) }),
    source: withSource(poll.source, find),
    optionTexts: byId(poll.options, (option) => find(`${key}.options.${option}`)),
  };
}

/** The answer to a poll, which has its texts already. */
function withAnswer(answer: PollAnswer, find: Find): PollAnswer {
  return { ...answer, statements: answer.statements.map((statement) => withStatement(statement, answer.id, find)) };
}

function withStatement(statement: PollStatement, poll: string, find: Find): PollStatement {
  const { id, key, readings } = statement;
  const own = `poll-answers.${poll}.${id}`;
  return {
    ...statement,
    ...known({
      text: find(`polls.${poll}.options.${id}`),
      verdict: find(`verdicts.${key}`),
      explanation: find(`${own}.why`),
      argument: find(`${own}.argument`),
    }),
    readings: readings.map((reading) => ({
      ...reading,
      ...known({
        title: reading.id === null ? undefined : find(`${own}.readings.${reading.id}`),
        verdict: find(`verdicts.${reading.holds ? "holds" : "fails"}`),
      }),
      facts: reading.facts.map((fact) => ({ ...fact, ...known({ title: find(`${own}.facts.${fact.id}`) }) })),
    })),
  };
}

/** The page of one algorithm, written from the catalog, from a run of its example, and from the texts of the library. */
import { declaredId } from "./examples.mjs";
import { code, formula, namedAxes, plain, table } from "./markdown.mjs";

/** Returns the page as Markdown. `known` is what `generatePages` collects on the algorithm. */
export function algorithmPage(entry, known) {
  const { title, summary } = known.text;
  return `---
title: ${JSON.stringify(title)}
description: ${JSON.stringify(summary)}
aside: false
---

<script setup>
import example from "../examples/${entry.id}.json";
</script>

# ${plain(title)}

${plain(summary)}

${code(entry.id)} · ${plain(entry.source)}

${result(known)}

## Step by step

Press ◀ and ▶ to step through it; a number opens into the arithmetic that made it.

<LiveElements><attograph-figure algorithm="${entry.id}" picture="table" controls="player"></attograph-figure></LiveElements>

## Example

The library runs in this page. Change the inputs, choose a step, and select a number to see what it was computed from.

<LiveExample algorithm="${entry.id}" :inputs="example" />

## Inputs

${inputs(entry, known)}

## Steps

${shownAxes(known)}

${steps(entry, known)}

## Results

${outputs(entry)}

## Conventions

${conventions(entry, known)}

## Complexity

${complexity(known)}
`;
}

/** The formula of the main result, which is the last step of a run. */
function result({ trace }) {
  const last = trace.steps.at(-1).formula;
  return last === "" ? "" : `$$\n${last}\n$$`;
}

function inputs(entry, { inputTexts }) {
  const rows = entry.inputs.map((input) => {
    const { name, kind, required, choices, minimum } = input;
    const values = choices.length > 0 ? choices.map(code).join(", ") : "";
    const least = kind === "integer" && minimum !== null ? `at least ${minimum}` : "";
    const axes = kind === "tensor" ? namedAxes(input) : "";
    return [
      code(name),
      inputTexts[name] ? plain(inputTexts[name]) : "",
      [kind, axes, values, least].filter(Boolean).join("; "),
      required ? "required" : input.default === null ? "optional" : code(String(input.default)),
    ];
  });
  return table(["input", "what it is", "kind", "default"], rows);
}

/** Says what the shapes in the table are. */
function shownAxes({ trace }) {
  const notices = [...new Set(trace.notices.map(({ code: name }) => code(name)))];
  const told = notices.length > 0 ? ` The run has the notices ${notices.join(", ")}.` : "";
  return `In the order of computation. A letter names an axis; a step sums, or reduces, over the letters that its result lacks. The shapes are those of the
example above; a step without one appears with other options.${told}`;
}

function steps(entry, { trace, reads, stepTexts }) {
  // As in the example: a formula of several algorithms has the symbols of the operands.
  const formulas = new Map(trace.steps.map((step) => [declaredId(step.id), step.formula]));
  const shapes = new Map(trace.steps.map(({ id, shape }) => [declaredId(id), shape.join(" × ") || "1"]));
  const rows = entry.steps.map((step) => {
    const text = stepTexts[step.id.split("/").at(-1)];
    const lists = reads.get(step.id) ?? [];
    const what = text ? `**${plain(text.title)}**<br>${plain(text.text)}` : "";
    const when = step.when === null ? "" : `<br>only with ${code(step.when)}`;
    return [
      `${code(step.id)}<br>${what}${when}`,
      formula(formulas.get(step.id) ?? step.formula),
      `${namedAxes(step)}${shapes.has(step.id) ? `<br>${shapes.get(step.id)}` : ""}`,
      operation(step, lists),
      plain(step.source),
    ];
  });
  return table(["step", "formula", "axes and shape", "how, and from what", "source"], rows);
}

/** The operation of a step and the steps that it reads; several lists if the options decide which they are. */
function operation({ op, function: name }, lists) {
  const how = op === "given" ? "input" : [op, name].filter(Boolean).join(": ");
  const from = lists.filter((list) => list.length > 0).map((list) => list.map(code).join(", "));
  return [how, from.join("<br>or ")].filter(Boolean).join("<br>");
}

function outputs({ outputs }) {
  const rows = outputs.map((output) => [code(output.name), namedAxes(output), output.steps.map(code).join(" or ")]);
  return table(["result", "axes", "the step that it is"], rows);
}

function conventions({ id }, { golden }) {
  const compared = golden
    ? `The results agree with those of ${plain(golden.source)} to 1e-8 of the largest magnitude.${golden.note ? ` What is compared, and how: ${plain(golden.note)}.` : ""}`
    : "";
  const rust = `The documentation of the Rust module states shapes, errors and edge cases: search for ${code(id)} in the [reference of the Rust library](/rust/attograph/index.html){target="_self"}.`;
  const all = `Numbers are f64 and sums run in the order of the index. A row of a softmax in which everything is masked gives zeros and the notice ${code("fully-masked-row")}, unless the input ${code("emptyRow")} is ${code("nan")} or ${code("error")}. A number that is not finite is an error, unless ${code("nonFinite")} is ${code("propagate")}.`;
  return [compared, all, rust].filter(Boolean).join("\n\n");
}

function complexity({ counts }) {
  const { total, closedForm } = counts;
  const operations = total.multiplications + total.additions + total.functions + total.comparisons + total.byRules;
  const expected = closedForm
    ? `The number of multiplications and divisions has a closed form:\n\n$$\n${closedForm.formula}\n$$\n\nFor the example above it is ${closedForm.multiplications}. `
    : "No closed form is known for all options. ";
  return `${expected}The example takes ${operations} operations, counted while it runs: ${total.multiplications} multiplications and divisions, ${total.additions} additions and subtractions, ${total.functions} functions of single numbers, ${total.comparisons} comparisons, and ${total.byRules} in rules such as sorting. \`lab.count(id, inputs)\` counts any run step by step, and \`lab.estimate(id, inputs)\` says what it costs before it runs.`;
}

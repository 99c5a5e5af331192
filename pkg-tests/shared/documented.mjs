/** What documents show: blocks of code, the programs that they make, and what these print. */

/** The blocks of a language, without those that have another word after it. */
export const blocksOf = (text, language) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(([, block]) => block);

/** The programs of a document: a block that imports or exports starts one, and any other continues the one before it. */
export function programsOf(text) {
  const programs = [];
  for (const block of blocksOf(text, "js")) {
    if (/^(import|export) /m.test(block) || programs.length === 0) programs.push("");
    programs[programs.length - 1] += block;
  }
  return programs;
}

/** The lines that a program shows as what it prints: its comments that end a line. */
const shownBy = (program) => [...program.matchAll(/(?<!:)\/\/ (.*)$/gm)].map(([, text]) => text);

/** Compares what a program printed, line by line, with the comments that show it; three dots stand for what follows. Returns what is wrong. */
export function misprints(program, output) {
  const printed = output.trimEnd() === "" ? [] : output.trimEnd().split("\n");
  const shown = shownBy(program);
  if (printed.length !== shown.length) return [`prints\n${output}\nand shows\n${shown.join("\n")}`];
  const agrees = (line, text) => (text.endsWith("...") ? line.startsWith(text.slice(0, -3)) : line === text);
  return shown.flatMap((text, at) => (agrees(printed[at], text) ? [] : [`prints ${printed[at]} and shows ${text}`]));
}

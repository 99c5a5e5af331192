/** Runs the steps of a program one after another: each is announced by its number, prints its time, and prints instructions where it fails. */

/** A program that was not found, or that failed. Its own output has the details. */
export class ProgramFailure extends Error {}

/** A step that failed. The message contains which, why, and what to do. */
export class StepFailure extends Error {}

const seconds = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/**
 * Runs steps `{ title, work, help }`. `work` may return a short text on what it did; `help` is printed if it fails.
 * Throws a {@link StepFailure} at the first step that fails.
 */
export async function runSteps(steps, print = console.log) {
  for (const [at, { title, work, help }] of steps.entries()) {
    const label = `[${at + 1}/${steps.length}] ${title}`;
    print(`${label} …`);
    const start = performance.now();
    try {
      const result = await work();
      print(`${label}: ${result ?? "done"} (${seconds(start)})`);
    } catch (thrown) {
      // The output of a failed program has been shown; anything else is a defect of a script, whose stack is useful.
      const reason = thrown instanceof ProgramFailure ? thrown.message : (thrown?.stack ?? String(thrown));
      throw new StepFailure(`${label}: failed after ${seconds(start)}\n  ${reason}\n  ${help}`, { cause: thrown });
    }
  }
}

/** Runs a script's work. A step that failed is reported without a stack, and ends the program with code 1 and, if given, a last line of its own. */
export async function runScript(work, lastLine) {
  try {
    await work();
  } catch (thrown) {
    if (!(thrown instanceof StepFailure)) throw thrown;
    console.error(`\n${thrown.message}`);
    if (lastLine) console.log(`\n${lastLine}`);
    process.exitCode = 1;
  }
}

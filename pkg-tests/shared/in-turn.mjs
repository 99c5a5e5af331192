/** Runs files of tests one after another in this process: what one of them has opened or loaded, the next one finds. Each file is a suite. */
import { mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { after, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { endWhereLeftOpen } from "../../scripts/test/left-open.mjs";
import { keep } from "./kept.mjs";
import { declarationsOf } from "./tests.mjs";

/** Whether this process is the first to ask for a file. */
const claim = (claims, file) =>
  mkdir(join(claims, basename(file))).then(
    () => true,
    () => false,
  );

/** Runs those of the files that no other process with the same folder of claims has begun. A suite is ended after `timeout` milliseconds. */
export async function runInTurn(files, { claims, timeout }) {
  const closeAll = keep();
  for (const file of files) {
    if (!(await claim(claims, file))) continue;
    const failed = (error) => [() => test("it loads", () => Promise.reject(error))];
    const declarations = await declarationsOf(pathToFileURL(file).href).catch(failed);
    await new Promise((ended) => {
      // Synchronous, so that what is declared belongs to this suite.
      describe(basename(file), { timeout }, () => {
        after(ended);
        for (const declare of declarations) declare();
      });
    });
  }
  await closeAll();
  endWhereLeftOpen();
}

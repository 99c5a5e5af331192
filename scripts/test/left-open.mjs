/** How long what tests have opened has for its end, in milliseconds: a browser takes seconds on a machine that is busy. */
const PATIENCE = Number(process.env.ATTOGRAPH_LEFT_OPEN ?? 30_000);

/**
 * Ends a process whose tests are over, as one that has failed, where something is still open after a while, such as a browser or a server, and says what. Node's
 * own `--test-force-exit` loses reports of tests that have passed.
 */
export function endWhereLeftOpen() {
  const end = () => {
    console.error(`The tests have left open: ${process.getActiveResourcesInfo().join(", ")}`);
    // What was written until now may be on its way to the reader of a pipe.
    process.stdout.write("", () => process.exit(1));
  };
  setTimeout(end, PATIENCE).unref();
}

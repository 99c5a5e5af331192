import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** Starts a program that prints a line of JSON for each line of JSON. `ask` sends a command and returns the answer; `close` ends the program. */
export function converse(program, args) {
  const child = spawn(program, args, {
    stdio: ["pipe", "pipe", "inherit"],
    // One thread, as the engines have that it is compared with.
    env: { ...process.env, OMP_NUM_THREADS: "1", OPENBLAS_NUM_THREADS: "1" },
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ask = async (command) => {
    child.stdin.write(`${JSON.stringify(command)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error(`${program} ended`);
    return JSON.parse(value);
  };
  return { ask, close: () => child.kill() };
}

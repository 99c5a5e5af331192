import { spawn } from "node:child_process";
import { ProgramFailure } from "../steps.mjs";
import { root } from "./paths.mjs";

/** Runs a program in the repository with its output shown; rejects with a `ProgramFailure` when it is missing or fails. */
export function run(program, args, { env = {}, cwd = root } = {}) {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { cwd, stdio: "inherit", env: { ...process.env, ...env } });
    child.once("error", ({ code, message }) =>
      fail(new ProgramFailure(code === "ENOENT" ? `${program} was not found` : message)),
    );
    child.once("exit", (code, signal) => {
      if (code === 0) done();
      else fail(new ProgramFailure(`${[program, ...args].join(" ")} ended with ${signal ?? `code ${code}`}`));
    });
  });
}

/** Runs a program and returns what it printed; null when it cannot be run or fails. */
export function ask(program, args, { cwd = root } = {}) {
  return new Promise((done) => {
    const child = spawn(program, args, { cwd, stdio: ["ignore", "pipe", "ignore"] });
    let output = "";
    child.stdout.on("data", (data) => {
      output += data;
    });
    child.once("error", () => done(null));
    child.once("close", (code) => done(code === 0 ? output.trim() : null));
  });
}

import { spawn } from "node:child_process";
import { root } from "./paths.mjs";

/** Runs a program in the repository with its output shown; rejects when it fails. */
export function run(program, args, { env = {}, cwd = root } = {}) {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { cwd, stdio: "inherit", env: { ...process.env, ...env } });
    child.once("error", fail);
    child.once("exit", (code, signal) => {
      if (code === 0) done();
      else fail(new Error(`${program} ${args[0] ?? ""} ended with ${signal ?? `code ${code}`}`));
    });
  });
}

/** Runs a program and answers what it printed; null when it cannot be run or fails. */
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

#!/usr/bin/env node
/** The program `attograph`. Nothing else of the package loads this file and its folder. */
import { readFile } from "node:fs/promises";
import { plain } from "./cli/csv.js";
import { EXIT } from "./cli/exit.js";
import { Failure } from "./cli/failure.js";
import { printList, readListArguments } from "./cli/list.js";
import { printChecked } from "./cli/questions.js";
import { readRoomArguments, runRoom } from "./cli/room.js";
import { printGradient, printTrace, readGradientArguments, readTraceArguments } from "./cli/trace.js";
import { readVerifyArguments, verifyAll } from "./cli/verify.js";
import { AttographError, reasonOf } from "./errors.js";
import { load } from "./node.js";

const USAGE = `Usage: attograph <command>

  attograph list [algorithms|exercises|derivations|errata|polls|labs|scenes] [--language en|ko]
      Prints the ids of what the library and the course have, algorithms by default, with their titles.

  attograph trace <id> [--inputs <file.json> | --example] [--csv]
      Runs an algorithm with the inputs of a file, as lab.trace takes them, or with those of its example, and prints the trace as JSON, which lab.fromJSON
      reads; with --csv a table with one line for each number: its step, its index and its value. "--inputs -" reads the standard input.

  attograph gradient <id> [--inputs <file.json> | --example] [--of <result>] [--at <index>] [--wrt <input>,...] [--every-step] [--csv]
      Runs an algorithm and goes back through it, as lab.gradient does, and prints the trace of both: of the main result or of the one that is named, of all
      of its numbers or of the one at an index such as 0,1, with respect to all inputs or to those that are named. With --every-step softmax and
      normalization are gone back through step by step.

  attograph verify <file or folder> ... [--page <file.html>] [--language en|ko]
      Checks homework files that were written by Attograph (of a folder and the folders within, its *.json files) and prints a table of them as CSV, one
      line a file, or a line for each part of a sheet. "wrong" counts every cell that holds something else than the right number or what follows from an earlier one. The verdict is one of
        verified       exercise, answers and marks belong together, and are as the library writes them
        altered        they do not; "detail" names what differs
        other-version  another version of the library wrote the file, and computes something differently
        unreadable     no homework file, or one whose answers do not fit its exercise; "detail" says why
      "name" is what the file says about who handed it in. "detail" names an earlier file that is the same, or has the same answers with the same mistakes,
      or the same name for the same exercise or sheet.
      With --page it writes a page of results as well: who did what, and which misconceptions were common.
      A file that verifies is the one that the library writes for these answers. Who typed them, and with what help, no file can say.

  attograph check <questions.json> ...
      Checks files with polls of your own, runs what decides in them, and prints everything that is wrong: the part, the code and the reason.

  attograph room [<poll or questions.json> ...] [--port <number>] [--host <address>] [--counts <file>] [--new]
      Opens a room for polls, all of the library by default, or those of a file of your own: phones in the same network vote on a page that this program
      serves, and the lecturer's page has a QR code of the address, the counts as they come, and the answers. It listens at port 8420 of every address of
      this machine. The counts are kept in the file, by default a temporary one, and a room that is opened again with it goes on; with --new it begins anew.
      Nothing else is kept, and nothing is sent.

  attograph --version
  attograph --help

Exit code
  0    done; of verify: every file verifies
  1    verify: a file is altered, or of another version; check: something in a file is wrong
  2    the command line is wrong, or names nothing to check
  3    a file or folder is unreadable; of verify: and no file is altered or of another version; of room: it cannot be opened
  4    the library refused what it was given, with the code of its error, or could not be loaded
  141  whoever read the output stopped before its end
`;

/** Runs a command, and returns its exit code. */
async function main([command, ...args]: string[]): Promise<number> {
  if (["help", "--help", "-h"].includes(command ?? "") || args[0] === "--help") {
    process.stdout.write(USAGE);
    return EXIT.done;
  }
  switch (command) {
    case "version":
    case "--version":
    case "-v":
      process.stdout.write(`${await version()}\n`);
      return EXIT.done;
    case "list": {
      await printList(load, readListArguments(args));
      return EXIT.done;
    }
    case "trace": {
      const asked = readTraceArguments(args);
      await printTrace(await load(), asked);
      return EXIT.done;
    }
    case "gradient": {
      const asked = readGradientArguments(args);
      await printGradient(await load(), asked);
      return EXIT.done;
    }
    case "check":
      return printChecked(await load(), args);
    case "room": {
      const asked = readRoomArguments(args);
      return runRoom(load, asked);
    }
    case "verify":
      return verifyAll(await load(), readVerifyArguments(args));
    default:
      throw new Failure(EXIT.usage, command === undefined ? "a command is missing" : `there is no command ${command}`);
  }
}

async function version(): Promise<string> {
  const manifest = await readFile(new URL("package.json", import.meta.url), "utf8");
  return JSON.parse(manifest).version;
}

/** Prints why a command ended, in one line, and returns its exit code. */
function fail(thrown: unknown): number {
  const [exitCode, reason] = explained(thrown);
  process.stderr.write(`attograph: ${plain(reason)}\n`);
  if (exitCode === EXIT.usage) process.stderr.write("`attograph --help` shows how it is used.\n");
  return exitCode;
}

function explained(thrown: unknown): [exitCode: number, reason: string] {
  if (thrown instanceof Failure) return [thrown.exitCode, thrown.message];
  if (thrown instanceof AttographError) return [EXIT.refused, `${thrown.code}: ${thrown.message}`];
  const { code } = thrown as { code?: unknown };
  if (typeof code === "string" && code.startsWith("ERR_PARSE_ARGS")) return [EXIT.usage, reasonOf(thrown)];
  throw thrown;
}

/** Writing fails where whoever reads has gone, as `head` does: there is nobody to tell. */
for (const stream of [process.stdout, process.stderr])
  stream.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (code !== "EPIPE") process.stderr.write(`${message}\n`);
    process.exit(code === "EPIPE" ? EXIT.pipeClosed : EXIT.usage);
  });

process.exitCode = await main(process.argv.slice(2)).catch(fail);

/** `attograph room`: polls in the room, answered on phones in the same network. */
import { lstat, mkdir, rm, stat } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { reasonOf } from "../errors.js";
import type { Lab } from "../lab.js";
import type { LoadOptions } from "../load.js";
import type { Room } from "../room/server.js";
import { plain } from "./csv.js";
import { EXIT } from "./exit.js";
import { Failure } from "./failure.js";
import { pollsOf } from "./questions.js";

const PORT = 8420;

/** Counts in a temporary file that nobody has added to for so long are those of another lecture. */
const FORGOTTEN_AFTER = 12 * 60 * 60 * 1000;

/** The arguments of the command. */
export interface RoomArguments {
  readonly polls: readonly string[];
  /** Files with polls of the lecturer. */
  readonly files: readonly string[];
  readonly host: string;
  readonly port: number;
  /** The file that keeps the counts; undefined for a temporary one. */
  readonly counts: string | undefined;
  readonly fresh: boolean;
}

/** Reads the arguments of the command. */
export function readRoomArguments(args: string[]): RoomArguments {
  const options = {
    host: { type: "string", default: "0.0.0.0" },
    port: { type: "string", default: String(PORT) },
    counts: { type: "string" },
    new: { type: "boolean", default: false },
  } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const port = Number(values.port);
  if (!/^\d{1,5}$/.test(values.port) || port > 65_535)
    throw new Failure(EXIT.usage, `${values.port} is no port: a port is a whole number from 0 to 65535`);
  const isFile = (name: string) => name.endsWith(".json");
  const [files, polls] = [positionals.filter(isFile), positionals.filter((name) => !isFile(name))];
  return { polls, files, host: values.host, port, counts: values.counts, fresh: values.new };
}

/** Opens the room, prints its addresses, and closes it when the program is told to end. */
export async function runRoom(load: (options: LoadOptions) => Promise<Lab>, asked: RoomArguments): Promise<number> {
  const [en, ko] = await Promise.all([load({ text: "en" }), load({ text: "ko" })]);
  // Only this command needs it.
  const { openRoom } = await import("../room/server.js");
  // Ids are refused before anything is opened.
  for (const id of asked.polls) en.poll(id);
  const own = await pollsOf(en, asked.files);
  const { host, port, polls, fresh } = asked;
  const file = asked.counts ?? (await temporaryFile(port));
  let room: Room;
  try {
    room = await openRoom({ labs: { en, ko }, polls, own, host, port, file, fresh });
  } catch (thrown) {
    throw new Failure(EXIT.unreadable, reasonFor(thrown, asked, file));
  }
  process.stdout.write(introduction(room, plain(file)));
  await new Promise<void>((done) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => done());
  });
  await room.close();
  process.stdout.write(`The counts are kept in ${plain(file)}\n`);
  return EXIT.done;
}

function introduction({ code, addresses, lecturer, kept, damaged }: Room, file: string): string {
  const lines = [
    `Room ${code}`,
    ...addresses.map((address) => `  phones:   ${address}`),
    `  lecturer: ${lecturer}`,
    `Whoever has the lecturer's address can show the answers. The counts are kept in ${file}`,
  ];
  if (kept > 0)
    lines.push(`This goes on with ${kept} ${kept === 1 ? "vote" : "votes"} that it has; --new begins anew.`);
  if (damaged > 0) lines.push(`${damaged} of its lines could not be read and were left out.`);
  return `${lines.join("\n")}\nCtrl+C closes the room.\n`;
}

function reasonFor(thrown: unknown, { host, port }: RoomArguments, file: string): string {
  const { code } = thrown as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") return `port ${port} is taken, perhaps by another room; --port <number> takes another`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return `this machine has no address ${host}`;
  if (code === "EACCES" && port < 1024) return `port ${port} may not be used; --port <number> takes another`;
  return `the room cannot be opened with ${file}: ${reasonOf(thrown)}`;
}

/** The file of the room at this port, in a folder of this user alone: anyone else could have put something in its place. */
async function temporaryFile(port: number): Promise<string> {
  const { uid } = userInfo();
  const folder = join(tmpdir(), `attograph-room-${uid}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  const isOwn = process.platform === "win32" || (found.uid === uid && (found.mode & 0o077) === 0);
  if (!found.isDirectory() || !isOwn)
    throw new Failure(EXIT.unreadable, `${folder} is not a folder of yours alone; --counts <file> takes another place`);
  const file = join(folder, `${port}.jsonl`);
  const known = await stat(file).catch(() => null);
  if (known && Date.now() - known.mtimeMs > FORGOTTEN_AFTER) await rm(file);
  return file;
}

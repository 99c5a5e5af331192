/** A room as its own process, and phones that vote in it; on the loopback address alone. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import WebSocket from "ws";

const HOST = "127.0.0.1";

/** Starts `attograph room` of a package; resolves when it has printed its addresses. */
export async function startRoom(folder, { port = 0, counts, args = [] }) {
  const all = ["room", "--host", HOST, "--port", String(port), "--counts", counts, ...args];
  const child = spawn(process.execPath, [join(folder, "cli.js"), ...all], { stdio: ["ignore", "pipe", "pipe"] });
  let errors = "";
  child.stderr.on("data", (data) => {
    errors += data;
  });
  const ended = new Promise((done) => child.once("exit", (code, signal) => done({ code, signal, errors })));
  const lines = [];
  const reader = createInterface({ input: child.stdout });
  const ready = new Promise((done) => {
    reader.on("line", (line) => {
      lines.push(line);
      if (line.startsWith("Ctrl+C")) done(true);
    });
  });
  const started = await Promise.race([ready, ended]);
  if (started !== true) throw new Error(`the room ended: ${JSON.stringify(started)}`);
  const lecturer = lines
    .find((line) => line.includes("lecturer:"))
    .split(/\s+/)
    .at(-1);
  const phone = lines
    .find((line) => line.includes("phones:"))
    .split(/\s+/)
    .at(-1);
  const address = new URL(phone);
  const end = (signal) => {
    child.kill(signal);
    return ended;
  };
  return {
    lines,
    phone,
    lecturer,
    code: address.hash.slice(1),
    key: new URL(lecturer).hash.slice(1),
    port: Number(address.port),
    address: address.origin,
    end,
    ended,
  };
}

/** A connection that keeps what it gets: `next(wanted)` resolves with the first message that is not taken yet and for which `wanted` holds. */
export function connect(port, options = {}) {
  const socket = new WebSocket(`ws://${HOST}:${port}/room`, options);
  const messages = [];
  const waiting = [];
  const closed = new Promise((done) => {
    socket.on("close", (code) => {
      for (const { fail } of waiting.splice(0)) fail(new Error(`the connection was closed with ${code}`));
      done(code);
    });
  });
  socket.on("error", () => undefined);
  const deliver = () => {
    for (const one of [...waiting]) {
      const at = messages.findIndex(one.wanted);
      if (at < 0) continue;
      waiting.splice(waiting.indexOf(one), 1);
      one.done(messages.splice(at, 1)[0]);
    }
  };
  socket.on("message", (data) => {
    messages.push(JSON.parse(data));
    deliver();
  });
  const opened = new Promise((done, fail) => {
    socket.once("open", done);
    socket.once("error", fail);
  });
  opened.catch(() => undefined);
  return {
    socket,
    opened,
    closed,
    send: (message) => socket.send(typeof message === "string" ? message : JSON.stringify(message)),
    next: (wanted) =>
      new Promise((done, fail) => {
        waiting.push({ wanted, done, fail });
        if (socket.readyState >= WebSocket.CLOSING) fail(new Error("the connection is closed"));
        else deliver();
      }),
    close: () => {
      socket.close();
      return closed;
    },
  };
}

export const ofType = (type) => (message) => message.type === type;

/** The lecturer's page, as the room sees it. */
export async function lead(port, key) {
  const lecturer = connect(port);
  await lecturer.opened;
  lecturer.send({ type: "lead", key, language: "en" });
  await lecturer.next(ofType("room"));
  return lecturer;
}

const voterOf = (number) => `voter-number-${String(number).padStart(8, "0")}`;

/**
 * A phone that votes once and does not stop before the vote is counted: like the page, it connects again where the connection is lost, and sends again what is
 * not known to be counted. Resolves with how often it connected.
 */
export async function vote({ port, code, number, poll, answers, counted = () => undefined }) {
  for (let tries = 1; ; tries += 1) {
    const phone = connect(port);
    try {
      await phone.opened;
      phone.send({ type: "join", code, voter: voterOf(number), language: number % 2 ? "ko" : "en" });
      await phone.next(ofType("poll"));
      phone.send({ type: "vote", poll, answers });
      const found = await phone.next(({ type }) => type === "counted" || type === "refused");
      if (found.type === "refused") throw new Error(`refused: ${found.reason}`);
      counted();
      return { tries, phone };
    } catch (thrown) {
      if (String(thrown.message).startsWith("refused")) throw thrown;
      // A room that never comes back ends the test by its own limit.
      await new Promise((wake) => setTimeout(wake, 50 + (number % 10) * 10));
    }
  }
}

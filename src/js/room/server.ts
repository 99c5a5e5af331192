/** A room: serves the pages for phones and for the lecturer, takes votes over WebSocket, and keeps them in a file. */
import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { OwnPoll } from "../questions.js";
import { ownAddress, phoneAddresses } from "./addresses.js";
import { addCodes, answer, readFiles } from "./files.js";
import { type Entry, type Identity, Journal, readKept } from "./journal.js";
import { Limit } from "./limit.js";
import { type Answers, type Language, type Message, type Refusal, type Request, readRequest } from "./messages.js";
import { choiceWords, type Labs, type RoomPoll, roomPolls } from "./polls.js";
import { readLetters, Votes, writeAnswers } from "./votes.js";

/** How much a room takes. */
export const LIMITS = {
  /** Bytes of a message. */
  message: 4096,
  /** Open connections of phones and pages. */
  connections: 1000,
  /** Voters that a poll can have. */
  voters: 5000,
  /** Messages that a connection may send at once, and from then on in a second. */
  burst: 20,
  perSecond: 2,
  /** Milliseconds within which a connection has to join. */
  joining: 10_000,
  /** Milliseconds between two signs of life. */
  beat: 20_000,
  /** Milliseconds within which the head of a request has to be there, and twice as many for all of it. */
  request: 5000,
  /** Bytes that wait for a connection that does not read. */
  unread: 2 ** 20,
};

export interface RoomOptions {
  readonly labs: Labs;
  /** Ids of the polls; all without any and without own ones. */
  readonly polls: readonly string[];
  /** Polls of the lecturer. */
  readonly own?: readonly OwnPoll[];
  readonly host: string;
  readonly port: number;
  /** The file that keeps the counts. */
  readonly file: string;
  /** Whether what the file has is left aside. */
  readonly fresh?: boolean;
  readonly limits?: Partial<typeof LIMITS>;
}

export interface Room {
  readonly code: string;
  readonly port: number;
  /** Addresses for phones, with the code. */
  readonly addresses: readonly string[];
  /** The address of the lecturer's page, with the key. */
  readonly lecturer: string;
  /** How many votes the file had, and how many of its lines could not be read. */
  readonly kept: number;
  readonly damaged: number;
  /** Ends when everything that was counted is on the disk. */
  close(): Promise<void>;
}

/** Letters and digits that nobody takes for each other. */
const CODE = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

const newIdentity = (): Identity => ({
  code: Array.from({ length: 4 }, () => CODE[randomInt(CODE.length)]).join(""),
  key: randomBytes(18).toString("base64url"),
});

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** The file has no voter's own characters, so that nobody can vote as another with it. */
const voterKey = (voter: string): string => digest(`voter ${voter}`).toString("base64url").slice(0, 16);

/** One connection: a phone or the lecturer's page once it has joined. */
interface Guest {
  readonly socket: WebSocket;
  readonly limit: Limit;
  language: Language;
  role: "unknown" | "phone" | "lecturer";
  voter: string;
  alive: boolean;
}

class OpenRoom {
  readonly #polls: readonly RoomPoll[];
  readonly #words: Readonly<Record<Language, readonly string[]>>;
  readonly #identity: Identity;
  readonly #limits: typeof LIMITS;
  readonly #votes = new Votes();
  readonly #revealed = new Set<string>();
  readonly #guests = new Set<Guest>();
  readonly #journal: Journal;
  #current: RoomPoll;
  addresses: readonly string[] = [];
  #telling: ReturnType<typeof setTimeout> | null = null;

  constructor(options: RoomOptions, identity: Identity, entries: readonly Entry[]) {
    this.#polls = roomPolls(options.labs, options.polls, options.own ?? []);
    this.#words = choiceWords(options.labs);
    this.#identity = identity;
    this.#limits = { ...LIMITS, ...options.limits };
    this.#current = this.#polls[0] as RoomPoll;
    for (const entry of entries) this.#apply(entry);
    this.#journal = new Journal(options.file, identity, () => this.#snapshot());
  }

  get journal(): Journal {
    return this.#journal;
  }

  get guests(): ReadonlySet<Guest> {
    return this.#guests;
  }

  get voteCount(): number {
    return [...this.#votes].length;
  }

  #apply(entry: Entry): void {
    const [kind, poll] = entry;
    switch (kind) {
      case "vote":
        this.#votes.cast(poll, entry[2], entry[3]);
        break;
      case "show":
        this.#current = this.#polls.find(({ id }) => id === poll) ?? this.#current;
        break;
      case "reveal":
        this.#revealed.add(poll);
        break;
      case "hide":
        this.#revealed.delete(poll);
        break;
      case "clear":
        this.#votes.clear(poll);
        this.#revealed.delete(poll);
        break;
    }
  }

  /** Everything that matters, as if it had just happened. */
  *#snapshot(): Generator<Entry> {
    for (const [poll, voter, letters] of this.#votes) yield ["vote", poll, voter, letters];
    for (const poll of this.#revealed) yield ["reveal", poll];
    yield ["show", this.#current.id];
  }

  welcome(socket: WebSocket, now: number): void {
    const { burst, perSecond, joining } = this.#limits;
    const limit = new Limit(burst, perSecond, now);
    const guest: Guest = { socket, limit, language: "en", role: "unknown", voter: "", alive: true };
    this.#guests.add(guest);
    const late = setTimeout(() => {
      if (guest.role === "unknown") this.#dismiss(guest, "too-late");
    }, joining);
    socket.on("message", (data, isBinary) => {
      if (!limit.take(Date.now())) {
        this.#dismiss(guest, "too-many");
        return;
      }
      const request = isBinary ? null : readRequest(data.toString());
      if (!request) {
        this.#dismiss(guest, "unreadable");
        return;
      }
      // What fails for one guest ends nobody else's connection.
      this.#obey(guest, request).catch(() => socket.terminate());
    });
    socket.on("pong", () => {
      guest.alive = true;
    });
    // Frames that break the protocol or its limits: the library closes the connection.
    socket.on("error", () => socket.terminate());
    socket.on("close", () => {
      clearTimeout(late);
      this.#guests.delete(guest);
      if (guest.role === "phone") this.#tellSoon();
    });
  }

  /** Asks every guest for a sign of life, and drops those that gave none since the last time. */
  beat(): void {
    for (const guest of this.#guests) {
      if (!guest.alive) guest.socket.terminate();
      guest.alive = false;
      if (guest.socket.readyState === guest.socket.OPEN) guest.socket.ping();
    }
  }

  #send({ socket }: Guest, message: Message): void {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > this.#limits.unread) socket.terminate();
    else socket.send(JSON.stringify(message));
  }

  #dismiss(guest: Guest, reason: Refusal): void {
    this.#send(guest, { type: "refused", reason });
    guest.socket.close(1008, reason);
  }

  async #obey(guest: Guest, request: Request): Promise<void> {
    switch (request.type) {
      case "join": {
        const known = request.code.trim().toUpperCase() === this.#identity.code;
        if (!known || guest.role === "lecturer") {
          this.#send(guest, { type: "refused", reason: "wrong-code" });
          return;
        }
        guest.role = "phone";
        guest.voter = voterKey(request.voter);
        guest.language = request.language;
        this.#send(guest, this.#pollFor(guest));
        this.#tellSoon();
        return;
      }
      case "lead":
        if (!timingSafeEqual(digest(request.key), digest(this.#identity.key))) {
          this.#dismiss(guest, "wrong-key");
          return;
        }
        guest.role = "lecturer";
        guest.language = request.language;
        this.#tellRoom(guest);
        return;
      case "language":
        guest.language = request.language;
        if (guest.role === "lecturer") this.#tellRoom(guest);
        else if (guest.role === "phone") this.#send(guest, this.#pollFor(guest));
        return;
      case "vote":
        await this.#vote(guest, request.poll, request.answers);
        return;
      default:
        if (guest.role === "lecturer") await this.#lead(guest, request);
        else this.#dismiss(guest, "wrong-key");
    }
  }

  async #vote(guest: Guest, poll: string, answers: Answers): Promise<void> {
    const { id, options } = this.#current;
    const refused = this.#refusal(guest, poll, answers);
    if (refused) {
      this.#send(guest, { type: "refused", reason: refused });
      return;
    }
    const letters = writeAnswers(options, answers);
    if (this.#votes.find(id, guest.voter) !== letters) {
      const entry: Entry = ["vote", id, guest.voter, letters];
      if (!(await this.#keep(guest, entry))) return;
      this.#tellSoon();
    }
    this.#send(guest, { type: "counted", poll: id, answers });
  }

  #refusal(guest: Guest, poll: string, answers: Answers): Refusal | null {
    const { id, options } = this.#current;
    if (guest.role !== "phone") return "wrong-code";
    if (poll !== id) return "other-poll";
    if (this.#revealed.has(id)) return "closed";
    if (!Object.keys(answers).every((option) => options.includes(option))) return "unreadable";
    const isNew = this.#votes.find(id, guest.voter) === undefined;
    return isNew && this.#votes.count(id) >= this.#limits.voters ? "full" : null;
  }

  /** Writes what happens before it counts. Returns whether it could be written. */
  async #keep(guest: Guest, entry: Entry): Promise<boolean> {
    try {
      await this.#journal.write(entry);
    } catch {
      this.#send(guest, { type: "refused", reason: "not-kept" });
      return false;
    }
    this.#apply(entry);
    return true;
  }

  async #lead(guest: Guest, request: Exclude<Request, { type: "join" | "lead" | "language" | "vote" }>): Promise<void> {
    const poll = request.type === "show" ? request.poll : this.#current.id;
    if (!this.#polls.some(({ id }) => id === poll)) {
      this.#send(guest, { type: "refused", reason: "other-poll" });
      return;
    }
    if (!(await this.#keep(guest, [request.type, poll]))) return;
    for (const other of this.#guests) if (other.role !== "unknown") this.#send(other, this.#pollFor(other));
    this.#tellSoon();
  }

  #pollFor({ language, role, voter }: Guest): Message {
    const { id, options, texts, revealed } = this.#current;
    const letters = role === "phone" ? this.#votes.find(id, voter) : undefined;
    return {
      type: "poll",
      poll: texts[language],
      choices: this.#words[language],
      revealed: this.#revealed.has(id) ? revealed(language) : null,
      mine: letters === undefined ? null : readLetters(options, letters),
    };
  }

  #tellRoom(guest: Guest): void {
    const polls = this.#polls.map(({ texts }) => texts[guest.language]);
    this.#send(guest, {
      type: "room",
      code: this.#identity.code,
      addresses: this.addresses,
      polls: polls.map(({ id, question }) => ({ id, question })),
    });
    this.#send(guest, this.#pollFor(guest));
    this.#send(guest, this.#tally());
  }

  #tally(): Message {
    const { id, options } = this.#current;
    const phones = [...this.#guests].filter(({ role }) => role === "phone").length;
    const counts = this.#votes.tally(id, options.length);
    return { type: "tally", poll: id, phones, votes: this.#votes.count(id), counts };
  }

  /** Tells the lecturer's pages the counts, a few times a second at most. */
  #tellSoon(): void {
    this.#telling ??= setTimeout(() => {
      this.#telling = null;
      const tally = this.#tally();
      for (const guest of this.#guests) if (guest.role === "lecturer") this.#send(guest, tally);
    }, 200);
  }

  async close(): Promise<void> {
    if (this.#telling) clearTimeout(this.#telling);
    for (const { socket } of this.#guests) socket.close(1001);
    await this.#journal.close();
    for (const { socket } of this.#guests) socket.terminate();
  }
}

/** Opens a room. Rejects where the port is taken or the file cannot be used. */
export async function openRoom(options: RoomOptions): Promise<Room> {
  const limits = { ...LIMITS, ...options.limits };
  const kept = options.fresh ? null : await readKept(options.file);
  const identity = kept?.identity ?? newIdentity();
  const room = new OpenRoom(options, identity, kept?.entries ?? []);
  const files = await readFiles();
  const server = createServer(
    {
      // Whoever sends a request slowly, or none, does not keep a connection.
      headersTimeout: limits.request,
      requestTimeout: limits.request * 2,
      keepAliveTimeout: 2000,
      connectionsCheckingInterval: limits.request / 5,
      maxHeaderSize: 8192,
    },
    (request, response) => answer(files, request, response),
  );
  server.maxConnections = limits.connections * 4;
  server.setTimeout(30_000);
  takeSockets(server, room, limits);
  await listen(server, options);
  // Only a room that has its port writes into its file. Phones that came back meanwhile wait for it.
  await room.journal.open().catch(async (thrown) => {
    await stop(server);
    await room.journal.close();
    throw thrown;
  });
  const { port } = server.address() as AddressInfo;
  room.addresses = phoneAddresses(options.host, port).map((address) => `${address}/#${identity.code}`);
  addCodes(files, room.addresses);
  const beat = setInterval(() => room.beat(), limits.beat);
  return {
    code: identity.code,
    port,
    addresses: room.addresses,
    lecturer: `${ownAddress(options.host, port)}/lecturer#${identity.key}`,
    kept: room.voteCount,
    damaged: kept?.damaged ?? 0,
    async close() {
      clearInterval(beat);
      const stopped = stop(server);
      await room.close();
      await stopped;
    },
  };
}

function takeSockets(server: Server, room: OpenRoom, limits: typeof LIMITS): void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: limits.message, perMessageDeflate: false });
  sockets.on("wsClientError", (_, socket) => refuse(socket, "400 Bad Request"));
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    if (request.url !== "/room" || request.method !== "GET") refuse(socket, "404 Not Found");
    else if (!isOwn(request)) refuse(socket, "403 Forbidden");
    else if (room.guests.size >= limits.connections) refuse(socket, "503 Service Unavailable");
    else sockets.handleUpgrade(request, socket, head, (one) => room.welcome(one, Date.now()));
  });
}

/** Browsers say which page opens a connection: pages of others may not. */
function isOwn({ headers }: IncomingMessage): boolean {
  const { origin, host } = headers;
  return origin === undefined || (host !== undefined && origin.toLowerCase() === `http://${host.toLowerCase()}`);
}

function refuse(socket: Duplex, status: string): void {
  if (!socket.writable) return;
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
}

function listen(server: Server, { host, port }: RoomOptions): Promise<void> {
  return new Promise((done, fail) => {
    server.once("error", fail);
    server.listen({ host, port, backlog: 1024 }, () => {
      server.off("error", fail);
      // Such as a lack of file descriptors, which passes.
      server.on("error", () => undefined);
      done();
    });
  });
}

const stop = (server: Server): Promise<void> =>
  new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });

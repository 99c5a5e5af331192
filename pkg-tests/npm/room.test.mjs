/** `attograph room`: votes of many phones, a restart in the middle, what a lecturer can do and nobody else, and what hostile guests send. */
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { connect as connectSocket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { load } from "../../pkg/node.js";
import { openRoom } from "../../pkg/room/server.js";
import { pkg } from "../shared/packed.mjs";
import { connect, lead, ofType, startRoom, vote } from "../shared/room.mjs";

/** Phones of the load test. */
const PHONES = 500;

const CHOICES = ["holds", "fails", "contested"];
const labs = { en: await load({ text: "en" }), ko: await load({ text: "ko" }) };
const lab = labs.en;

let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "attograph-room-test-"));
});
after(() => rm(folder, { recursive: true, force: true }));

let files = 0;
const newFile = () => {
  files += 1;
  return join(folder, `${files}.jsonl`);
};

/** A room in this process, gone after the test. */
async function roomOf(t, { polls = ["S1-P1"], file = newFile(), limits = {} } = {}) {
  const room = await openRoom({ labs, polls, host: "127.0.0.1", port: 0, file, limits });
  const close = room.close;
  t.after(() => close());
  return { ...room, file, key: new URL(room.lecturer).hash.slice(1), address: `http://127.0.0.1:${room.port}` };
}

/** The tally once it has so many votes. */
const tallyOf = (lecturer, votes) => lecturer.next((message) => message.type === "tally" && message.votes === votes);

/** A phone that has joined. */
async function join1({ port, code }, number = 0) {
  const phone = connect(port);
  await phone.opened;
  phone.send({ type: "join", code, voter: `phone-with-number-${number}`, language: "en" });
  return { ...phone, poll: await phone.next(ofType("poll")) };
}

test(`${PHONES} phones vote, change their votes, and lose none when the room is killed and opened again in the middle`, async (t) => {
  const counts = newFile();
  const poll = "S1-P2";
  const { options } = lab.poll(poll);
  const first = await startRoom(pkg, { counts, args: [poll] });
  t.after(() => first.end("SIGKILL"));
  const { port, code, key } = first;
  // Each phone answers something else, and not every statement.
  const answersOf = (number, round) =>
    Object.fromEntries(
      options.flatMap((option, at) => {
        const choice = CHOICES[(number * 7 + at * (number % 5) + round) % 4];
        return choice ? [[option, choice]] : [];
      }),
    );
  const expected = (round) =>
    options.map((option) =>
      CHOICES.map(
        (choice) =>
          Array.from({ length: PHONES }, (_, number) => answersOf(number, round)[option]).filter(
            (one) => one === choice,
          ).length,
      ),
    );
  let done = 0;
  let half;
  const halfDone = new Promise((wake) => {
    half = wake;
  });
  const counted = () => {
    done += 1;
    if (done === PHONES / 2) half();
  };
  const round = (number) => ({ port, code, number, poll, answers: answersOf(number, 0), counted });
  const numbers = Array.from({ length: PHONES }, (_, number) => number);
  // The second half comes while the room is away.
  const early = numbers.slice(0, PHONES / 2).map((number) => vote(round(number)));
  const middle = numbers.slice(PHONES / 2, (PHONES * 3) / 4).map((number) => vote(round(number)));
  await halfDone;
  assert.equal((await first.end("SIGKILL")).signal, "SIGKILL");
  const late = numbers.slice((PHONES * 3) / 4).map((number) => vote(round(number)));
  const second = await startRoom(pkg, { port, counts, args: [poll] });
  t.after(() => second.end("SIGKILL"));
  assert.deepEqual([second.code, second.key], [code, key], "the phones and the lecturer find the same room");
  assert.ok(second.lines.some((line) => /goes on with \d+ votes/.test(line)));
  const all = await Promise.all([...early, ...middle, ...late]);
  assert.ok(
    all.some(({ tries }) => tries > 1),
    "some phones lost the room",
  );
  const lecturer = await lead(port, key);
  assert.deepEqual((await tallyOf(lecturer, PHONES)).counts, expected(0));
  // Everyone changes: the number of votes stays.
  await Promise.all(numbers.map((number) => vote({ ...round(number), answers: answersOf(number, 1) })));
  lecturer.send({ type: "language", language: "en" });
  const last = await lecturer.next(
    ({ type, counts }) => type === "tally" && JSON.stringify(counts) === JSON.stringify(expected(1)),
  );
  assert.equal(last.votes, PHONES);
  assert.deepEqual(await second.end("SIGTERM"), { code: 0, signal: null, errors: "" });
  // The file has no characters of any voter, and is for its owner alone.
  const text = await readFile(counts, "utf8");
  assert.ok(!text.includes("voter-number"));
  assert.equal((await stat(counts)).mode & 0o077, 0);
});

test("a vote that comes back before the room has opened its file again waits for it", async (t) => {
  const first = await roomOf(t);
  await first.close();
  // So many votes that writing them anew takes longer than a phone needs to come back.
  const votes = Array.from(
    { length: 100_000 },
    (_, at) => `${JSON.stringify(["vote", "S1-P1", `kept-voter-${at}`, "h"])}\n`,
  );
  await writeFile(first.file, (await readFile(first.file, "utf8")) + votes.join(""));
  const { port, code, file } = first;
  const opening = openRoom({
    ...{ labs, polls: ["S1-P1"], host: "127.0.0.1", port, file },
    limits: { voters: 200_000 },
  });
  t.after(async () => (await opening).close());
  await vote({ port, code, number: 1, poll: "S1-P1", answers: { a: "holds" } });
  await opening;
  assert.equal((await readFile(file, "utf8")).match(/^\["vote",/gm).length, 100_001);
});

test("a vote can be changed until the answers are shown, which the lecturer alone can do; the answers are those of the library", async (t) => {
  const room = await roomOf(t, { polls: ["S1-P1", "S1-P2"] });
  const lecturer = await lead(room.port, room.key);
  const phone = await join1(room);
  assert.equal(phone.poll.poll.question, lab.poll("S1-P1").question);
  assert.deepEqual(
    phone.poll.poll.options,
    lab.poll("S1-P1").options.map((id) => ({ id, text: lab.poll("S1-P1").optionTexts[id] })),
  );
  assert.deepEqual([phone.poll.revealed, phone.poll.mine], [null, null]);
  assert.deepEqual(phone.poll.choices, ["holds", "does not hold", "depends on the wording"]);
  phone.send({ type: "vote", poll: "S1-P1", answers: { a: "holds", c: "contested" } });
  await phone.next(ofType("counted"));
  assert.deepEqual((await tallyOf(lecturer, 1)).counts, [
    [1, 0, 0],
    [0, 0, 0],
    [0, 0, 1],
    [0, 0, 0],
  ]);
  phone.send({ type: "vote", poll: "S1-P1", answers: { a: "fails" } });
  await phone.next(ofType("counted"));
  const changed = await lecturer.next(({ type, counts }) => type === "tally" && counts[0][1] === 1);
  assert.deepEqual([changed.votes, changed.phones, changed.counts[2]], [1, 1, [0, 0, 0]]);
  // Two tabs of one device are one voter.
  const tab = await join1(room);
  assert.deepEqual(tab.poll.mine, { a: "fails" });
  for (const answers of [{ x: "holds" }, JSON.parse('{"__proto__":"holds"}')]) {
    tab.send({ type: "vote", poll: "S1-P1", answers });
    assert.equal((await tab.next(ofType("refused"))).reason, "unreadable");
  }
  tab.send({ type: "vote", poll: "S1-P2", answers: { a: "holds" } });
  assert.equal((await tab.next(ofType("refused"))).reason, "other-poll");
  // A phone cannot do what the lecturer does, whatever it sends.
  for (const request of [{ type: "reveal" }, { type: "show", poll: "S1-P2" }, { type: "clear" }, { type: "hide" }]) {
    const other = await join1(room, 1);
    other.send(request);
    assert.equal((await other.next(ofType("refused"))).reason, "wrong-key");
    assert.equal(await other.closed, 1008);
  }
  const guess = connect(room.port);
  await guess.opened;
  guess.send({ type: "lead", key: `${room.key}x`, language: "en" });
  assert.equal((await guess.next(ofType("refused"))).reason, "wrong-key");
  assert.equal(await guess.closed, 1008);

  lecturer.send({ type: "reveal" });
  const { revealed, mine } = await phone.next(({ type, revealed }) => type === "poll" && revealed !== null);
  const { statements } = lab.reveal("S1-P1");
  assert.deepEqual(
    revealed.map(({ id, key, explanation }) => [id, key, explanation]),
    statements.map(({ id, key, explanation }) => [id, key, explanation]),
  );
  assert.deepEqual(
    revealed.map(({ readings }) => readings.map(({ facts }) => facts.map(({ value }) => value))),
    statements.map(({ readings }) => readings.map(({ facts }) => facts.map(({ value }) => value))),
  );
  assert.deepEqual(mine, { a: "fails" });
  phone.send({ type: "vote", poll: "S1-P1", answers: { a: "holds" } });
  assert.equal((await phone.next(ofType("refused"))).reason, "closed");
  lecturer.send({ type: "show", poll: "S1-P2" });
  assert.equal((await phone.next(ofType("poll"))).poll.id, "S1-P2");
  // What happened is there after the room was opened again, but for a line that a crash cut off.
  await room.close();
  const text = await readFile(room.file, "utf8");
  await writeFile(room.file, `${text}["vote","S1-P1","cut`);
  const again = await roomOf(t, { polls: ["S1-P1", "S1-P2"], file: room.file });
  assert.deepEqual([again.code, again.key, again.kept, again.damaged], [room.code, room.key, 1, 1]);
  const back = await lead(again.port, again.key);
  assert.equal((await back.next(ofType("poll"))).poll.id, "S1-P2");
  back.send({ type: "show", poll: "S1-P1" });
  assert.deepEqual((await back.next(({ type, revealed }) => type === "poll" && revealed)).poll.id, "S1-P1");
  back.send({ type: "clear" });
  await tallyOf(back, 0);
});

test("the room serves its own pages alone, under a policy that runs no inline script", async (t) => {
  const room = await roomOf(t);
  for (const [path, kind] of [
    ["/", "text/html"],
    ["/lecturer", "text/html"],
    ["/phone.js", "text/javascript"],
    ["/room.css", "text/css"],
    ["/ko.json", "application/json"],
    ["/qr-0.svg", "image/svg+xml"],
  ]) {
    const response = await fetch(room.address + path);
    assert.equal(response.status, 200, path);
    assert.ok(response.headers.get("content-type").startsWith(kind), path);
    assert.equal(response.headers.get("x-content-type-options"), "nosniff");
    const policy = response.headers.get("content-security-policy");
    assert.match(policy, /default-src 'none'; script-src 'self';/);
    assert.doesNotMatch(policy, /unsafe/);
    if (kind === "text/html") assert.doesNotMatch(await response.text(), /<script(?![^>]*src=)|<style|style=|onclick/);
  }
  assert.equal((await fetch(`${room.address}/`, { method: "HEAD" })).status, 200);
  assert.equal((await fetch(`${room.address}/`, { method: "POST", body: "x".repeat(100_000) })).status, 405);
  // As they are: `fetch` would resolve the dots.
  for (const path of [
    "/../package.json",
    "/..%2f..%2fetc/passwd",
    "/./server.js",
    "//etc/passwd",
    "/\0",
    "/__proto__",
    "*",
  ]) {
    const answer = await raw(room.port, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 (404|400) /, path);
    assert.ok(!answer.includes("root:") && !answer.includes("attograph"), path);
  }
});

/** Sends bytes, and returns what comes back until the connection ends. */
function raw(port, ...pieces) {
  return new Promise((done) => {
    const socket = connectSocket(port, "127.0.0.1");
    let answer = "";
    socket.on("data", (data) => {
      answer += data.toString("latin1");
    });
    socket.on("error", () => undefined);
    socket.on("close", () => done(answer));
    for (const piece of pieces) socket.write(piece);
  });
}

const HANDSHAKE =
  "GET /room HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

test("hostile guests are sent away, and everyone else goes on", async (t) => {
  const limits = { connections: 12, message: 1024, request: 500, burst: 8, perSecond: 0.001, voters: 2 };
  const room = await roomOf(t, { limits });
  const lecturer = await lead(room.port, room.key);
  const witness = await join1(room, "witness");
  // Nothing, or half a request, for as long as they like; the room's answer is a closed connection.
  await raw(room.port, "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ");
  await raw(room.port, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nx");
  await raw(room.port, "no request at all\r\n\r\n");
  await raw(room.port, `GET /${"x".repeat(20_000)} HTTP/1.1\r\n\r\n`);
  await raw(room.port, HANDSHAKE.replace("/room", "/"));
  await raw(room.port, HANDSHAKE.replace("Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 1"));
  const foreign = await raw(room.port, HANDSHAKE.replace("Host: x", "Host: x\r\nOrigin: http://other.example"));
  assert.match(foreign, /^HTTP\/1\.1 403 /);
  // Frames that break the protocol: reserved bits, a control frame that is too long, no mask, text that is no UTF-8, a length without an end.
  for (const frame of [
    [0xf1, 0x80, 0, 0, 0, 0],
    [0x89, 0xfe, 0x01, 0x00, 0, 0, 0, 0],
    [0x81, 0x02, 0x7b, 0x7d],
    [0x81, 0x82, 0, 0, 0, 0, 0xff, 0xff],
    [0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0],
  ])
    assert.match(await raw(room.port, HANDSHAKE, Buffer.from(frame)), /^HTTP\/1\.1 101 /);
  // A connection that never joins, one that sends too much, and one that sends too often.
  const impatient = await roomOf(t, { limits: { joining: 200 } });
  const silent = connect(impatient.port);
  assert.equal((await silent.next(ofType("refused"))).reason, "too-late");
  assert.equal(await silent.closed, 1008);
  const large = await join1(room, "large");
  large.send("x".repeat(2000));
  assert.equal(await large.closed, 1009);
  const fast = await join1(room, "fast");
  for (let times = 0; times < 20; times += 1) fast.send({ type: "language", language: "ko" });
  assert.equal(await fast.closed, 1008);
  // Messages that are none.
  for (const message of [
    "{",
    "null",
    "[]",
    '"x"',
    "{}",
    '{"type":"toString"}',
    '{"type":"join"}',
    '{"type":"join","code":1,"voter":"xxxxxxxxxxxxxxxx","language":"en"}',
    '{"type":"vote","poll":"S1-P1","answers":{"a":"perhaps"}}',
    '{"type":"vote","poll":"S1-P1","answers":[]}',
    Buffer.from([1, 2, 3]),
  ]) {
    const guest = connect(room.port);
    await guest.opened;
    guest.socket.send(message);
    assert.equal((await guest.next(ofType("refused"))).reason, "unreadable", String(message));
    assert.equal(await guest.closed, 1008);
  }
  const stranger = connect(room.port);
  await stranger.opened;
  stranger.send({ type: "join", code: "????", voter: "xxxxxxxxxxxxxxxx", language: "en" });
  assert.equal((await stranger.next(ofType("refused"))).reason, "wrong-code");
  stranger.send({ type: "vote", poll: "S1-P1", answers: { a: "holds" } });
  assert.equal((await stranger.next(ofType("refused"))).reason, "wrong-code");
  await stranger.close();
  // The room has two voters at most, and so many connections.
  for (const [number, type] of ["counted", "counted", "refused"].entries()) {
    const phone = await join1(room, `voter ${number}`.replace(" ", "-"));
    phone.send({ type: "vote", poll: "S1-P1", answers: { a: "holds" } });
    assert.equal((await phone.next(({ type }) => type !== "poll")).type, type);
    await phone.close();
  }
  const guests = Array.from({ length: limits.connections + 5 }, () => connect(room.port));
  const opened = await Promise.allSettled(guests.map((guest) => guest.opened));
  assert.equal(opened.filter(({ status }) => status === "fulfilled").length, limits.connections - 2);
  for (const guest of guests) guest.socket.terminate();
  // Whoever was there has lost nothing.
  witness.send({ type: "language", language: "ko" });
  assert.equal((await witness.next(ofType("poll"))).poll.question, labs.ko.poll("S1-P1").question);
  const { votes } = await tallyOf(lecturer, 2);
  assert.equal(votes, 2);
});

test("a file of something else is left as it is, and a room that cannot be opened says why", async (t) => {
  const thesis = newFile();
  await writeFile(thesis, "My thesis\n");
  const refused = (args, counts = newFile()) =>
    startRoom(pkg, { counts, args }).then(
      (room) => room.end("SIGKILL").then(() => assert.fail("it was opened")),
      ({ message }) => JSON.parse(message.replace("the room ended: ", "")),
    );
  const { code, errors } = await refused([], thesis);
  assert.deepEqual(
    [code, errors],
    [3, `attograph: the room cannot be opened with ${thesis}: it is no file of a room\n`],
  );
  assert.equal(await readFile(thesis, "utf8"), "My thesis\n");
  assert.match((await refused(["S9-P9"])).errors, /^attograph: unknown-poll: /);
  assert.match((await refused(["--port", "70000"])).errors, /^attograph: 70000 is no port/);
  const room = await roomOf(t);
  const taken = await refused(["--port", String(room.port)]);
  assert.deepEqual(
    [taken.code, taken.errors.split(";")[0]],
    [3, `attograph: port ${room.port} is taken, perhaps by another room`],
  );
});

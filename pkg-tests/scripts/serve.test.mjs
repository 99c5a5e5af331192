/** The server of `npm start`, asked over raw sockets: whatever a request says, it is responded to, and the next one is too. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { compressFolder } from "../../scripts/build/compress.mjs";
import { headerPolicy } from "../../scripts/policy.mjs";
import { serve } from "../../scripts/serve.mjs";

const PAGE = `<!doctype html><title>Served</title>${"<p>A paragraph like many others.</p>".repeat(20)}\n`;
const MODULE = "export const answer = 42;\n".repeat(200);
const WASM = Buffer.concat([Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]), Buffer.alloc(4000, 7)]);

let base;
let root;
let site;
before(async () => {
  base = await mkdtemp(join(tmpdir(), "attograph-serve-"));
  root = join(base, "site");
  await mkdir(join(root, "assets"), { recursive: true });
  await mkdir(join(root, "folder"));
  // A folder whose name begins as the served one's does.
  await mkdir(join(base, "site-secret"));
  await writeFile(join(base, "site-secret", "key.txt"), "secret");
  await writeFile(join(root, ".hidden"), "secret");
  await writeFile(join(root, "index.html"), PAGE);
  await writeFile(join(root, "folder", "index.html"), PAGE);
  await writeFile(join(root, "assets", "main-1a2b.js"), MODULE);
  await writeFile(join(root, "assets", "engine.wasm"), WASM);
  await writeFile(join(root, "assets", "tiny.js"), "1");
  await writeFile(join(root, "assets", "picture.png"), Buffer.alloc(2000));
  await compressFolder(root);
  site = await serve({ root });
});
after(async () => {
  await site?.close();
  await rm(base, { recursive: true, force: true });
});

/** Sends bytes and returns the status, the headers in lower case, and the body of what comes back before the connection is closed. */
function exchange(text) {
  return new Promise((done, fail) => {
    const socket = connect(Number(new URL(site.address).port), "127.0.0.1");
    const chunks = [];
    socket.setTimeout(60_000, () => socket.destroy(new Error(`no response to ${JSON.stringify(text.slice(0, 100))}`)));
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.once("error", fail);
    socket.once("close", () => {
      const all = Buffer.concat(chunks);
      const end = all.indexOf("\r\n\r\n");
      const [first, ...lines] = all.subarray(0, end).toString("latin1").split("\r\n");
      const headers = Object.fromEntries(
        lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
      );
      done({ first, status: Number(first.split(" ")[1]), headers, body: all.subarray(end + 4) });
    });
    socket.write(text, "latin1");
  });
}

function get(target, headers = {}, method = "GET") {
  const lines = Object.entries({ Host: "localhost", Connection: "close", ...headers });
  return exchange(`${method} ${target} HTTP/1.1\r\n${lines.map((line) => line.join(": ")).join("\r\n")}\r\n\r\n`);
}

const bodyOf = ({ headers, body }) => {
  const size = Number(headers["content-length"]);
  assert.equal(body.length, size);
  return body;
};

const TARGETS = [
  ["/", 200],
  ["//", 200],
  ["///", 200],
  ["//[", 404],
  ["/?query=[", 200],
  ["/#fragment", 200],
  ["http://elsewhere.example/", 200],
  ["http://elsewhere.example", 200],
  ["HTTP://[/assets/tiny.js", 200],
  ["*", 404],
  ["/%", 400],
  ["/%zz", 400],
  ["/%e0%a4%a", 400],
  ["/%ff", 400],
  ["/%00", 400],
  ["/index.html%00.js", 400],
  ["/assets", 301],
  ["//folder", 301],
  ["/folder/", 200],
  ["/folder/index.html/", 404],
  ["/absent", 404],
  ["/assets/absent.js", 404],
  ["/.hidden", 404],
  ["/..", 403],
  ["/../site-secret/key.txt", 403],
  ["/..%2fsite-secret/key.txt", 403],
  ["/%2e%2e/site-secret/key.txt", 403],
  ["/assets/../../site-secret/key.txt", 403],
  ["/assets/%2e%2e/%2e%2e/site-secret/key.txt", 403],
  ["/..\\site-secret\\key.txt", 403],
  ["/../../../../../../etc/passwd", 403],
  [`/${"a".repeat(300)}`, 404],
  [`/${"a/".repeat(4000)}`, 404],
  [`/${"a".repeat(20_000)}`, 431],
];

for (const [target, status] of TARGETS) {
  test(`GET ${target.slice(0, 60)} gives ${status}`, async () => {
    const response = await get(target);
    assert.equal(response.status, status, response.first);
    assert.doesNotMatch(response.body.toString(), /secret|root:/);
    // A redirection never leaves this server.
    if (status === 301) assert.match(response.headers.location, /^\/[^/]/);
    assert.equal((await get("/")).status, 200);
  });
}

test("a malformed request ends its own connection only", async () => {
  for (const text of ["GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\0\0\0\r\n\r\n", "GET / HTTP/1.1\r\n\r\n"])
    assert.equal((await exchange(text)).status, 400);
  assert.equal((await get("/", { Upgrade: "websocket", Connection: "Upgrade, close" })).status, 200);
  assert.equal((await get("/")).status, 200);
});

test("every random request gets a response", async () => {
  const parts = [
    "/",
    "//",
    "\\",
    "..",
    ".",
    "%2e",
    "%2F",
    "%",
    "%00",
    "%c3%28",
    "[",
    "]",
    "@",
    ":",
    "?",
    "#",
    ";",
    "~",
    "*",
    "a",
  ];
  const more = [
    "assets",
    "index.html",
    "http://",
    "main-1a2b.js",
    "folder",
    ".br",
    ".gz",
    "engine.wasm",
    "__proto__",
    "\xff",
  ];
  const headers = {
    Range: ["bytes=0-", "bytes=5-2", "bytes=-3", "bytes=a-b", "bytes=0-1,3-4", "bytes=99999-", "pages=1-2", "bytes=--"],
    "If-None-Match": ["*", '"', "W/", ",,,", 'W/"0-0"'],
    "If-Modified-Since": ["yesterday", "Thu, 01 Jan 1970 00:00:00 GMT", "9".repeat(50)],
    "If-Range": ['"', "x", "Thu, 01 Jan 2099 00:00:00 GMT"],
    "Accept-Encoding": ["br", "gzip;q=0", "*;q=0", ";;,", "br;q=x", "identity;q=0"],
  };
  let state = 7;
  const below = (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  const one = (list) => list[below(list.length)];
  const targets = Array.from({ length: 400 }, () => {
    const length = 1 + below(5);
    return `/${Array.from({ length }, () => one([...parts, ...more])).join("")}`;
  });
  for (const target of targets) {
    const chosen = Object.entries(headers).filter(() => below(3) === 0);
    const given = Object.fromEntries(chosen.map(([name, values]) => [name, one(values)]));
    const { first, body } = await get(target, given, one(["GET", "GET", "HEAD", "POST"]));
    assert.match(first, /^HTTP\/1\.1 (200|206|301|304|400|403|404|405|412|416) /, `${target} ${JSON.stringify(given)}`);
    assert.doesNotMatch(body.toString(), /secret/);
  }
  assert.equal((await get("/")).status, 200);
});

test("every response carries the policy", async () => {
  for (const [target, method] of [
    ["/", "GET"],
    ["/", "HEAD"],
    ["/", "POST"],
    ["/absent", "GET"],
    ["/%", "GET"],
  ]) {
    const { headers } = await get(target, {}, method);
    assert.equal(headers["content-security-policy"], headerPolicy, `${method} ${target}`);
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["referrer-policy"], "no-referrer");
  }
});

test("methods other than GET and HEAD are refused, and HEAD has the headers of GET without a body", async () => {
  for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "PROPFIND", "TRACE"]) {
    const { status, headers } = await get("/", {}, method);
    assert.deepEqual([status, headers.allow], [405, "GET, HEAD"], method);
  }
  const got = await get("/assets/main-1a2b.js");
  const head = await get("/assets/main-1a2b.js", {}, "HEAD");
  assert.equal(head.body.length, 0);
  for (const name of ["content-length", "content-type", "etag", "cache-control", "vary"])
    assert.equal(head.headers[name], got.headers[name], name);
});

test("the page is revalidated, and files with a hash in their name are cached", async () => {
  assert.equal((await get("/")).headers["cache-control"], "no-cache");
  assert.equal((await get("/assets/tiny.js")).headers["cache-control"], "public, max-age=31536000, immutable");
});

test("a file is sent in the encoding that the request prefers, under its own type", async () => {
  const types = {
    "/": ["text/html; charset=utf-8", Buffer.from(PAGE)],
    "/assets/main-1a2b.js": ["text/javascript; charset=utf-8", Buffer.from(MODULE)],
    "/assets/engine.wasm": ["application/wasm", WASM],
  };
  const accepted = {
    "": [undefined, (bytes) => bytes],
    identity: [undefined, (bytes) => bytes],
    gzip: ["gzip", gunzipSync],
    "gzip, deflate, br, zstd": ["br", brotliDecompressSync],
    "br;q=0, gzip": ["gzip", gunzipSync],
    "gzip;q=1, br;q=0.5": ["gzip", gunzipSync],
    "*": ["br", brotliDecompressSync],
    zebra: [undefined, (bytes) => bytes],
  };
  for (const [target, [type, content]] of Object.entries(types)) {
    for (const [accept, [encoding, decode]] of Object.entries(accepted)) {
      const response = await get(target, { "Accept-Encoding": accept });
      const { headers } = response;
      assert.deepEqual(
        [response.status, headers["content-type"], headers["content-encoding"], headers.vary],
        [200, type, encoding, "Accept-Encoding"],
        `${target} for ${accept}`,
      );
      assert.deepEqual(decode(bodyOf(response)), content);
    }
  }
});

test("files that are compressed already, or would not become smaller, have no compressed copy", async () => {
  for (const target of ["/assets/tiny.js", "/assets/picture.png"]) {
    const { status, headers } = await get(target, { "Accept-Encoding": "br, gzip" });
    assert.deepEqual([status, headers["content-encoding"]], [200, undefined], target);
    for (const ending of [".br", ".gz"]) assert.ok(!existsSync(join(root, target + ending)));
  }
  const copy = await readFile(join(root, "assets/main-1a2b.js.br"));
  assert.ok(copy.length < MODULE.length / 10);
});

test("a file that did not change is not sent again, in either encoding", async () => {
  for (const accept of ["identity", "br"]) {
    const { headers } = await get("/", { "Accept-Encoding": accept });
    const { etag } = headers;
    const conditions = [
      { "If-None-Match": etag },
      { "If-None-Match": `"other", ${etag}` },
      { "If-None-Match": "*" },
      { "If-Modified-Since": headers["last-modified"] },
    ];
    for (const condition of conditions) {
      const again = await get("/", { ...condition, "Accept-Encoding": accept });
      assert.deepEqual([again.status, again.body.length, again.headers.etag], [304, 0, etag]);
      assert.equal(again.headers["content-encoding"], undefined);
      assert.equal(again.headers.vary, "Accept-Encoding");
    }
    assert.equal((await get("/", { "If-None-Match": '"other"', "Accept-Encoding": accept })).status, 200);
    assert.equal((await get("/", { "If-Match": '"other"', "Accept-Encoding": accept })).status, 412);
  }
});

test("a range request gets a part of a file", async () => {
  const target = "/assets/main-1a2b.js";
  const size = MODULE.length;
  const parts = [
    ["bytes=0-5", 206, "bytes 0-5", MODULE.slice(0, 6)],
    ["bytes=7-", 206, `bytes 7-${size - 1}`, MODULE.slice(7)],
    ["bytes=-4", 206, `bytes ${size - 4}-${size - 1}`, MODULE.slice(-4)],
    ["bytes=3-99999999", 206, `bytes 3-${size - 1}`, MODULE.slice(3)],
    ["bytes=5-2", 416, "bytes *", null],
    [`bytes=${size}-`, 416, "bytes *", null],
    ["bytes=0-1,9-12", 200, undefined, MODULE],
    ["pages=1-2", 200, undefined, MODULE],
  ];
  for (const [range, status, shown, text] of parts) {
    const response = await get(target, { Range: range });
    const declared = response.headers["content-range"];
    assert.deepEqual([response.status, declared], [status, shown && `${shown}/${size}`], range);
    if (text !== null) assert.equal(bodyOf(response).toString(), text, range);
  }
  const stale = await get(target, { Range: "bytes=0-5", "If-Range": '"other"' });
  assert.equal(stale.status, 200);
});

test("a build that replaces the files while the server runs is seen by the next request", async () => {
  const file = join(root, "assets", "rebuilt.js");
  await writeFile(file, "before");
  assert.equal((await get("/assets/rebuilt.js")).body.toString(), "before");
  await writeFile(file, "after it");
  assert.equal(bodyOf(await get("/assets/rebuilt.js")).toString(), "after it");
  await rm(file);
  assert.equal((await get("/assets/rebuilt.js")).status, 404);
});

// A file that is there and can be opened, and yet not read.
if (existsSync("/proc/self/mem")) {
  test("a file that cannot be read gives 500, and the server goes on", async () => {
    await symlink("/proc/self/mem", join(root, "broken.txt"));
    assert.equal((await get("/broken.txt")).status, 500);
    assert.equal((await get("/")).status, 200);
  });
}

test("a client that disconnects early causes no error", async () => {
  await writeFile(join(root, "large.txt"), Buffer.alloc(20_000_000));
  const socket = connect(Number(new URL(site.address).port), "127.0.0.1");
  socket.write("GET /large.txt HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await new Promise((done) => socket.once("data", done));
  socket.destroy();
  assert.equal((await get("/")).status, 200);
});

/** Serves a folder of static files (the built page) under a content security policy, compressed where the folder has compressed copies. */
import { createServer, STATUS_CODES } from "node:http";
import { extname } from "node:path";
import { contentType } from "mime-types";
import Negotiator from "negotiator";
import send from "send";
import { headerPolicy } from "./policy.mjs";

/** The suffixes of compressed copies, by encoding; the first is preferred. */
const ENDINGS = { br: ".br", gzip: ".gz", identity: "" };
const ENCODINGS = Object.keys(ENDINGS);

const HEADERS = {
  "Content-Security-Policy": headerPolicy,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
};

/** Returns the path of a request's target, still encoded. The target may be an absolute URL, or invalid. */
const pathOf = (target) => target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "").split(/[?#]/, 1)[0] || "/";

/** Ends a response with a status and nothing else. */
function refuse(response, status, headers = {}) {
  if (response.headersSent) {
    // The file ended early: the client must not take the part for the whole.
    response.destroy();
    return;
  }
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.writeHead(status, { ...HEADERS, "Content-Type": "text/plain; charset=utf-8", ...headers });
  response.end(`${STATUS_CODES[status]}\n`);
}

/** Sends a file in the first of these encodings in which it exists. */
function sendIn([encoding, ...others], { request, response, root, path }) {
  const options = { root, index: false, cacheControl: false };
  send(request, path + ENDINGS[encoding], options)
    .on("headers", () => {
      response.setHeader("Content-Type", contentType(extname(path)) || "application/octet-stream");
      response.setHeader("Vary", "Accept-Encoding");
      if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
      // Built files have a hash in their names; the page itself must be revalidated.
      const lasting = /\/assets\//.test(path);
      response.setHeader("Cache-Control", lasting ? "public, max-age=31536000, immutable" : "no-cache");
    })
    .on("error", ({ status, headers }) => {
      if (status === 404 && others.length > 0) sendIn(others, { request, response, root, path });
      else refuse(response, status, headers);
    })
    .pipe(response);
}

/** Handles the requests for the files of a folder. Responds to every request, and never throws. Files are sent with `policy`; by default, that of the page. */
export function fileHandler(root, policy = headerPolicy) {
  const headers = { ...HEADERS, "Content-Security-Policy": policy };
  return (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      refuse(response, 405, { Allow: "GET, HEAD" });
      return;
    }
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const asked = pathOf(request.url);
    const path = asked.endsWith("/") ? `${asked}index.html` : asked;
    const wanted = new Negotiator(request).encodings(ENCODINGS, { preferred: ENCODINGS });
    // Sent without encoding if there is no other copy, regardless of what the request accepts.
    sendIn([...wanted.filter((encoding) => encoding !== "identity"), "identity"], { request, response, root, path });
  };
}

/** Starts the server and resolves once it listens; `port` 0 uses a free one, and `policy` is that of {@link fileHandler}. */
export function serve({ root, port = 0, host = "127.0.0.1", policy }) {
  const server = createServer(fileHandler(root, policy));
  return new Promise((done, fail) => {
    server.once("error", fail);
    server.listen(port, host, () => {
      const name = host.includes(":") ? `[${host}]` : host;
      const address = `http://${name}:${server.address().port}/`;
      done({ address, close: () => new Promise((closed) => server.close(closed)) });
    });
  });
}

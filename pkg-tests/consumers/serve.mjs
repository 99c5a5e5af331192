/** A static server of a consumer: sends a folder's files with the headers that the consumer is about, and nothing else. */
import { createServer } from "node:http";
import send from "send";

/** Serves a folder at a free port of this machine; `headers` are added to every response. */
export function serveFolder(root, headers = {}) {
  const server = createServer((request, response) => {
    send(request, new URL(request.url, "http://localhost").pathname, { root, cacheControl: false })
      .on("headers", () => {
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      })
      .on("error", ({ status }) => {
        response.writeHead(status, { "Content-Type": "text/plain" });
        response.end();
      })
      .pipe(response);
  });
  return new Promise((done, fail) => {
    server.once("error", fail);
    server.listen(0, "127.0.0.1", () => {
      const address = `http://127.0.0.1:${server.address().port}/`;
      done({ address, close: () => new Promise((closed) => server.close(closed)) });
    });
  });
}

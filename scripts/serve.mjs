/**
 * Serves a folder of static files (the built page) under the page's content security policy.
 *
 *   node scripts/serve.mjs [--port 4173] [--host 127.0.0.1] [--root www/dist]
 */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { headerPolicy } from "./policy.mjs";

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** The file a request path names, or null when it leaves the root or names none. */
async function findFile(root, pathname) {
  let decoded;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  if (decoded.includes("\0")) return null;
  const path = resolve(join(root, decoded));
  if (path !== root && !path.startsWith(root + sep)) return null;
  const found = await stat(path).catch(() => null);
  if (found?.isFile()) return { path, size: found.size };
  if (!found?.isDirectory()) return null;
  const index = join(path, "index.html");
  const page = await stat(index).catch(() => null);
  return page?.isFile() ? { path: index, size: page.size } : null;
}

/** Starts the server and resolves once it listens; `port` 0 takes a free one. */
export function serve({ root, port = 0, host = "127.0.0.1" }) {
  const folder = resolve(root);
  const server = createServer(async (request, response) => {
    const headers = {
      "Content-Security-Policy": headerPolicy,
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
    };
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(405, { ...headers, Allow: "GET, HEAD" }).end();
      return;
    }
    const file = await findFile(folder, new URL(request.url ?? "/", "http://localhost").pathname);
    if (!file) {
      response.writeHead(404, { ...headers, "Content-Type": "text/plain; charset=utf-8" }).end("Not found\n");
      return;
    }
    // Built files carry a hash in their name; the page itself must be asked for again.
    const lasting = file.path.includes(`${sep}assets${sep}`);
    response.writeHead(200, {
      ...headers,
      "Content-Type": TYPES[extname(file.path)] ?? "application/octet-stream",
      "Content-Length": file.size,
      "Cache-Control": lasting ? "public, max-age=31536000, immutable" : "no-cache",
    });
    if (request.method === "HEAD") response.end();
    else
      createReadStream(file.path)
        .on("error", () => response.destroy())
        .pipe(response);
  });
  return new Promise((done, fail) => {
    server.once("error", fail);
    server.listen(port, host, () => {
      const address = `http://${host}:${server.address().port}/`;
      done({ address, close: () => new Promise((closed) => server.close(closed)) });
    });
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "4173" },
      host: { type: "string", default: "127.0.0.1" },
      root: { type: "string", default: fileURLToPath(new URL("../www/dist", import.meta.url)) },
    },
  });
  const { address } = await serve({ root: values.root, port: Number(values.port), host: values.host });
  console.log(`Attograph is served at ${address}`);
}

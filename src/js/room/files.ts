/** What the room serves: a few files that are read when it opens. No path of a request is ever looked up on the disk. */
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { renderSVG } from "uqr";

const KINDS: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json; charset=utf-8",
  svg: "image/svg+xml; charset=utf-8",
};

/** The pages run their own files alone, are in no frame of others, and send nothing to anyone but the room. */
const HEADERS = {
  "Content-Security-Policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; "),
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  // The next room at this address may be of another version.
  "Cache-Control": "no-store",
};

/** Paths and the files beside this module that they stand for. */
const PATHS: Readonly<Record<string, string>> = {
  "/phone.js": "phone.js",
  "/lecturer.js": "lecturer.js",
  "/room.css": "room.css",
  "/en.json": "en.json",
  "/ko.json": "ko.json",
};

/** The pages, which differ in the script that they run. */
const PAGES: Readonly<Record<string, string>> = { "/": "phone", "/lecturer": "lecturer" };

/** What stands for the name of the script in the template of the pages. */
const SCRIPT = "SCRIPT";

interface Served {
  readonly kind: string;
  readonly bytes: Uint8Array;
}

export type Files = Map<string, Served>;

const endingOf = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

/** Reads the files. */
export async function readFiles(): Promise<Files> {
  const read = Object.entries(PATHS).map(async ([path, name]): Promise<[string, Served]> => {
    const bytes = await readFile(new URL(name, import.meta.url));
    return [path, { kind: KINDS[endingOf(name)] ?? "", bytes }];
  });
  const template = await readFile(new URL("page.html", import.meta.url), "utf8");
  const pages = Object.entries(PAGES).map(([path, script]): [string, Served] => [
    path,
    { kind: KINDS.html as string, bytes: Buffer.from(template.replace(SCRIPT, script)) },
  ]);
  return new Map([...pages, ...(await Promise.all(read))]);
}

/** Adds the QR codes of addresses: `/qr-0.svg` and so on. */
export function addCodes(files: Files, addresses: readonly string[]): void {
  for (const [place, address] of addresses.entries()) {
    const svg = renderSVG(address, { ecc: "M", border: 4 });
    files.set(`/qr-${place}.svg`, { kind: KINDS.svg as string, bytes: Buffer.from(svg) });
  }
}

/** Answers a request. */
export function answer(files: Files, request: IncomingMessage, response: ServerResponse): void {
  const [path = ""] = (request.url ?? "").split("?");
  const file = files.get(path);
  const { method } = request;
  const readable = method === "GET" || method === "HEAD";
  const status = !readable ? 405 : file ? 200 : 404;
  const bytes = status === 200 && file ? file.bytes : Buffer.from(`${status}\n`);
  const kind = status === 200 && file ? file.kind : "text/plain; charset=utf-8";
  // What else is sent with a request is not waited for.
  if (!readable) response.setHeader("Connection", "close");
  response.writeHead(status, { ...HEADERS, "Content-Type": kind, "Content-Length": bytes.length });
  response.end(method === "HEAD" ? undefined : bytes);
}

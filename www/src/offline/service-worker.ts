/**
 * The service worker: stores every file of one build, and answers from these alone, so that the page works without a network and never mixes two builds.
 *
 * A newer build is stored beside the one in use and waits until a reader asks for it. Windows that still show the older one find its files in a second cache, since
 * the server may no longer have them.
 */
import { PrecacheController, PrecacheRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";

/** The files of the build, each relative to this script; `build/offline.ts` writes them. */
declare const PRECACHED: { readonly url: string; readonly revision: string | null }[];

/** As much of the scope of a service worker as is used here. */
interface Scope {
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install" | "activate", hear: (event: Lasting) => void): void;
  addEventListener(kind: "message", hear: (event: MessageEvent<unknown>) => void): void;
}

type Lasting = Parameters<PrecacheController["install"]>[0];

const scope = globalThis as unknown as Scope;
const controller = new PrecacheController();

/** Holds what the build before this one had and this one has not. */
const PREVIOUS = `attograph-previous-${new URL("./", location.href).pathname}`;

/** Moves the files that this build does not have to the cache for the windows that still need them, in place of those that were there. */
async function keepPrevious(): Promise<void> {
  await caches.delete(PREVIOUS);
  const [previous, current] = await Promise.all([caches.open(PREVIOUS), caches.open(controller.strategy.cacheName)]);
  const known = new Set(controller.getURLsToCacheKeys().values());
  for (const request of await current.keys()) {
    if (known.has(request.url)) continue;
    const file = await current.match(request);
    if (file) await previous.put(request, file);
  }
}

controller.addToCacheList(PRECACHED);

scope.addEventListener("install", (event) => controller.install(event));

scope.addEventListener("activate", (event) => {
  const activate = async (): Promise<void> => {
    await keepPrevious();
    await controller.activate(event);
    await scope.clients.claim();
  };
  event.waitUntil(activate());
});

// A reader has asked for this build.
scope.addEventListener("message", ({ data }) => {
  if (typeof data === "object" && data !== null && "type" in data && data.type === "SKIP_WAITING")
    void scope.skipWaiting();
});

registerRoute(new PrecacheRoute(controller, { ignoreURLParametersMatching: [/./], cleanURLs: false }));

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.includes("/assets/"),
  async ({ request }) => (await (await caches.open(PREVIOUS)).match(request)) ?? fetch(request),
);

/** Opens a consumer's page in Chromium, waits for its results, and notes what it requested and printed. */

/** A page that has not computed after this time has failed. */
const PATIENCE = 60_000;

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Rejects where a promise is not settled in time. */
function inTime(promise, what) {
  const late = new Promise((_, fail) => {
    const timer = setTimeout(() => fail(new Error(`${what} took more than ${PATIENCE / 1000} s`)), PATIENCE);
    promise.then(
      () => clearTimeout(timer),
      () => clearTimeout(timer),
    );
  });
  return Promise.race([promise, late]);
}

/** The frame that computes: the page itself, or the one frame within it. */
async function computing(page, framed) {
  const end = performance.now() + PATIENCE;
  while (performance.now() < end) {
    const frame = framed ? page.frames()[1] : page.mainFrame();
    // A development server may load the page anew while this waits.
    if (await frame?.evaluate(() => "first" in (globalThis.consumer ?? {})).catch(() => false)) return frame;
    await pause(50);
  }
  throw new Error(`the page computed nothing in ${PATIENCE / 1000} s`);
}

/** How many requests these are, and how many bytes of content those that are finished brought. */
export async function measured(requests) {
  const sizes = await Promise.all(requests.map((request) => request.sizes().catch(() => null)));
  return { requests: requests.length, loaded: sizes.reduce((sum, size) => sum + (size?.responseBodySize ?? 0), 0) };
}

/** Notes what a page requests and prints. `origins` are the servers of the consumer: a request to any other is a problem. */
function watch(page, origins) {
  const seen = { requests: [], warnings: [], problems: [] };
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() === "warning") seen.warnings.push(text);
    if (message.type() === "error") seen.problems.push(text);
  });
  page.on("pageerror", ({ message }) => seen.problems.push(message));
  page.on("request", (request) => {
    const url = request.url();
    if (url.startsWith("data:") || url.startsWith("blob:")) return;
    if (!origins.some((origin) => url.startsWith(origin))) seen.problems.push(`request to another origin: ${url}`);
    if (!request.isNavigationRequest()) seen.requests.push(request);
  });
  return seen;
}

/** Opens an empty page of a new visitor: `{ page, seen, close }`, `seen` being what it requests and prints. */
export async function openWatched(browser, origins) {
  const context = await browser.newContext({ locale: "en-US" });
  const page = await context.newPage();
  const seen = watch(page, origins);
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      console.error(`policy violation: ${violatedDirective} ${blockedURI}`);
    });
  });
  return { page, seen, close: () => context.close() };
}

/**
 * Visits `address`. Returns the results; the requests until the first trace, without that for the page itself, and their bytes; the warnings until the first
 * trace, and `later` those after it; and the problems. Where no results come, the error has what the page printed. `large` false leaves the large run out;
 * `read` returns further results that the page shows, `problemsOf` what is wrong with it.
 */
export async function visit(
  browser,
  address,
  { origins = [address], framed = false, large = true, read, problemsOf } = {},
) {
  const { page, seen, close } = await openWatched(browser, origins);
  const { requests, warnings, problems } = seen;
  try {
    await page.goto(address, { waitUntil: "commit" });
    const frame = await computing(page, framed);
    const first = await inTime(
      frame.evaluate(() => consumer.first),
      "the first trace",
    );
    const [until, early] = [[...warnings], [...requests]];
    const found = { ...(await measured(early)), warnings: until };
    const results = [first, ...((await read?.(page)) ?? [])];
    if (problemsOf) problems.push(...(await inTime(problemsOf(page), "the figure")));
    const run = large
      ? await inTime(
          frame.evaluate(() => consumer.large()),
          "the large run",
        )
      : undefined;
    return { ...found, results, large: run, later: warnings.slice(until.length), problems };
  } catch (thrown) {
    throw new Error([thrown.message.split("\n", 1)[0], ...problems, ...warnings].join("; "), { cause: thrown });
  } finally {
    await close();
  }
}

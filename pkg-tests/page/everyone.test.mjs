/** For everyone: small screens, zoom, dark, reduced motion, screen readers; and small to load. */
import assert from "node:assert/strict";
import { assertWithinLimit } from "../shared/sizes.mjs";
import { test } from "../shared/tests.mjs";
import { assertAccessible } from "./looks/accessible.mjs";
import { beginTour } from "./looks/tour.mjs";
import { assertFitsWidth } from "./looks/width.mjs";
import { openLeaf, openPage, twoFrames, useSite } from "./site.mjs";

const PLACES = [
  "#/",
  "#/algorithms/scaled-dot-product-attention",
  "#/algorithms/sinusoidal-encoding",
  "#/algorithms/gcn-normalization",
  "#/algorithms/gat-layer",
  "#/algorithms/bucket-attention",
  "#/algorithms",
  "#/algorithms/lsh-attention",
  "#/units",
  "#/units/self-attention",
  "#/units/self-attention/lookup",
  "#/units/scaling/saturate/answer",
  "#/units/self-attention/end",
  "#/syllabus",
  "#/exercises",
  "#/exercises/attention-steps",
  "#/exercises/attention-steps/solution",
  "#/exercises/gcn-normalization-steps",
  "#/exercises/shifted-position",
  "#/polls",
  "#/polls/S1-P2",
  "#/errata",
  "#/errata/S0-E01",
  "#/engines",
  "#/engines/product",
];
/** What shows that a place is loaded, where it is not a step. */
const READY = {
  "#/": "main ag-arcs svg",
  "#/algorithms": "[data-algorithm]",
  "#/units": "[data-unit]",
  "#/units/self-attention": ".unit-picture figure",
  "#/units/self-attention/lookup": ".scene[data-answered=false]",
  "#/units/scaling/saturate/answer": ".scene[data-answered=true]",
  "#/units/self-attention/end": ".remembered",
  "#/syllabus": "ag-syllabus .week",
  "#/exercises": "[data-exercise]",
  "#/exercises/attention-steps": "input[data-cell]",
  "#/exercises/gcn-normalization-steps": "input[data-cell]",
  "#/exercises/shifted-position": "[data-entry] input",
  "#/polls": "[data-poll]",
  "#/polls/S1-P2": "[data-statement]",
  "#/errata": "[data-erratum]",
  "#/errata/S0-E01": "[data-action=reveal]",
  "#/engines": ".engine-list[data-finished=true]",
  "#/engines/product": ".engine-list[data-finished=true]",
};

const site = useSite();

/** The element that shows that a place is loaded. */
const loaded = (page, hash) => page.locator(READY[hash] ?? "ag-filmstrip [aria-current=step]").first();

/** Opens the page at a place. */
async function goTo(page, hash) {
  await page.goto("about:blank");
  await page.goto(site.address + hash);
  await loaded(page, hash).waitFor();
}

/** Follows a link to a place within the page, from one that has nothing in common with it. */
async function follow(page, hash) {
  for (const next of [hash === "#/polls" ? "#/errata" : "#/polls", hash]) {
    await page.evaluate((address) => {
      location.hash = address;
    }, next);
    await loaded(page, next).waitFor();
  }
}

const VIEWS = [
  { name: "1280 px, light", colorScheme: "light", size: { width: 1280, height: 800 } },
  { name: "768 px, dark", colorScheme: "dark", size: { width: 768, height: 1024 } },
  { name: "360 px, light", colorScheme: "light", size: { width: 360, height: 740 } },
  // Zoom of 200 % makes 1280 px 640 of the page's own.
  { name: "200 % zoom", colorScheme: "dark", size: { width: 640, height: 400 }, zoomed: true },
];

/** Whether axe-core looks at the place at a position of the list in a view: in the dark, and in one of the light ones, which come in turn; with `ATTOGRAPH_LONG`, in all. */
function isExamined(view, at) {
  const own = VIEWS.filter(({ zoomed }) => !zoomed);
  const light = own.filter(({ colorScheme }) => colorScheme === "light");
  return process.env.ATTOGRAPH_LONG
    ? own.includes(view)
    : (own.includes(view) && view.colorScheme === "dark") || view === light[at % light.length];
}

/** Asks for what is there only on request, and types a wrong number. */
async function openAll(page) {
  for (const action of ["reveal", "evidence", "hint"]) {
    const button = page.locator(`[data-action=${action}]`).first();
    if ((await button.count()) > 0) await button.click();
  }
  const field = page.locator("input[data-cell], [data-entry] input").first();
  if ((await field.count()) > 0) {
    await field.fill("1234.5");
    await field.press("Enter");
  }
}

test("at three widths, light and dark, and at 200 % zoom", async (t) => {
  const { page, problems, close } = await openPage(site);
  const { look, report } = beginTour(t);
  await goTo(page, "#/units");
  for (const [at, hash] of PLACES.entries()) {
    // Each place is loaded at one of the sizes, and then has the others.
    const [first, ...others] = VIEWS.map((_, position) => VIEWS[(position + at) % VIEWS.length]);
    for (const view of [first, ...others]) {
      const place = `${hash}, ${view.name}`;
      await page.setViewportSize(view.size);
      await page.emulateMedia({ colorScheme: view.colorScheme });
      if (view === first) await follow(page, hash);
      await twoFrames(page);
      // The sentence to remember takes a moment to another color, also as the page becomes dark.
      await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
      await look("the page never scrolls sideways", place, () => assertFitsWidth(page));
      if (view === first) await openAll(page);
      if (isExamined(view, at)) await look("axe-core finds nothing", place, () => assertAccessible(page));
    }
  }
  await look("no place breaks the page's own policy, and there is no error", "#/", () =>
    assert.deepEqual(problems, []),
  );
  await report();
  await close();
});

/** Runs in the page: writes down what moves without being asked to. */
function watchShifts() {
  window.shifts = [];
  const observer = new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      const moved = sources.map(({ node }) => `${node?.nodeName} ${node?.className ?? ""}`).join(", ");
      // What moves two buttons by two pixels while a picture is fitted is a fiftieth of this.
      if (!hadRecentInput && value >= 1e-4) window.shifts.push({ value, moved });
    }
  });
  observer.observe({ type: "layout-shift", buffered: true });
}

test("nothing moves while a place is loaded", async () => {
  const { page, close } = await openPage(site);
  await page.addInitScript(watchShifts);
  // Two columns, and one.
  for (const width of [1280, 768]) {
    await page.setViewportSize({ width, height: 800 });
    for (const hash of [
      "#/",
      "#/algorithms/scaled-dot-product-attention",
      "#/algorithms/gat-layer",
      "#/algorithms",
      "#/algorithms/lsh-attention",
      "#/units/self-attention/lookup",
      "#/exercises/gcn-normalization-steps",
      "#/errata",
    ]) {
      await goTo(page, hash);
      await page.waitForLoadState("networkidle");
      await twoFrames(page);
      assert.deepEqual(await page.evaluate(() => window.shifts), [], `${hash}, ${width} px`);
    }
  }
  await close();
});

test("on a phone the player's controls are at least 44 px", async () => {
  const { page, close } = await openPage(site, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  await goTo(page, "#/algorithms/scaled-dot-product-attention");
  for (const name of ["back", "next"]) {
    const box = await page.locator(`[data-action=${name}]`).boundingBox();
    assert.ok(box && box.width >= 44 && box.height >= 44, `${name}: ${box?.width} by ${box?.height}`);
    assert.ok(box.y + box.height <= 740, `${name} is within reach`);
  }
  await close();
});

test("reduced motion removes every transition", async () => {
  const { page, close } = await openPage(site, { reducedMotion: "reduce" });
  await goTo(page, "#/algorithms/gcn-normalization");
  await page.keyboard.press("ArrowRight");
  const moving = await page.evaluate(
    () => document.getAnimations().filter((animation) => animation.playState === "running").length,
  );
  assert.equal(moving, 0);
  await close();
});

test("the language can be changed, and the document has it", async () => {
  const { page, problems, close } = await openPage(site, { locale: "ko-KR" });
  await goTo(page, "#/algorithms/scaled-dot-product-attention");
  await page.waitForFunction(() => document.documentElement.lang === "ko");
  assert.match(await page.locator("main").textContent(), /[가-힣]/);
  assert.deepEqual(problems, []);
  await close();
});

test("at 1280 px the bar of an algorithm's page is one row in both languages, and stage and inputs are in the window beside each other", async () => {
  const { page, problems, close } = await openPage(site, { viewport: { width: 1280, height: 800 } });
  for (const hash of [
    "#/algorithms/scaled-dot-product-attention",
    "#/algorithms/sinusoidal-encoding",
    "#/algorithms/gcn-normalization",
    "#/algorithms/gat-layer",
    "#/algorithms/bucket-attention",
  ]) {
    await goTo(page, hash);
    for (const language of ["ko", "en"]) {
      await page.getByRole("combobox", { name: /^(Language|언어)$/ }).selectOption(language);
      await page.waitForFunction((code) => document.documentElement.lang === code, language);
      // The header is made anew in the language: wait until the name, the sections and the controls are there, side by side.
      await page.waitForFunction(() => {
        const parts = [...document.querySelectorAll("header.top :is(.brand, .sections, .top-controls)")].map((part) =>
          part.getBoundingClientRect(),
        );
        const [start, end] = [Math.max(...parts.map(({ top }) => top)), Math.min(...parts.map(({ bottom }) => bottom))];
        return parts.length === 3 && start < end;
      });
    }
    await openLeaf(page, "inputs");
    await twoFrames(page);
    const [work, inputs, whole] = await page.evaluate(() =>
      [".work", ".leaf:has(.inputs)", "html"].map((name) => {
        const element = document.querySelector(name);
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return { left, right, top, bottom, scrolls: element.scrollHeight > element.clientHeight };
      }),
    );
    assert.ok(work.right <= inputs.left, `${hash}: the stage lies ${work.right - inputs.left} px over the inputs`);
    assert.ok(work.top >= 0 && inputs.top >= 0 && work.bottom <= 800 && inputs.bottom <= 800, hash);
    assert.ok(inputs.bottom - inputs.top > 400, `${hash}: the inputs have ${inputs.bottom - inputs.top} px`);
    assert.equal(whole.scrolls, false, `${hash}: the page scrolls`);
  }
  assert.deepEqual(problems, []);
  await close();
});

test("of many inputs that can be added one is chosen in a list and added by keyboard", async () => {
  const { page, problems, close } = await openPage(site);
  await goTo(page, "#/algorithms/encoder-decoder");
  await openLeaf(page, "inputs");
  const list = page.locator("[data-setting=addition]");
  const before = await list.locator("option").count();
  // Its last axis has the length of all heads together.
  const name = "encoder.attention.bQuery";
  await list.selectOption("encoder.b1");
  await list.selectOption(name);
  await list.press("Tab");
  await page.keyboard.press("Enter");
  const added = page.locator(`[data-input="${name}"]`);
  await added.waitFor();
  assert.equal(await list.locator("option").count(), before - 1);
  // The focus goes to what was added, and back to the list once it is removed.
  await page.waitForFunction((input) => document.activeElement?.closest("[data-input]")?.dataset.input === input, name);
  await added.locator(".input-actions button").nth(1).press("Enter");
  await page.waitForFunction(() => document.activeElement?.matches("[data-setting=addition]"));
  assert.equal(await list.locator("option").count(), before);
  assert.deepEqual(problems, []);
  await close();
});

test("present mode shows stage and formula in large type", async () => {
  const { page, problems, close } = await openPage(site);
  await goTo(page, "#/algorithms/scaled-dot-product-attention");
  await page.keyboard.press("p");
  await page.waitForFunction(() => document.documentElement.dataset.view === "present");
  const size = await page
    .locator(".story p, .story math")
    .first()
    .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  assert.ok(size >= 24, `${size} px`);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.documentElement.dataset.view === "explore");
  assert.deepEqual(problems, []);
  await close();
});

test("a first visit of a scene is within its limit", () =>
  assertWithinLimit("first visit of a scene, all requests, brotli"));

/** The most files of a first visit, each of which is a wait. What stores the page for use without a network comes after it. */
const MOST_FILES = 30;

test("a first visit of the first scene, or of the home as it opens, asks for few files before the browser is idle", async () => {
  for (const [place, part] of [
    ["#/units/sequences/tokens", ".scene[data-answered=false]"],
    ["", ".living ag-lesson"],
  ]) {
    const { page, problems, close } = await openPage(site, { fresh: true });
    const asked = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    // Cards that nobody sees yet are drawn while the browser is idle.
    await page.addInitScript(() => {
      globalThis.requestIdleCallback = () => 0;
    });
    await page.goto(site.address + place);
    await page.locator(part).waitFor();
    await page.waitForLoadState("networkidle");
    const files = asked.filter((path) => !/\/(?:offline|background)-[^/]*\.js$/.test(path));
    assert.ok(files.length > 15 && files.length <= MOST_FILES, `${place}: ${files.length} files: ${files.join(" ")}`);
    assert.deepEqual(problems, []);
    await close();
  }
});

test("a first visit loads what it shows: exercises, polls, errata and engines come when they are entered, and files come compressed", async () => {
  const { page, close } = await openPage(site, { fresh: true });
  const responses = [];
  page.on("response", (response) => responses.push(response));
  await goTo(page, "#/units/self-attention/lookup");
  await page.waitForLoadState("networkidle");
  const names = responses.map((response) => new URL(response.url()).pathname);
  assert.ok(names.length > 10, `${names.length} files`);
  assert.deepEqual(
    names.filter((name) => /practice|lecture|exercise|solution|math-more|engines|worker|fast/.test(name)),
    [],
  );
  const scripts = responses.filter((response) => response.url().endsWith(".js"));
  const plain = scripts.filter((response) => response.headers()["content-encoding"] !== "br");
  // What is a few letters long is not smaller by compression.
  for (const response of plain) assert.ok((await response.body()).length < 300, response.url());
  await close();
});

test("without scripts from elsewhere the page is served under its strict policy", async () => {
  const response = await fetch(site.address);
  const policy = response.headers.get("content-security-policy") ?? "";
  for (const directive of [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "require-trusted-types-for 'script'",
    "base-uri 'none'",
  ]) {
    assert.ok(policy.includes(directive), directive);
  }
});

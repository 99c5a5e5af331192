/**
 * Every lab in every state that it has by itself, visited in a language that comes in turn, with all looks: at the numbers, at what axe-core finds, at the width, and
 * at what is presented, picture by picture. With `ATTOGRAPH_LONG`, each state is visited in both.
 */
import assert from "node:assert/strict";
import { test } from "../shared/tests.mjs";
import { addresses, assertNumbers, goTo, known, labs, settingOf, settled } from "./labs.mjs";
import { assertAccessible } from "./looks/accessible.mjs";
import { assertReadable } from "./looks/readable.mjs";
import { beginTour, isChosen } from "./looks/tour.mjs";
import { assertFitsWidth } from "./looks/width.mjs";
import { openPage, twoFrames, useSite } from "./site.mjs";

const site = useSite();

const VISITORS = [
  {
    name: "English, light, 1280 px, presented at 1280 × 720",
    locale: "en-US",
    colorScheme: "light",
    viewport: { width: 1280, height: 720 },
    presented: { width: 1280, height: 720 },
  },
  {
    name: "Korean, dark, 360 px, presented at 1920 × 1080",
    locale: "ko-KR",
    colorScheme: "dark",
    viewport: { width: 360, height: 740 },
    presented: { width: 1920, height: 1080 },
  },
];

/** The states of a lab: as it is at first, each choice, its sliders at their ends, and its experiments; how much is looked at in each. */
function statesOf(spec) {
  const choices = spec.controls.flatMap(({ kind, id, choices: all }) =>
    kind === "choice" ? all.map((choice) => ({ [id]: choice })) : [],
  );
  const ends = Object.fromEntries(
    spec.controls.flatMap(({ id, kind, to, stops }) =>
      kind === "slider" && id !== "turn" ? [[id, to]] : kind === "stops" ? [[id, stops.at(-1)]] : [],
    ),
  );
  const last = spec.experiments.length - 1;
  return [
    { state: {}, isNumbered: true, isPresented: true, isExamined: true },
    ...choices.map((state) => ({ state, isNumbered: true })),
    { state: spec.settle?.({ ...settingOf(spec, {}).values, ...ends }) ?? ends, isPresented: true },
    ...spec.experiments.map(({ state }, at) => ({
      state,
      isNumbered: true,
      isPresented: true,
      isExamined: at === last,
      isLast: at === last,
    })),
  ];
}

/** Every number of each run is that of the library, and what the lab says it shows is there. */
async function assertRuns(page, spec, state) {
  const compared = Object.keys(state).some((name) => name.startsWith("other."));
  const setting = settingOf(spec, state);
  const counts = await assertNumbers(page, spec, setting);
  const { facts, listed, shown, series } = known.get(spec).stageAt(setting);
  for (const { step } of listed.map((name) => facts[name])) assert.ok(counts.get(step) > 0, step);
  assert.equal(await page.locator(".lab-run[data-run=one] figure").count(), shown.length);
  for (const { id, at } of series ?? []) assert.ok(counts.get(id) >= at.length, id);
  assert.equal(await page.locator(".lab-run").count(), compared ? 2 : 1);
  if (compared) {
    await assertNumbers(page, spec, settingOf(spec, state, true), "other");
    assert.equal(await page.locator(".lab-run mark").count(), 2, "the difference is marked");
  }
  assert.doesNotMatch(await page.locator(".lab").innerText(), /[{}]/);
}

/** Runs in the page: where the shapes and words of its pictures are. */
function marksOf() {
  const found = [];
  const walk = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) walk(element.shadowRoot);
      if (!(element instanceof SVGGraphicsElement)) continue;
      const { left, top, width } = element.getBoundingClientRect();
      found.push([left, top, width].map(Math.round));
    }
  };
  walk(document.querySelector("main"));
  return JSON.stringify(found);
}

/** Waits until pictures have found their room, in which they draw themselves again. */
async function drawn(page) {
  for (let before = ""; ; ) {
    await twoFrames(page);
    const marks = await page.evaluate(marksOf);
    if (marks === before) return;
    before = marks;
  }
}

/** Goes from picture to picture of a presented lab, as a clicker does, and looks at each. */
async function walk(page, look) {
  const bar = page.locator(".lab-moves span");
  const moves = page.locator(".lab-moves [data-action=next][aria-disabled=false]");
  for (;;) {
    await settled(page);
    await drawn(page);
    const at = (await bar.count()) > 0 ? await bar.innerText() : "alone";
    await look(at);
    if ((await moves.count()) === 0) return;
    await page.keyboard.press("PageDown");
    await page.waitForFunction((text) => document.querySelector(".lab-moves span").innerText !== text, at);
  }
}

for (const [turn, { name, viewport, presented, ...options }] of VISITORS.entries()) {
  let opened;
  /** One page for all labs: loading it, and axe-core's first look at a document, take longer than a lab. */
  const openVisitor = () => {
    opened ??= openPage(site, { ...options, viewport });
    return opened;
  };
  for (const [order, spec] of labs.entries()) {
    if (!isChosen(spec.id)) continue;
    test(`the lab ${spec.id}: ${name}`, async (t) => {
      const { page, problems } = await openVisitor();
      const { look, report } = beginTour(t);
      /** A window is changed only where it has to be: each change draws everything. */
      const show = async (size, colorScheme, address) => {
        const { width, height } = page.viewportSize();
        if (width !== size.width || height !== size.height) await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        await goTo(page, site, address);
      };
      const own = (_, at) => process.env.ATTOGRAPH_LONG || (turn + order + at) % VISITORS.length === 0;
      for (const { state, isNumbered, isPresented, isExamined, isLast } of statesOf(spec).filter(own)) {
        const place = JSON.stringify(state);
        const address = addresses(spec.id, state);
        if (isNumbered || isExamined) await show(viewport, options.colorScheme, address);
        if (isNumbered) await look("numbers are those of the library", place, () => assertRuns(page, spec, state));
        if (isNumbered || isExamined)
          await look("nothing is wider than the window", place, () => assertFitsWidth(page));
        if (isExamined) await look("axe-core finds nothing", place, () => assertAccessible(page));
        if (!isPresented) continue;
        await show(presented, "light", `${address}${address.includes("?") ? "&" : "?"}view=present`);
        await look("one picture is presented at a time", place, async () =>
          assert.equal(await page.locator(".lab-run[data-run=one] figure").count(), 1),
        );
        await walk(page, (at) =>
          look("presented, each picture fits, in type of 24 px", `${place}, ${at}`, () => assertReadable(page, 23.9)),
        );
        if (isLast)
          await look("presented, ink has a contrast of 7:1", place, () =>
            assertAccessible(page, { rules: ["color-contrast-enhanced", "color-contrast"] }),
          );
      }
      await look("no error, and nothing against the policy", spec.id, () => assert.deepEqual(problems.splice(0), []));
      await report();
    });
  }

  test(`the list of labs: ${name}`, async () => {
    const { page, problems, close } = await openVisitor();
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: options.colorScheme });
    await goTo(page, site, "#/labs");
    await assertFitsWidth(page);
    await assertAccessible(page);
    assert.deepEqual(problems, []);
    await close();
  });
}

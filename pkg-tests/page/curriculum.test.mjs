/**
 * Everything that the curriculum lists is met by a student on the page: `pkg-tests/curriculum.json` has for each id the address, and what stands there.
 *
 *   at        the address
 *   also      further addresses, each with its own evidence, of what takes several places to teach
 *   words     in what is written there in English
 *   formula   the step whose formula is drawn, if the place shows steps, and the formula
 *   numbers   numbers that are shown, by step and cell, as the curriculum has them: `within` is half a unit of its last digit
 *   amounts   single numbers on a card of an erratum
 *   drawn     how many different numbers of a step are shown at least, in tables and pictures
 *   elements  how many elements of a selector are there at least
 *   keys      which statements of a poll hold
 *
 * An erratum and a poll are looked at once their answer is asked for, and what goes further than the answer of a scene once it is unfolded.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { load } from "../../pkg/node.js";
import { test } from "../shared/tests.mjs";
import { openPage, useSite, visit } from "./site.mjs";

const lab = await load({ text: "en" });
const list = JSON.parse(await readFile(new URL("../curriculum.json", import.meta.url), "utf8"));
const site = useSite();

/** How many ids of each kind the curriculum has: concepts, formulas, worked numbers, polls, figures, exercises and errata of four documents. */
const COUNTS = {
  S0: { C: 26, F: 14, W: 7, G: 18, X: 6, E: 30 },
  S1: { C: 23, F: 7, W: 3, P: 4, G: 13, X: 6, E: 14 },
  S2: { C: 10, F: 3, G: 5, X: 1, E: 3 },
  S3: { C: 13, F: 4, E: 8 },
};

function idsOf([document, kinds]) {
  return Object.entries(kinds).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, at) => {
      // Polls have one digit.
      const number = kind === "P" ? `${at + 1}` : String(at + 1).padStart(2, "0");
      return `${document}-${kind}${number}`;
    }),
  );
}

/** For what never comes, in milliseconds; what has to come is waited for. */
const MISSING = 20_000;

/** Runs in the page: what of the evidence is missing, by id. Waits until nothing is. */
async function missingAt([entries, limit]) {
  const main = document.querySelector("main");
  const numbers = () => {
    const found = new Map();
    const look = (root) => {
      for (const one of root.querySelectorAll("*")) {
        const { step, index = "", value, cell } = one.dataset ?? {};
        const own = one.getRootNode().host?.dataset.stepId;
        const place = step === undefined ? (own && cell !== undefined ? [own, cell] : null) : [step, index];
        if (value !== undefined && place) {
          const key = `${place[0]} [${place[1]}]`;
          found.set(key, [...(found.get(key) ?? []), Number(value)]);
        }
        if (one.shadowRoot) look(one.shadowRoot);
      }
    };
    look(main);
    return found;
  };
  const look = () => {
    for (const summary of main.querySelectorAll("details.further:not([open]) > summary")) summary.click();
    const text = main.innerText.replace(/\s+/g, " ");
    const shown = numbers();
    const formulas = [...main.querySelectorAll("ag-formula")].filter((one) => one.querySelector("math"));
    return entries.flatMap(([id, evidence]) => {
      const { words = [], formula, numbers: cells = [], amounts = [], drawn = {}, elements = {}, keys = {} } = evidence;
      const title = formula?.step === undefined ? null : main.querySelector(".step-title")?.dataset.stepId;
      const single = [...main.querySelectorAll(".amount[data-value]")].map(({ dataset }) => Number(dataset.value));
      return [
        ...words.filter((phrase) => !text.includes(phrase)).map((phrase) => `“${phrase}”`),
        ...(title === null || title === formula.step ? [] : [`the step ${formula.step} instead of ${title}`]),
        ...(formula && !formulas.some(({ tex }) => tex === formula.tex) ? [`the formula ${formula.tex}`] : []),
        ...cells.flatMap(({ step, cell, is, within }) => {
          const key = `${step} [${cell}]`;
          const there = shown.get(key) ?? [];
          const fits = there.some((value) => value === Number(is) || Math.abs(value - is) <= within);
          return fits ? [] : [`${key} = ${is} (shown: ${there})`];
        }),
        ...amounts.filter((amount) => !single.includes(amount)).map((amount) => `${amount} (shown: ${single})`),
        ...Object.entries(drawn).flatMap(([step, count]) => {
          const there = [...shown.keys()].filter((key) => key.startsWith(`${step} [`)).length;
          return there >= count ? [] : [`${count} numbers of ${step} (shown: ${there})`];
        }),
        ...Object.entries(elements).flatMap(([selector, count]) => {
          const there = main.querySelectorAll(selector).length;
          return there >= count ? [] : [`${count} × ${selector} (${there})`];
        }),
        ...Object.entries(keys).flatMap(([option, key]) => {
          const there = main.querySelector(`[data-statement="${option}"]`)?.dataset.key;
          return there === key ? [] : [`${option}: ${key} (${there})`];
        }),
      ].map((what) => `${id}: ${what}`);
    });
  };
  for (const end = performance.now() + limit; ; ) {
    const missing = look();
    if (missing.length === 0 || performance.now() > end) return missing;
    await new Promise(requestAnimationFrame);
  }
}

test("every id of the curriculum has an address and evidence, and no other id has", () => {
  const ids = Object.entries(COUNTS).flatMap(idsOf);
  assert.equal(ids.length, 218);
  assert.deepEqual(Object.keys(list).sort(), ids.sort());
  for (const [id, { at, evidence, also = [] }] of Object.entries(list)) {
    const places = [{ at, evidence }, ...also];
    assert.equal(new Set(places.map((one) => one.at)).size, places.length, `${id} has an address twice`);
    for (const one of places) {
      assert.match(one.at, /^#\/[a-z]/, id);
      assert.ok(Object.keys(one.evidence).length > 0, `${id} has no evidence at ${one.at}`);
    }
    const kind = id.split("-")[1][0];
    if (kind === "E") assert.equal(at, `#/errata/${id}`);
    if (kind === "P") assert.equal(at, `#/polls/${id}`);
    // Some exercises are polls, too.
    if (kind === "P" || at === `#/polls/${id}`)
      assert.deepEqual(Object.keys(evidence.keys).sort(), [...lab.poll(id).options].sort(), id);
    if (kind === "F") assert.ok(evidence.formula ?? evidence.words ?? evidence.numbers, `${id} is a formula`);
  }
});

test("what is shown at each address is what the curriculum lists there", async () => {
  const { page, problems, close } = await openPage(site, { reducedMotion: "reduce" });
  await page.goto(`${site.address}#/units`);
  await page.locator(".cards").waitFor();
  const places = new Map();
  for (const [id, { also = [], ...first }] of Object.entries(list))
    for (const { at, evidence } of [first, ...also]) places.set(at, [...(places.get(at) ?? []), [id, evidence]]);
  const missing = [];
  for (const [at, entries] of places) {
    await visit(page, site, at);
    const [refused] = await page.locator(".link-message").allInnerTexts();
    if (refused !== undefined) missing.push(`${at}: ${refused}`);
    const [, section] = at.split("/");
    // What goes further than a scene is folded.
    const further = page.locator(".further:not([open]) > summary");
    if (section === "units" && (await further.count()) > 0) await further.click();
    if (section === "errata" || section === "polls") {
      await page.locator("[data-revealed=false] [data-action=reveal]").click();
      await page.locator("[data-revealed=true]").waitFor();
    }
    missing.push(...(await page.evaluate(missingAt, [entries, MISSING])).map((what) => `${at} ${what}`));
  }
  assert.deepEqual(missing, []);
  assert.deepEqual(problems, []);
  await close();
});

test("each erratum is a card with document, author and place; without numbers it gives the right statement", async () => {
  const { page, problems, close } = await openPage(site);
  await page.goto(`${site.address}#/errata`);
  await page.locator("[data-erratum]").first().waitFor();
  const cards = await page.locator("[data-erratum]").evaluateAll((all) =>
    all.map((one) => ({
      id: one.dataset.erratum,
      document: one.querySelector(".source").dataset.source,
      text: one.querySelector(".source").textContent,
    })),
  );
  assert.equal(cards.length, 55);
  for (const { id, document, text } of cards) {
    const { source, first } = lab.erratum(id);
    assert.equal(document, id.slice(0, 2));
    assert.ok(text.includes(source.author) && text.includes(source.name), `${id}: ${text}`);
    // The place within the document is the end of the line.
    const place = source.text.split("), on ")[1];
    assert.ok(place !== undefined && place.length > 3 && text.includes(place), `${id}: ${text}`);
    if (!first) assert.ok(lab.erratum(id).correction.length > 10, `${id} has no right statement`);
  }
  assert.deepEqual(problems, []);
  await close();
});

/** Sheets on paper: handouts of units and of runs, and exercises to fill in by hand with the solution on another sheet. */
import assert from "node:assert/strict";
import { load } from "../../pkg/node.js";
import { shortNumber } from "../../pkg/text.js";
import { solutionOf } from "../shared/solution.mjs";
import { test } from "../shared/tests.mjs";
import { addressOf, openPage, useSite } from "./site.mjs";

const lab = await load();
const site = useSite();

/** The height of a page between its margins, in CSS pixels: of A4, and of Letter, which is lower. */
const MM = 96 / 25.4;
const HEIGHTS = { A4: (297 - 36) * MM, Letter: (279.4 - 36) * MM };

/** Goes to a sheet and waits until its pictures are drawn. */
async function goTo(page, hash) {
  await page.goto("about:blank");
  await page.goto(site.address + hash);
  await page.locator(".handout").waitFor();
  await page.waitForFunction(() => {
    // Some pictures are made of others.
    const isDrawn = (one) =>
      [...(one.shadowRoot?.querySelectorAll("*") ?? [])].some((part) => part.matches("svg, canvas") || isDrawn(part));
    return [...document.querySelectorAll(".handout figure > *")].every(
      (one) => !one.localName.startsWith("ag-") || isDrawn(one),
    );
  });
  await page.evaluate(() => document.fonts.ready);
}

/** Prints; returns the number of pages. */
async function pagesOf(page, format) {
  const pdf = (await page.pdf({ format })).toString("latin1");
  return pdf.match(/\/Type\s*\/Page\b/g).length;
}

/** Runs in the page: what could be cut by the end of a page or by its side. */
function cut([height, width]) {
  const found = [];
  const parts = document.querySelectorAll(
    ".handout :is(figure, table, .figures, .print-question, .print-answer, .formula)",
  );
  for (const part of parts) {
    const box = part.getBoundingClientRect();
    const name = `${part.localName}.${part.className} ${part.closest("[data-scene], [data-step-id]")?.getAttribute("data-scene") ?? ""}`;
    if (getComputedStyle(part).breakInside !== "avoid" && part.localName !== "figcaption")
      found.push(`${name} may break`);
    if (box.height > height) found.push(`${name} is ${Math.round(box.height)} px high`);
  }
  const sheet = document.querySelector(".handout").getBoundingClientRect();
  if (sheet.width > width + 1) found.push(`the sheet is ${sheet.width} px wide`);
  for (const part of document.querySelectorAll(".handout *")) {
    const box = part.getBoundingClientRect();
    if (box.right > sheet.right + 1 && !part.closest(".unseen, math, svg"))
      found.push(`${part.localName}.${part.className} is beyond the side`);
  }
  return found;
}

for (const [format, locale, colorScheme] of [
  ["A4", "en-US", "dark"],
  ["Letter", "ko-KR", "light"],
]) {
  test(`handouts are black on white, and no picture, table or formula is cut: ${format}, ${locale}, ${colorScheme}`, async () => {
    const { page, problems, close } = await openPage(site, { locale, colorScheme });
    // A scene has no more than two pages.
    for (const [hash, least, most] of [
      ["#/units/self-attention?view=print", 4, 20],
      ["#/units/graphs?view=print", 4, 24],
      ["#/units/hashing?view=print", 4, 24],
      ["#/algorithms/gat-layer?view=print", 3, 20],
      ["#/syllabus?view=print", 6, 20],
      ["#/polls/S1-P1?view=print", 2, 20],
    ]) {
      await goTo(page, hash);
      await page.emulateMedia({ media: "print" });
      assert.deepEqual(await page.evaluate(cut, [HEIGHTS[format], 184 * MM]), [], hash);
      const [ink, paper, shown] = await page.evaluate(() => [
        getComputedStyle(document.querySelector(".handout h1")).color,
        getComputedStyle(document.documentElement).backgroundColor,
        document.querySelector(".top").checkVisibility(),
      ]);
      assert.deepEqual([ink, paper, shown], ["rgb(0, 0, 0)", "rgb(255, 255, 255)", false], hash);
      const head = await page.evaluate(() => document.adoptedStyleSheets.map((one) => one.cssRules[0].cssText).join());
      const title = await page.locator(".handout h1").first().innerText();
      assert.ok(head.includes(title) && head.includes(hash.replace("?view=print", "")), head);
      assert.doesNotMatch(
        await page.locator(".handout").innerText(),
        /\{[a-z]+\}|undefined|NaN|\b(?:ui|units|course|practice|syllabus)\.[a-z]/i,
      );
      const pages = await pagesOf(page, format);
      assert.ok(pages >= least && pages <= most, `${hash}: ${pages} pages`);
      await page.emulateMedia({ media: null });
    }
    assert.deepEqual(problems, []);
    await close();
  });
}

test("a handout of a run has every step with the library's numbers", async () => {
  const { page, problems, close } = await openPage(site);
  await goTo(page, "#/algorithms/gat-layer?view=print");
  const steps = await page.locator(".print-step").evaluateAll((all) =>
    all.map((one) => ({
      id: one.dataset.stepId,
      cells: [...one.querySelectorAll("[data-value]")].map(({ dataset, textContent }) => ({
        ...dataset,
        text: textContent,
      })),
    })),
  );
  const expected = await page.evaluate(() =>
    document
      .querySelector("ag-steps-handout")
      .model.trace.steps.map(({ id, shape, data }) => ({ id, shape, data: [...data] })),
  );
  assert.deepEqual(
    steps.map(({ id }) => id),
    expected.map(({ id }) => id),
  );
  for (const [at, { id, cells }] of steps.entries()) {
    const { shape, data } = expected[at];
    assert.equal(cells.length, data.length, id);
    for (const { index, value, text } of cells) {
      const place = index === "" ? [] : index.split(",").map(Number);
      const number = data[place.reduce((offset, position, axis) => offset * shape[axis] + position, 0)];
      assert.ok(Object.is(Number(value), number), `${id}[${index}]`);
      assert.equal(text, shortNumber(number));
    }
  }
  assert.deepEqual(problems, []);
  await close();
});

for (const [id, seed, difficulty] of [
  ["attention-steps", 7, "easy"],
  ["gat-steps", 3, "hard"],
]) {
  test(`the first sheet of ${id} has room for every answer and none of them, the second the library's numbers`, async () => {
    const { page, problems, close } = await openPage(site);
    const query = `${difficulty === "easy" ? "" : `difficulty=${difficulty}&`}seed=${seed}`;
    await page.goto(`${site.address}#/exercises/${id}?${query}`);
    await page.locator(".print-button").click();
    await page.locator(".handout").waitFor();
    assert.match(await addressOf(page), /view=print/);
    const exercise = lab.exercise(id, { seed, difficulty });
    const trace = solutionOf(lab, exercise);
    const sheets = await page.evaluate(() =>
      [".print-task", ".print-solution"].map((sheet) =>
        [...document.querySelectorAll(`${sheet} .print-asks > li`)].map((one) => ({
          step: one.dataset.stepId,
          blank: one.querySelectorAll("td.blank").length,
          written: [...one.querySelectorAll("td:not(.corner)")].map(({ textContent }) => textContent.trim()).join(""),
          cells: [...one.querySelectorAll("[data-value]")].map(({ dataset, textContent }) => ({
            ...dataset,
            text: textContent,
          })),
        })),
      ),
    );
    const [task, solution] = sheets;
    for (const [at, { step, shape }] of exercise.asked.entries()) {
      const count = shape.reduce((product, length) => product * length, 1);
      assert.deepEqual(task[at], { step, blank: count, written: "", cells: [] });
      const { data } = trace.step(step);
      assert.equal(solution[at].step, step);
      assert.equal(solution[at].cells.length, count);
      for (const { index, value, text } of solution[at].cells) {
        const place = index === "" ? [] : index.split(",").map(Number);
        const number = data[place.reduce((offset, position, axis) => offset * shape[axis] + position, 0)];
        assert.ok(Object.is(Number(value), number), `${step}[${index}]`);
        if (!Number.isFinite(number)) continue;
        const typed = Number(text.replace("−", "-"));
        assert.ok(Math.abs(typed - number) <= 0.5 * 10 ** -exercise.decimals + 1e-12, `${text} for ${number}`);
      }
    }
    const shown = await page.locator(".print-task").innerText();
    assert.ok(shown.includes(String(seed)) && shown.includes(`#/exercises/${id}?`), shown);
    assert.equal(await page.locator(".print-solution").evaluate((one) => getComputedStyle(one).breakBefore), "page");
    const both = await pagesOf(page, "A4");
    await page.evaluate(() => document.querySelector(".print-solution").remove());
    assert.ok((await pagesOf(page, "A4")) < both, "the solution is on another sheet");
    assert.deepEqual(problems, []);
    await close();
  });
}

test("on a phone the statements of a poll's sheet have most of the width", async () => {
  const { page, problems, close } = await openPage(site, { viewport: { width: 360, height: 740 }, locale: "ko-KR" });
  await page.goto(`${site.address}#/polls/S1-P1?view=print`);
  const share = await page
    .locator(".print-poll th[scope=row]")
    .first()
    .evaluate((cell) => cell.offsetWidth / cell.closest("table").offsetWidth);
  assert.ok(share > 0.4, `${share.toFixed(2)} of the width`);
  assert.deepEqual(problems, []);
  await close();
});

test("the keys for printing open the sheet, and print it once its pictures are drawn; at a place without one they are the browser's", async () => {
  const { page, problems, close } = await openPage(site);
  await page.addInitScript(() => {
    window.print = () => {
      const figures = [...document.querySelectorAll(".handout figure")];
      globalThis.printed = figures.map((one) => one.getBoundingClientRect().height > 30);
    };
    addEventListener("keydown", (event) => {
      globalThis.left = !event.defaultPrevented;
    });
  });
  for (const [hash, least] of [
    ["#/units/self-attention", 8],
    ["#/algorithms/gat-layer", 0],
  ]) {
    await page.goto("about:blank");
    await page.goto(site.address + hash);
    await page.locator(".print-button").waitFor();
    await page.keyboard.press("Control+p");
    await page.waitForFunction(() => globalThis.printed);
    const printed = await page.evaluate(() => globalThis.printed);
    assert.ok(printed.length >= least && printed.every(Boolean), `${hash}: ${printed}`);
    assert.match(await addressOf(page), /view=print/);
  }
  await page.goto("about:blank");
  await page.goto(`${site.address}#/units`);
  await page.locator("main h1").waitFor();
  await page.keyboard.press("Control+p");
  assert.equal(await page.evaluate(() => globalThis.left), true);
  assert.deepEqual(problems, []);
  await close();
});

test("a unit and an algorithm lead to their sheets, and these back; the button prints", async () => {
  const { page, problems, close } = await openPage(site);
  for (const hash of ["#/units/self-attention", "#/algorithms/gat-layer"]) {
    await page.goto("about:blank");
    await page.goto(site.address + hash);
    await page.locator(".print-button").click();
    await page.locator(".handout").waitFor();
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute("data-printed", "true");
    });
    await page.locator("[data-action=print]").click();
    await page.locator("[data-printed]").waitFor();
    await page.locator(".handout-bar a").click();
    await page.locator(".handout").waitFor({ state: "detached" });
    assert.doesNotMatch(await addressOf(page), /print/);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.view), "explore");
  }
  assert.deepEqual(problems, []);
  await close();
});

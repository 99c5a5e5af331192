/** The syllabus: twelve weeks in both languages, whose links lead where they say, from the units and from the speaker's place. */
import assert from "node:assert/strict";
import { load } from "../../pkg/node.js";
import { test } from "../shared/tests.mjs";
import { readModule, readUnits } from "./lessons.mjs";
import { openPage, useSite, visit } from "./site.mjs";

const lab = await load();
const units = await readUnits();
const weeks = await readModule("/syllabus/plan.ts", ({ WEEKS }) => WEEKS);
const site = useSite();

const UNWRITTEN = /\{[a-z]+\}|undefined|NaN|\b(?:ui|units|course|syllabus|polls|errata|exercises|derivations)\.[a-z]/i;

for (const locale of ["en-US", "ko-KR"]) {
  test(`every week has its rows, and every link leads to what it names: ${locale}`, async () => {
    const { page, problems, close } = await openPage(site, { locale });
    await page.goto(`${site.address}#/units`);
    await page.locator(`a[href="#/syllabus"]`).click();
    await page.locator("ag-syllabus .week").first().waitFor();
    const shown = await page.locator(".week").evaluateAll((all) =>
      all.map((one) => ({
        id: one.dataset.week,
        links: [...one.querySelectorAll("a[href^='#']")].map((link) => link.getAttribute("href")),
        papers: [...one.querySelectorAll("a.paper")].map((link) => link.href),
        goals: one.querySelectorAll(".goals li").length,
        talk: one.querySelector("[data-part=talk] p")?.textContent.length ?? 0,
      })),
    );
    assert.deepEqual(
      shown.map(({ id }) => id),
      [...weeks.map(({ id }) => id), "choices"],
    );
    const exercises = [...lab.exercises(), ...lab.derivations()].map(({ id }) => `#/exercises/${id}`);
    const scenes = units.flatMap(({ id, scenes: own }) => [
      `#/units/${id}`,
      ...own.map((scene) => `#/units/${id}/${scene.id}`),
    ]);
    const existing = new Set([
      ...exercises,
      ...scenes,
      ...lab.polls().map(({ id }) => `#/polls/${id}`),
      ...lab.errata().map(({ id }) => `#/errata/${id}`),
      ...lab.catalog().map(({ id }) => `#/algorithms/${id}`),
      ...weeks.flatMap(({ labs }) => labs.map((id) => `#/labs/${id}`)),
    ]);
    for (const [at, week] of weeks.entries()) {
      const { links, papers, goals, talk } = shown[at];
      const { units: own, scenes: shows, labs, algorithms, exercises: set, polls, errata } = week;
      const count = [own, shows, labs, algorithms, set, polls, errata].reduce((sum, ids) => sum + ids.length, 0);
      assert.equal(links.length, count, week.id);
      assert.equal(papers.length, week.reading.length, week.id);
      assert.ok(goals === 3 && talk > 60, week.id);
    }
    const links = shown.flatMap((week) => week.links);
    assert.deepEqual(
      links.filter((href) => !existing.has(href)),
      [],
    );
    const text = await page.locator("ag-syllabus").innerText();
    assert.doesNotMatch(text, UNWRITTEN);
    // One of each kind is followed.
    const kinds = new Map(links.map((href) => [href.split("/").slice(0, 2).join() + href.split("/").length, href]));
    for (const href of kinds.values()) {
      await visit(page, site, href);
      await page.locator("ag-syllabus").waitFor({ state: "detached" });
      assert.equal(await page.locator(".link-message, .failure").count(), 0, href);
      await visit(page, site, "#/syllabus");
      await page.locator("ag-syllabus .week").first().waitFor();
    }
    assert.deepEqual(problems, []);
    await close();
  });
}

test("an address opens it at a week, and the speaker's place has a link to it", async () => {
  const { page, problems, close } = await openPage(site, { viewport: { width: 360, height: 740 } });
  await page.goto(`${site.address}#/syllabus/depth`);
  await page.waitForFunction(() => {
    const week = document.querySelector('[data-week="depth"]')?.getBoundingClientRect();
    return week !== undefined && Math.abs(week.top) < 100;
  });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 360), "it is wider than the phone");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${site.address}#/units/depth/reach?view=presenter`);
  assert.equal(await page.locator(".presenter a[href='#/syllabus']").getAttribute("target"), "_blank");
  await page.goto(`${site.address}#/syllabus/no-such-week`);
  await page.locator(".link-message").waitFor();
  await page.locator("ag-syllabus").waitFor();
  assert.deepEqual(problems, []);
  await close();
});

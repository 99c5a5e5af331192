/** The documents of the package, followed to the letter: what they install is installed, what they show is saved as they say, and run or opened. */
import { pathToFileURL } from "node:url";
import { blocksOf, misprints, programsOf } from "../../shared/documented.mjs";
import { figureProblems } from "../figure.mjs";
import { serveFolder } from "../serve.mjs";
import { measured, openWatched } from "../visit.mjs";

const REVEAL = { "reveal.js": "6.0.2" };

/** What is not looked at: where the library came from, which the other rows compare. */
const expects = { from: "file", engine: "none" };

const documentOf = (project, name) => project.read(`node_modules/attograph/docs/${name}`);

/** Waits until the figure is there, and goes through the deck that it is in, if any, to its last step. */
async function goThrough(page) {
  await page.waitForFunction(() => document.querySelector("attograph-figure").shown?.step);
  if ((await page.locator(".reveal").count()) === 0) return;
  await page.locator("attograph-figure .fragment").first().waitFor({ state: "attached" });
  const hidden = page.locator("attograph-figure .fragment:not(.visible)");
  while ((await hidden.count()) > 0) await page.keyboard.press("ArrowRight");
}

/** Saves the page at a place among those of a document, opens it from a server of the folder or from the disk, and looks at its figure. */
const saved = ({ what, document, at, from, ...entry }) => ({
  ...entry,
  name: `docs/${document}, ${what}`,
  files: {},
  expects,
  async find(project, { browser }) {
    await project.write({ "index.html": blocksOf(await documentOf(project, document), "html")[at] });
    const site = await serveFolder(project.folder);
    const address = from === "disk" ? pathToFileURL(project.at("/")).href : site.address;
    const { page, seen, close } = await openWatched(browser, [address]);
    try {
      await page.goto(`${address}index.html`);
      await goThrough(page);
      const problems = await figureProblems(page, { rendered: false });
      const { warnings } = seen;
      return {
        ...(await measured(seen.requests)),
        results: [],
        warnings,
        later: [],
        problems: [...problems, ...seen.problems],
      };
    } finally {
      await close();
      await site.close();
    }
  },
});

export const documents = [
  {
    name: "docs/start.md, its programs",
    install: {},
    files: {},
    note: "they print what the page shows",
    expects,
    async find(project) {
      const problems = [];
      for (const program of programsOf(await documentOf(project, "start.md"))) {
        await project.write({ "first.mjs": program });
        problems.push(...misprints(program, await project.run([process.execPath, "first.mjs"])));
      }
      return { results: [], warnings: [], later: [], problems };
    },
  },
  saved({ document: "elements.md", what: "a page", at: 0, from: "server", install: {} }),
  saved({ document: "elements.md", what: "one file from a disk", at: 1, from: "disk", install: {} }),
  saved({ document: "elements.md", what: "a deck", at: 2, from: "server", install: REVEAL }),
  saved({ document: "slides.md", what: "a deck from a disk", at: 0, from: "disk", install: REVEAL }),
];

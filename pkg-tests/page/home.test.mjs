/** The home shows what the page is: a sentence that is computed, the way into the course, units and labs with their pictures. */
import assert from "node:assert/strict";
import { load } from "../../pkg/node.js";
import { test } from "../shared/tests.mjs";
import { nested } from "./lessons.mjs";
import { addressOf, openPage, twoFrames, useSite } from "./site.mjs";

const site = useSite();

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };

/** Opens the home at an address, once its picture is drawn. */
async function openHome(options = {}, hash = "#/") {
  const opened = await openPage(site, { viewport: DESK, ...options });
  await opened.page.goto(`${site.address}${hash}`);
  await opened.page.locator("ag-sentence ag-arcs svg").waitFor();
  return opened;
}

/** The numbers of the lines, as they are drawn. */
const drawnWeights = (page) =>
  page.evaluate(() => {
    const marks = document.querySelector("ag-sentence ag-arcs").shadowRoot.querySelectorAll("[data-step]");
    return [...marks].map(({ dataset }) => [dataset.index, Number(dataset.value)]);
  });

/** Compares every drawn number with a run of the library on what the page gives it. */
async function assertComputed(page, lab) {
  const inputs = await page.evaluate(() => document.querySelector("ag-sentence ag-lesson").model.lesson.inputs);
  const { steps } = lab.trace("scaled-dot-product-attention", inputs);
  const weights = steps.find(({ id }) => id === "attention.weights");
  const drawn = await drawnWeights(page);
  assert.ok(drawn.length >= 4);
  for (const [index, value] of drawn) {
    const [row, column] = index.split(",").map(Number);
    assert.equal(value, weights.data[row * weights.shape[1] + column], index);
  }
  return drawn;
}

test("the first screen holds the sentence with its numbers and the way into the course; the home is at most three screens high", async () => {
  const { page, problems, close } = await openHome();
  const bottoms = await page.evaluate(() =>
    ["h1", ".start", "ag-sentence .words", "ag-sentence ag-arcs", "ag-sentence .inspector", "ag-sentence .player"].map(
      (place) => document.querySelector(`.front ${place}`).getBoundingClientRect().bottom,
    ),
  );
  for (const bottom of bottoms) assert.ok(bottom <= DESK.height, `${bottom}`);
  assert.ok((await page.evaluate(() => document.documentElement.scrollHeight)) <= 3 * DESK.height);
  assert.match(await page.locator(".start").getAttribute("href"), /^#\/units\/sequences\/[a-z-]+$/);
  await page.locator(".start").click();
  await page.locator(".scene").waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("the tables of the sentence are whole in windows of any width", async () => {
  for (const viewport of [PHONE, { width: 768, height: 1024 }, { width: 1000, height: 800 }, DESK]) {
    const { page, problems, close } = await openHome({ viewport });
    await page.locator("ag-sentence .stage .result [data-cell]").first().waitFor();
    await twoFrames(page);
    const cut = await page.locator("ag-sentence .stage ag-matrix").evaluateAll((tables) =>
      tables.map((table) => {
        const frame = table.shadowRoot.querySelector(".frame");
        const place = table.closest(".stage-frame").getBoundingClientRect();
        const { right, bottom } = table.getBoundingClientRect();
        return Math.max(
          ...[frame.scrollWidth - frame.clientWidth, frame.scrollHeight - frame.clientHeight],
          ...[right - place.right, bottom - place.bottom],
        );
      }),
    );
    assert.ok(cut.length >= 2);
    for (const px of cut) assert.ok(px <= 1, `${px} px of a table are cut off at ${viewport.width}`);
    assert.deepEqual(problems, []);
    await close();
  }
});

test("where no number is open, the step that is shown says what its numbers are", async () => {
  const { page, problems, close } = await openHome();
  const about = page.locator("ag-sentence .about");
  assert.equal(await about.innerText(), "A: Weights. Each exponential divided by its row's sum.");
  await page.locator("ag-sentence .player [data-action=back]").click();
  await about.getByText("z: Row sums. The sum of each row of exponentials.", { exact: true }).waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("each word can be exchanged: the library computes the numbers, and the address keeps the words", async () => {
  const lab = await load();
  const { page, problems, close } = await openHome();
  const first = await assertComputed(page, lab);
  await page.locator("ag-sentence .word").nth(1).selectOption("dog");
  await page.locator("ag-sentence .word").nth(3).selectOption("tea");
  await page.waitForFunction(() => location.hash === "#/?words=the,dog,drinks,tea");
  await twoFrames(page);
  const second = await assertComputed(page, lab);
  assert.notDeepEqual(second, first);
  await page.reload();
  await page.locator("ag-sentence ag-arcs svg").waitFor();
  assert.deepEqual(await assertComputed(page, lab), second);
  assert.equal(await page.locator("ag-sentence .word").nth(1).inputValue(), "dog");
  assert.deepEqual(problems, []);
  await close();
});

test("an address with a word that the home does not know shows the sentence that it begins with, and says so", async () => {
  const { page, close } = await openHome({}, "#/?words=the,gnu,drinks,tea");
  await page.locator(".link-message").waitFor();
  assert.equal(await page.locator("ag-sentence .word").nth(1).inputValue(), "cat");
  await close();
});

test("every number of the picture opens in its place into its arithmetic, from which one goes on to what it was made of", async () => {
  const { page, problems, close } = await openHome();
  const inspector = page.locator("ag-sentence ag-inspector");
  // Any click on a number opens it: none is open, and the page asks for one.
  assert.equal(await inspector.count(), 0);
  assert.match(await page.locator("ag-sentence .inspector").textContent(), /Choose any number/);
  const before = await page.evaluate(() => [scrollY, document.querySelector("ag-sentence").clientHeight]);
  const number = page.locator("ag-sentence ag-arcs .number").last();
  const shown = (await number.textContent()).trim();
  await number.click();
  await page.waitForFunction(
    (text) => document.querySelector("ag-sentence ag-inspector").shadowRoot.textContent.includes(`≈ ${text}`),
    shown,
  );
  // The other word is asked, and nothing has moved.
  assert.match(await inspector.evaluate((element) => element.shadowRoot.textContent), /milk/);
  assert.deepEqual(await page.evaluate(() => [scrollY, document.querySelector("ag-sentence").clientHeight]), before);
  await inspector.locator("a, button").first().click();
  await page.waitForFunction(() => document.querySelector("ag-sentence ag-lesson").model.trail.length > 1);
  assert.equal(await addressOf(page), `${site.address}#/`);
  assert.deepEqual(problems, []);
  await close();
});

test("what is rounded is nearly equal to what it was computed from: between the tables, in the arithmetic and as it is spoken", async () => {
  const { page, problems, close } = await openHome();
  const signs = () =>
    page.evaluate(() => {
      const arithmetic = document.querySelector("ag-sentence ag-inspector").shadowRoot;
      const [written, spoken] = [".equation", "[aria-live]"].map((one) => arithmetic.querySelector(one).textContent);
      const between = document.querySelector("ag-sentence .stage .equals").textContent;
      return { between, written: written.match(/[=≈]/g).join(""), spoken: spoken.match(/[=≈]/g).join("") };
    });
  await page.locator("ag-sentence ag-arcs .number").nth(1).click();
  await page.locator("ag-sentence ag-inspector .equation").waitFor();
  // 1 / 1.98: the number, its quotient, and three digits of that: more are not to be had of rounded numbers.
  assert.deepEqual(await signs(), { between: "≈", written: "≈≈", spoken: "≈≈" });
  const digits = page.locator("ag-sentence ag-inspector .notes button");
  await digits.click();
  // All digits of the numbers give all digits of the quotient, which are rounded after that.
  assert.deepEqual(await signs(), { between: "≈", written: "==≈", spoken: "≈≈" });
  await digits.click();
  const scores = page.locator("ag-sentence ag-filmstrip [data-step-id='attention.scores']");
  await scores.click();
  await page.waitForFunction(() => document.querySelector("ag-sentence .stage .equals")?.textContent === "=");
  await page.locator("ag-sentence .stage ag-matrix.result td").first().click();
  await page.locator("ag-sentence ag-inspector .equation").waitFor();
  assert.deepEqual(await signs(), { between: "=", written: "==", spoken: "==" });
  assert.deepEqual(problems, []);
  await close();
});

test("the border of what is computed has its corners, and where the strip of steps is cut, it fades", async () => {
  const { page, close } = await openHome();
  const { inner, outer, border, cut } = await page.evaluate(() => {
    const [living, player] = [".living", ".living .player"].map((one) => getComputedStyle(document.querySelector(one)));
    const list = document.querySelector(".living ag-filmstrip > ol");
    const [start, end] = ["::before", "::after"].map((one) => getComputedStyle(list, one));
    return {
      inner: player.borderEndStartRadius,
      outer: living.borderEndStartRadius,
      border: living.borderWidth,
      cut: [start, end].map(({ position, backgroundImage }) => `${position} ${backgroundImage.split("(")[0]}`),
    };
  });
  assert.equal(Number.parseFloat(inner), Number.parseFloat(outer) - Number.parseFloat(border));
  assert.deepEqual(cut, ["sticky linear-gradient", "sticky linear-gradient"]);
  await close();
});

test("play fills the tables of the sentence cell by cell", async () => {
  const { page, problems, close } = await openHome();
  await page.locator("ag-sentence [data-action=play]").click();
  await page.waitForFunction(() => {
    const result = document.querySelector("ag-sentence .stage ag-matrix.result");
    return result.filled !== null && result.filled > 0 && result.filled < result.step.data.length;
  });
  const listening = () =>
    page.locator("ag-sentence ag-arcs [data-query][aria-pressed=true]").getAttribute("data-query");
  const first = await page.waitForFunction(() => {
    const query = document.querySelector("ag-sentence ag-arcs").shadowRoot.querySelector("[aria-pressed=true]")
      .dataset.query;
    return query === "2" ? null : query;
  });
  assert.equal(await first.jsonValue(), "0", "the lines are those of the word that is played");
  // Another step, of which no number is played yet.
  await page.evaluate(() => document.querySelector("ag-sentence .player [data-action=next]").click());
  await page.waitForFunction(() => document.querySelector("ag-sentence .stage ag-matrix.result").filled === null);
  assert.equal(await listening(), "0", "they stay so where none is");
  assert.deepEqual(problems, []);
  await close();
});

test("a row of one number is played as fast as a single one: what follows it is seen soon", async () => {
  const { page, problems, close } = await openHome();
  // “the” asks for nothing, and listens to all words alike.
  const filled = page.evaluate(async () => {
    const found = new Set();
    for (let last = 0; last < 6; ) {
      await new Promise((done) => requestAnimationFrame(done));
      last = document.querySelector("ag-sentence .stage ag-matrix.result")?.filled ?? 0;
      found.add(last);
    }
    return [...found];
  });
  await page.locator("ag-sentence [data-action=play]").click();
  assert.deepEqual((await filled).slice(0, 3), [0, 4, 5]);
  assert.deepEqual(problems, []);
  await close();
});

test("the home shows a graph instead of the sentence: its lines are those of a run, each opens, and an edge that is drawn changes the run", async () => {
  const lab = await load();
  const { page, problems, close } = await openHome();
  await page.locator(".fronts a:not([aria-current])").click();
  await page.locator("ag-friends ag-graph .line").first().waitFor();
  assert.equal(await addressOf(page), `${site.address}#/?show=graph`);
  const places = ["h1", ".start", ".friends", "ag-graph", ".inspector", ".player"];
  const bottoms = await page.evaluate(
    (all) => all.map((place) => document.querySelector(`.front ${place}`).getBoundingClientRect().bottom),
    places,
  );
  for (const bottom of bottoms) assert.ok(bottom <= DESK.height, `${bottom}`);

  /** Compares every number that is drawn beside a line with a run of the library on what the page gives it. */
  const assertDrawn = async () => {
    const { inputs, drawn } = await page.evaluate(() => {
      const lesson = document.querySelector("ag-friends ag-lesson");
      const graph = lesson.querySelector("ag-graph, ag-graph-editor");
      const { lesson: shown, changes } = lesson.model;
      return {
        inputs: JSON.parse(JSON.stringify({ ...shown.inputs, ...changes })),
        drawn: graph.arcs.flatMap(({ mark }) => (mark ? [[mark.step, mark.index, mark.value]] : [])),
      };
    });
    const { steps } = lab.trace("gat-layer", nested(inputs));
    for (const [step, [head, target, source], value] of drawn) {
      const { shape, data } = steps.find(({ id }) => id === step);
      assert.equal(value, data[(head * shape[1] + target) * shape[2] + source], `${step} ${target} ${source}`);
    }
    return drawn.length;
  };
  // Seven friendships both ways, and six people who listen to themselves.
  assert.equal(await assertDrawn(), 20);
  // Ann and Fay meet.
  await page.locator("[data-action=edit-graph]").click();
  await page.locator("ag-graph-editor .node .body").nth(5).waitFor();
  const [ann, fay] = await Promise.all(
    [0, 5].map(async (at) => {
      const { x, y, width, height } = await page.locator("ag-graph-editor .node .body").nth(at).boundingBox();
      return [x + width / 2, y + height / 2];
    }),
  );
  await page.mouse.move(...ann);
  await page.mouse.down();
  await page.mouse.move((ann[0] + fay[0]) / 2, (ann[1] + fay[1]) / 2, { steps: 3 });
  await page.mouse.move(...fay);
  await page.mouse.up();
  await page.waitForFunction(
    () => document.querySelector("ag-friends ag-lesson").model.changes.graph?.edges.length === 8,
  );
  await twoFrames(page);
  assert.equal(await assertDrawn(), 22);
  await page.goBack();
  await page.locator("ag-sentence").waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("each unit and each lab has the picture that it opens with, whose numbers are those of its run", async () => {
  const { page, problems, close } = await openHome();
  const cards = page.locator(".home ag-card-picture");
  const count = await cards.count();
  assert.equal(count, 22);
  for (let at = 0; at < count; at += 1) {
    await cards.nth(at).scrollIntoViewIfNeeded();
    await cards.nth(at).locator(".card-picture figure").waitFor();
  }
  // A graph draws within an element of its own.
  await page.evaluate(() => {
    window.marksIn = (root) =>
      [...root.querySelectorAll("*")].flatMap((one) => [
        ...(one.matches("[data-step][data-index][data-value]") ? [one] : []),
        ...(one.shadowRoot ? window.marksIn(one.shadowRoot) : []),
      ]);
  });
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".card-picture")].every((one) => window.marksIn(one).length > 0),
  );
  const wrong = await page.evaluate(() =>
    [...document.querySelectorAll("ag-card-picture")].flatMap((card) => {
      const { steps } = card.drawn.runs.at(card.drawn.setting, card.drawn.shown.run);
      return window.marksIn(card).flatMap(({ dataset }) => {
        const step = steps.get(dataset.step);
        const index = dataset.index === "" ? [] : dataset.index.split(",").map(Number);
        const offset = step.shape.reduce((place, length, axis) => place * length + index[axis], 0);
        return Object.is(Number(dataset.value), step.data[offset])
          ? []
          : [`${card.entry} ${dataset.step} ${dataset.index}`];
      });
    }),
  );
  assert.deepEqual(wrong, []);
  // A picture lies within its card.
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll("ag-card-picture")].flatMap((card) => {
      const [outer, inner] = [card, card.querySelector(".card-picture")].map((one) => one.getBoundingClientRect());
      return inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1 || inner.left < outer.left - 1
        ? [card.entry]
        : [];
    }),
  );
  assert.deepEqual(cut, []);
  assert.deepEqual(problems, []);
  await close();
});

test("no card is empty when it comes into view: those below the window are drawn while nothing else is done", async () => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
  ]) {
    const { page, problems, close } = await openHome({ viewport });
    await page.locator(".home ag-card-picture").first().waitFor({ state: "attached" });
    await page.waitForFunction(() =>
      [...document.querySelectorAll("ag-card-picture")].every((card) => card.querySelector(".card-picture figure")),
    );
    assert.equal(await page.evaluate(() => scrollY), 0);
    assert.deepEqual(problems, []);
    await close();
  }
});

test("what was seen and answered of a unit is marked, and one goes on where one was", async () => {
  const { page, problems, close } = await openHome();
  assert.equal(await page.locator(".ways .on").count(), 0);
  assert.equal(await page.locator(".progress").count(), 0);
  await page.goto(`${site.address}#/units/self-attention/lookup`);
  await page.locator(".scene input[name=guess]").first().check();
  await page.locator(".commit").click();
  await page.locator(".scene[data-answered=true]").waitFor();
  await page.goto(`${site.address}#/units/self-attention/long-key`);
  await page.locator('[data-scene="long-key"]').first().waitFor();
  await page.goto(`${site.address}#/`);
  const progress = page.locator("[data-unit=self-attention] .progress");
  await progress.waitFor();
  assert.match(await progress.textContent(), /1 of \d+ answered/);
  assert.equal(await progress.locator("[data-state=answered]").count(), 1);
  assert.equal(await progress.locator("[data-state=seen]").count(), 1);
  assert.equal(await page.locator(".progress").count(), 1);
  assert.equal(await page.locator(".ways .on").getAttribute("href"), "#/units/self-attention/long-key");
  assert.match(await page.locator(".ways .on").textContent(), /Self-attention/);
  assert.deepEqual(problems, []);
  await close();
});

test("on a phone the header is one row, whose menu leads to every section; the way into the course is in the first screen", async () => {
  const { page, problems, close } = await openHome({ viewport: PHONE });
  for (const hash of ["#/", "#/units/self-attention/lookup", "#/algorithms/gat-layer", "#/exercises/attention-steps"]) {
    await page.goto(`${site.address}${hash}`);
    await page.locator("main > *").first().waitFor();
    const { height } = await page.locator("header.top").boundingBox();
    assert.ok(height <= 64, `${hash}: ${height}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), hash);
  }
  await page.goto(`${site.address}#/`);
  await page.locator(".start").waitFor();
  const start = await page.locator(".start").boundingBox();
  assert.ok(start.y + start.height <= PHONE.height);
  await page.locator(".menu-button").click();
  const links = page.locator(".menu .sections a");
  for (const link of await links.all()) assert.ok((await link.boundingBox()).height >= 44);
  await page.locator('.menu [href="#/labs"]').click();
  await page.locator("[data-lab-link]").first().waitFor();
  assert.equal(await page.locator(".menu .sections").isVisible(), false);
  assert.deepEqual(problems, []);
  await close();
});

test("the page has its own typeface with figures of one width, and asks for Korean letters in Korean alone", async () => {
  const fonts = async (options) => {
    const { page, close } = await openPage(site, { fresh: true, ...options });
    const asked = [];
    page.on("request", (request) => /\.woff2$/.test(request.url()) && asked.push(request.url()));
    await page.goto(`${site.address}#/`);
    await page.locator("ag-sentence ag-arcs svg").waitFor();
    const widths = await page.evaluate(() => {
      const line = document.createElement("span");
      line.className = "unseen-measure";
      document.body.append(line);
      const width = (text) => {
        line.textContent = text;
        return line.getBoundingClientRect().width;
      };
      const found = [..."0123456789"].map((digit) => Math.round(100 * width(digit.repeat(20))));
      line.remove();
      return found;
    });
    assert.equal(new Set(widths).size, 1, `${widths}`);
    assert.ok(await page.evaluate(() => document.fonts.check('1em "Attograph Sans"')));
    await close();
    return asked;
  };
  const english = await fonts({ locale: "en-US" });
  assert.ok(english.some((url) => /\/text-/.test(url)));
  assert.ok(!english.some((url) => /korean/.test(url)), `${english}`);
  const korean = await fonts({ locale: "ko-KR" });
  assert.ok(korean.some((url) => /korean-regular/.test(url)));
});

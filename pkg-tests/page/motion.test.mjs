/** Marks move from where they were to where they are: the animations are held and set to a time, so that no test waits. */
import assert from "node:assert/strict";
import { test } from "../shared/tests.mjs";
import { follow, goTo, scenes } from "./course.mjs";
import { openPage, twoFrames, useSite } from "./site.mjs";

const site = useSite();

/** Runs in the page: what the tests below ask of it. */
function install() {
  const roots = (node) => [
    node,
    ...[...node.querySelectorAll("*")].flatMap((element) => (element.shadowRoot ? roots(element.shadowRoot) : [])),
  ];
  const all = () => roots(document.querySelector("ag-scene")).flatMap((root) => root.getAnimations?.() ?? []);
  const moving = () =>
    roots(document.querySelector("ag-scene .figures")).flatMap((root) =>
      root instanceof ShadowRoot ? root.getAnimations() : [],
    );
  const within = (selector) =>
    roots(document.querySelector("ag-scene .figures")).flatMap((root) => [...root.querySelectorAll(selector)]);
  const box = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  };
  const figureOf = (element) => element.closest("figure") ?? figureOf(element.getRootNode().host);
  /** The places of marks when they were last found to stand still. */
  let settled = {};
  globalThis.motion = {
    /** Holds everything that moves, in the task that has begun it. */
    async hold(change) {
      // Nor does anything go on once the pictures have their sizes.
      Animation.prototype.play = () => {};
      change();
      for (let turn = 0; turn < 400; turn += 1) await Promise.resolve();
      for (const animation of moving()) animation.pause();
      return { count: moving().length, changed: this.changed() };
    },
    /** Waits until two frames leave the marks where they are: on a busy machine two frames may pass between two sizes that are tried. */
    async settle() {
      for (let before = ""; ; ) {
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        settled = this.places();
        const now = JSON.stringify(settled);
        if (now === before && document.querySelector("ag-scene .figures[data-fitting]") === null) return;
        before = now;
      }
    },
    /** The names of marks that are elsewhere than where they had settled. */
    changed() {
      const isElsewhere = ([name, place]) => name in settled && JSON.stringify(settled[name]) !== JSON.stringify(place);
      return Object.entries(this.places())
        .filter(isElsewhere)
        .map(([name]) => name);
    },
    /** What is seen outside of its picture when what is held begins, by more pixels than at its end, and the dots that are astray. Ends it. */
    async begunOutside() {
      await this.settle();
      // In one task: a control may go to its answer meanwhile, and draw something else.
      this.at(0);
      const begun = this.outside();
      const { dots, astray } = this.astray();
      this.end();
      const ended = this.outside();
      const outside = Object.entries(begun)
        .filter(([shape, over]) => over > Math.max(0, ended[shape] ?? 0) + 2)
        .map(([shape, over]) => `${shape} by ${Math.round(over)}`);
      return { dots, outside: astray > 0 ? [...outside, `${astray} of ${dots} dots`] : outside };
    },
    at(time) {
      for (const animation of moving()) animation.currentTime = time;
    },
    end() {
      for (const animation of all()) animation.finish();
    },
    /** By how many pixels the point of a curve that is furthest from its line is away from it: at each of these times. */
    fromLine(times) {
      return times.map((time) => {
        this.at(time);
        const away = within("svg circle.point").map((point) => {
          const line = [...point.ownerSVGElement.querySelectorAll("path.curve")].find(
            ({ dataset }) => dataset.move === point.dataset.along,
          );
          const [own, toScreen, length] = [box(point), line.getScreenCTM(), line.getTotalLength()];
          const [x, y] = [own.x + own.width / 2, own.y + own.height / 2];
          const along = Array.from({ length: 401 }, (_, part) =>
            line.getPointAtLength((length * part) / 400).matrixTransform(toScreen),
          );
          return Math.min(...along.map((at) => Math.hypot(at.x - x, at.y - y)));
        });
        return Math.round(Math.max(...away));
      });
    },
    /** How many lines of graphs are dashed. */
    dashes: () => within("path.line").filter((line) => getComputedStyle(line).strokeDasharray !== "none").length,
    /** What is written and can be read at a time. */
    read(time) {
      this.at(time);
      const opacityOf = (element) =>
        element instanceof Element ? getComputedStyle(element).opacity * opacityOf(element.parentNode) : 1;
      return within("svg text")
        .filter((text) => !text.closest(".leaving") && opacityOf(text) > 0.5)
        .map(({ textContent }) => textContent.trim());
    },
    /** How long the bars of each picture are. */
    bars: () =>
      within("svg").map((svg) => [...svg.querySelectorAll("rect.bar")].map((bar) => bar.getBoundingClientRect().width)),
    /** Where the bars of a step's first three cells are seen. */
    boxes: (step) =>
      Object.fromEntries(
        within(".mark")
          .filter(({ dataset }) => dataset.step === step)
          .slice(0, 3)
          .map((mark) => [mark.dataset.index, box(mark.querySelector("rect.bar"))]),
      ),
    /** The numbers that are drawn, by their cells. */
    numbers: () => within("[data-step]").map(({ dataset: { step, index, value } }) => `${step}[${index}] ${value}`),
    /** By the names by which marks are found again: where their shapes are, by their attributes. */
    places: () =>
      Object.fromEntries(
        within("[data-move]").map((mark) => [
          // A picture of another kind may have marks of the same names.
          `${mark.getRootNode().host.tagName} ${mark.dataset.move}`,
          [mark, ...mark.querySelectorAll("rect.bar, path.line, path.shaft, circle.dot, path.thread, text")].map(
            (shape) =>
              ["transform", "x", "y", "width", "cx", "cy", "r", "d", "stroke-width"].map((name) =>
                shape.getAttribute(name),
              ),
          ),
        ]),
      ),
    moving: () => moving().length,
    /** Words of one drawing that are seen through each other on the way, and not at its end: at each of these times, which rise. */
    crossing(times) {
      const seen = (element) => {
        let opacity = 1;
        for (let one = element; one instanceof Element; one = one.parentElement)
          opacity *= Number(getComputedStyle(one).opacity);
        return opacity;
      };
      const pairs = () => {
        const words = within("svg text").flatMap((element) => {
          const own = element.getBoundingClientRect();
          const isSeen = own.width > 0 && element.checkVisibility() && seen(element) > 0.25;
          return isSeen ? [{ word: element.textContent.trim(), own, drawing: element.ownerSVGElement }] : [];
        });
        return words.flatMap((one, at) =>
          words.slice(at + 1).flatMap((other) => {
            const [a, b] = [one.own, other.own];
            const over = [
              Math.min(a.right, b.right) - Math.max(a.left, b.left),
              Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
            ];
            // A line of type is higher than its letters.
            return one.drawing === other.drawing && over[0] > 3 && over[1] > 6 ? [`${one.word} / ${other.word}`] : [];
          }),
        );
      };
      const found = times.map((time) => {
        this.at(time);
        return pairs();
      });
      const end = new Set(found.pop());
      return [...new Set(found.flat())].filter((pair) => !end.has(pair));
    },
    /** By marks and shapes: by how many pixels they are seen outside of their drawing; words, which become longer, outside of their figure. */
    outside: () =>
      Object.fromEntries(
        within("svg [data-move]").flatMap((mark) => {
          const drawing = mark.closest("svg");
          return [mark, ...mark.querySelectorAll("*")].flatMap((shape, at) => {
            // A number that comes with its mark is not seen yet.
            const seen = shape.checkVisibility({ opacityProperty: true });
            if (!shape.matches("rect, circle, path, text") || !seen) return [];
            const [own, room] = [shape, shape.localName === "text" ? figureOf(drawing) : drawing].map((one) =>
              one.getBoundingClientRect(),
            );
            const over = [room.left - own.left, room.top - own.top, own.right - room.right, own.bottom - room.bottom];
            return [[`${mark.dataset.move} ${shape.localName} ${at}`, Math.max(...over)]];
          });
        }),
      ),
    /** The lines between nodes that are seen, and of which an end is at none of the circles, or which are seen in part: at each of these times. */
    torn(times) {
      const seen = (element) => {
        let opacity = 1;
        for (let one = element; one instanceof Element; one = one.parentElement)
          opacity *= Number(getComputedStyle(one).opacity);
        return opacity > 0.25;
      };
      return times.flatMap((time) => {
        this.at(time);
        return within("svg [data-edge] .line").flatMap((line) => {
          if (!seen(line)) return [];
          const name = `${line.closest("[data-move]").dataset.move} after ${time} ms`;
          const [length, dashes] = [line.getTotalLength(), getComputedStyle(line).strokeDasharray];
          if (dashes.split(",").some((dash) => Number.parseFloat(dash) > length / 4)) return [`${name}: ${dashes}`];
          const circles = [...line.closest("svg").querySelectorAll("[data-node] .body")].map((circle) => box(circle));
          const toScreen = line.getScreenCTM();
          // The head of an arrow is at the end of its line.
          const head = 6 + 1.4 * Number.parseFloat(getComputedStyle(line).strokeWidth);
          return [0, length].flatMap((along) => {
            const { x, y } = line.getPointAtLength(along).matrixTransform(toScreen);
            const away = circles.map((circle) => {
              const radius = circle.width / 2;
              return Math.hypot(x - circle.x - radius, y - circle.y - radius) - radius;
            });
            const least = Math.min(...away);
            return least > (head + 4) * toScreen.a ? [`${name}: ${Math.round(least)} from its node`] : [];
          });
        });
      });
    },
    /** How wide the narrowest of what a selector finds is: at each of these times. */
    narrowest(selector, times) {
      return times.map((time) => {
        this.at(time);
        return Math.round(Math.min(...within(selector).map((one) => one.getBoundingClientRect().width)));
      });
    },
    /** The heads of lines that are seen away from the end of their line: at each of these times. */
    headsAlone(times) {
      return times.flatMap((time) => {
        this.at(time);
        return within("svg [data-edge]").flatMap((edge) => {
          const [line, head] = [".line", ".head"].map((part) => edge.querySelector(part));
          if (!line || !head || Number(getComputedStyle(head).opacity) <= 0.25) return [];
          const { x, y } = line.getPointAtLength(line.getTotalLength()).matrixTransform(line.getScreenCTM());
          const { x: left, y: top, width, height } = box(head);
          const away = Math.hypot(left + width / 2 - x, top + height / 2 - y);
          return away > Math.hypot(width, height) ? [`${edge.dataset.move} after ${time} ms: ${Math.round(away)}`] : [];
        });
      });
    },
    /** How much is seen of what a selector finds. */
    opacities: (selector) => within(selector).map((one) => Number(getComputedStyle(one).opacity)),
    /** How many shapes of marks that have gone are drawn. */
    gone: () => within("svg .leaving:not(.sent) path, svg .leaving:not(.sent) rect").length,
    /** How many dots that nodes send are in none of their circles. */
    astray: () => {
      const centers = within("svg circle.sent").map((dot) => [dot, box(dot)]);
      const isIn = (dot, { x, y, width, height }) =>
        [...dot.closest("svg").querySelectorAll("[data-node] circle")].map(box).some((circle) => {
          const away = [x + width / 2 - circle.x - circle.width / 2, y + height / 2 - circle.y - circle.height / 2];
          return Math.hypot(...away) < circle.width / 2;
        });
      return { dots: centers.length, astray: centers.filter(([dot, at]) => !isIn(dot, at)).length };
    },
    /** How many lines have a halo, which would be read as the width that they will have. */
    halos: () => within("svg .edge .halo").filter((halo) => getComputedStyle(halo).stroke !== "none").length,
    /** Which rows of the last table are seen where each of these is, at any of these times, which rise: what has ended is not found any more. */
    over(rows, times) {
      const table = within("ag-matrix").at(-1).shadowRoot;
      const seen = rows.map(() => new Set());
      for (const time of times) {
        this.at(time);
        for (const [at, row] of rows.entries()) {
          const { x, y, width, height } = box(table.querySelector(`tr[data-row="${row}"]`).cells[1]);
          const found = table.elementFromPoint(x + width / 2, y + height / 2);
          seen[at].add(found?.closest("tr")?.dataset.row);
        }
      }
      return seen.map((all) => [...all].sort());
    },
    /** By how many pixels the bars of a picture are away from the line that they begin at: at most, at each of these times. */
    fromZero(times) {
      const [zero] = within("svg .zero");
      const bars = [...zero.closest("svg").querySelectorAll("rect.bar")];
      return times.map((time) => {
        this.at(time);
        const at = zero.getBoundingClientRect().x;
        const away = bars.map(box).map(({ x, width }) => Math.min(Math.abs(x - at), Math.abs(x + width - at)));
        return Math.round(Math.max(...away));
      });
    },
    /** How many dots that nodes send are neither in a circle nor on a line: at each of these times. */
    besideLines(times) {
      const near = (dot) => {
        const svg = dot.closest("svg");
        const own = box(dot);
        const at = { x: own.x + own.width / 2, y: own.y + own.height / 2 };
        const isIn = [...svg.querySelectorAll("[data-node] .body")].map(box).some(({ x, y, width }) => {
          const radius = width / 2;
          return Math.hypot(at.x - x - radius, at.y - y - radius) < radius + own.width;
        });
        return (
          isIn ||
          [...svg.querySelectorAll("[data-edge] .line")].some((line) => {
            const [length, toScreen] = [line.getTotalLength(), line.getScreenCTM()];
            return Array.from({ length: 41 }, (_, part) => line.getPointAtLength((length * part) / 40)).some(
              (point) => {
                const { x, y } = point.matrixTransform(toScreen);
                return Math.hypot(at.x - x, at.y - y) < own.width / 2;
              },
            );
          })
        );
      };
      return times.map((time) => {
        this.at(time);
        return within("svg circle.sent").filter((dot) => !near(dot)).length;
      });
    },
    /** What is read at the bar of a cell, and how long the bar is, as a part of its way from the one length to the other: at each of these times. */
    readings(cell, times) {
      const [mark] = within(".mark").filter(({ dataset }) => dataset.index === cell);
      const bar = mark.querySelector("rect.bar");
      const length = (time) => {
        this.at(time);
        return bar.getBoundingClientRect().width;
      };
      const [from, to] = [length(0), Number(bar.getAttribute("width")) * bar.getScreenCTM().a];
      return times.map((time) => {
        const part = (length(time) - from) / (to - from);
        const row = box(bar);
        const texts = mark.ownerSVGElement.querySelectorAll(".mark text, .leaving text");
        const read = [...texts].filter((text) => {
          const { y, height } = box(text);
          const isHere = y + height / 2 > row.y && y + height / 2 < row.y + row.height;
          return isHere && Number(getComputedStyle(text).opacity) > 0.25;
        });
        return { part, texts: read.map((text) => text.textContent.trim()) };
      });
    },
    /** How many dots that nodes send are on their way at a time, and how many of them around a loop. */
    sent(time) {
      this.at(time);
      const dots = within("svg circle.sent");
      const isOnLoop = (dot) => {
        const { x, y, width } = box(dot);
        return [...dot.closest("svg").querySelectorAll("[data-edge]")].some((edge) => {
          const [one, other] = JSON.parse(edge.dataset.ends);
          const line = edge.querySelector(".line");
          const [length, toScreen] = [line.getTotalLength(), line.getScreenCTM()];
          const points = Array.from({ length: 41 }, (_, part) => line.getPointAtLength((length * part) / 40));
          return (
            one === other &&
            points.some((point) => {
              const at = point.matrixTransform(toScreen);
              return Math.hypot(x + width / 2 - at.x, y + width / 2 - at.y) < width / 2;
            })
          );
        });
      };
      return { dots: dots.length, onLoops: dots.filter(isOnLoop).length };
    },
    /** The numbers of nodes that are seen at a time, in the order of the nodes, whether they stay or leave. */
    seen(selector, time) {
      this.at(time);
      const opacityOf = (element) =>
        element instanceof Element ? getComputedStyle(element).opacity * opacityOf(element.parentNode) : 1;
      const texts = within(selector).filter(
        (text) => /^[\d.]+$/.test(text.textContent.trim()) && opacityOf(text) > 0.5,
      );
      const place = (text) =>
        within("svg [data-node]").findIndex((node) => {
          const [circle, own] = [box(node.querySelector(".body")), box(text)];
          return Math.hypot(own.x + own.width / 2 - circle.x - circle.width / 2, own.y - circle.y) < circle.width;
        });
      return texts.sort((one, other) => place(one) - place(other)).map(({ textContent }) => textContent.trim());
    },
    slide(control, to) {
      const slider = document.querySelector(`[data-control=${control}]`);
      slider.value = String(to);
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    },
    /** All that comes does so at once, as where a number is opened meanwhile; what comes one after the other is looked at in its own tests. */
    reveal(answer = true) {
      const scene = document.querySelector("ag-scene");
      scene.answer = answer;
      const opened = new CustomEvent("ag-select", { detail: { step: "", index: [] } });
      if (answer) scene.updateComplete.then(() => scene.querySelector(".scene-picture").dispatchEvent(opened));
    },
  };
}

async function open(hash, options = {}) {
  const opened = await openPage(site, { reducedMotion: "no-preference", ...options });
  await goTo(opened.page, site, hash);
  await opened.page.locator("ag-scene .figures [data-move]").first().waitFor({ state: "attached" });
  await twoFrames(opened.page);
  await opened.page.evaluate(install);
  return opened;
}

const STEP = "attention/multi-head.output";
const boxes = (page, step = STEP) => page.evaluate((of) => globalThis.motion.boxes(of), step);
const reveal = (page) => page.evaluate(() => globalThis.motion.hold(() => globalThis.motion.reveal()));
const moved = async (page) => (await reveal(page)).count;
const near = (one, other) => Math.abs(one - other) < 0.75;

test("three marks are between their places during a reveal, and at their new ones after it; what is read is the target at once", async () => {
  const { page, problems, close } = await open("#/units/layers/residual");
  const before = await boxes(page);
  assert.ok((await moved(page)) > 3, "marks move");
  const numbers = await page.evaluate(() => globalThis.motion.numbers());
  await page.evaluate(() => globalThis.motion.at(0));
  const start = await boxes(page);
  await page.evaluate(() => globalThis.motion.at(90));
  const between = await boxes(page);
  await page.evaluate(() => globalThis.motion.end());
  const after = await boxes(page);
  assert.equal(Object.keys(before).length, 3);
  for (const [cell, { height }] of Object.entries(before)) {
    assert.ok(near(start[cell].height, height), `the bar of ${cell} begins as high as it was`);
    const [low, high] = [height, after[cell].height].toSorted((one, other) => one - other);
    const now = between[cell].height;
    assert.ok(low < now && now < high, `the bar of ${cell}: ${height}, ${now}, ${after[cell].height}`);
  }
  assert.deepEqual(await page.evaluate(() => globalThis.motion.numbers()), numbers);
  assert.equal(await page.evaluate(() => globalThis.motion.moving()), 0);
  assert.deepEqual(problems, []);
  await close();
});

test("with reduced motion everything is at its place at once", async () => {
  const { page, close } = await open("#/units/layers/residual", { reducedMotion: "reduce" });
  assert.equal(await moved(page), 0);
  // A picture that is fitted to its room anew is drawn anew, without motion as well.
  await settledPlaces(page);
  assert.equal(await page.evaluate(() => globalThis.motion.moving()), 0);
  const after = await boxes(page);
  await page.evaluate(() => globalThis.motion.end());
  assert.deepEqual(await boxes(page), after);
  await close();
});

test("an interrupted motion goes on from where it is, and ends at the last target", async () => {
  const { page, close } = await open("#/units/self-attention/sharpness/answer");
  const width = async () => Object.values(await boxes(page, "attention.weights"))[0].width;
  const slide = (to) =>
    page.evaluate((value) => globalThis.motion.hold(() => globalThis.motion.slide("length", value)), to);
  const [least, most] = await page.evaluate(() => {
    const { min, max } = document.querySelector("[data-control=length]");
    return [min, max];
  });
  await slide(least);
  await page.evaluate(() => globalThis.motion.end());
  const low = await width();
  await slide(most);
  await page.evaluate(() => globalThis.motion.at(100));
  const on = await width();
  assert.ok(Math.abs(on - low) > 1, `the bar is under way: ${on}`);
  await slide(least);
  await page.evaluate(() => globalThis.motion.at(0));
  const turned = await width();
  assert.ok(near(turned, on), `it turns where it is: ${turned} instead of ${on}`);
  await page.evaluate(() => globalThis.motion.end());
  const ended = await width();
  assert.ok(near(ended, low), `it ends at ${ended} instead of ${low}`);
  await close();
});

test("a number is read where its mark is: what it was until half-way, what it is from there, and none that the run has not", async () => {
  const { page, close } = await open("#/units/self-attention/sharpness/answer");
  const slide = (to) =>
    page.evaluate((value) => globalThis.motion.hold(() => globalThis.motion.slide("length", value)), to);
  const [least, most] = await page.evaluate(() => {
    const { min, max } = document.querySelector("[data-control=length]");
    return [min, max];
  });
  const read = () => page.evaluate(() => globalThis.motion.readings("0,1", [0])[0].texts);
  await slide(least);
  await page.evaluate(() => globalThis.motion.end());
  await twoFrames(page);
  const [before] = await read();
  await slide(most);
  const readings = await page.evaluate(
    (times) => globalThis.motion.readings("0,1", times),
    [0, 40, 80, 120, 200, 300, 599],
  );
  const after = readings.at(-1).texts[0];
  assert.notEqual(before, after);
  assert.deepEqual(readings[0].texts, [before]);
  for (const { part, texts } of readings)
    for (const text of texts) assert.ok(text === (part < 0.5 ? before : after), `${text} at ${part} of the way`);
  // Where it is interrupted, and where it ends, there is one number.
  await slide(least);
  await page.evaluate(() => globalThis.motion.end());
  await twoFrames(page);
  assert.deepEqual(await read(), [before]);
  await close();
});

test("bars begin at their line, also where it moves", async () => {
  const { page, close } = await open("#/units/scaling/deviation/answer");
  await page.evaluate(() => globalThis.motion.hold(() => globalThis.motion.slide("deviation", 0.5)));
  const times = [0, 60, 120, 300, 599];
  const away = await page.evaluate((at) => globalThis.motion.fromZero(at), times);
  assert.ok(Math.max(...away) <= 2, `${away.join()} pixels away after ${times.join()} ms`);
  await close();
});

test("bars of another step that come beside some that stay grow from their axis, and are not those once more", async () => {
  const [stays, ...come] = await lengthsBegun("learning/row");
  assert.ok(Math.min(...stays) > 20, stays.join());
  assert.equal(come.length, 2);
  for (const lengths of come) assert.ok(Math.max(...lengths) < 2, lengths.join());
});

test("the points of a curve that gets longer are on its line all the time", async () => {
  const { page, close } = await open("#/units/depth/alike");
  await page.evaluate(() => globalThis.motion.hold(() => globalThis.motion.reveal()));
  const away = await page.evaluate(() => globalThis.motion.fromLine([0, 60, 120, 300, 599]));
  assert.ok(Math.max(...away) <= 3, `${away.join()} pixels away`);
  await close();
});

/** How long the bars of each picture are when a reveal begins. */
async function lengthsBegun(scene) {
  const { page, close } = await open(`#/units/${scene}`);
  await page.evaluate(() => globalThis.motion.hold(() => globalThis.motion.reveal()));
  const lengths = await page.evaluate(() => {
    globalThis.motion.at(0);
    return globalThis.motion.bars();
  });
  await close();
  return lengths;
}

test("of two pictures that an answer brings, both begin with what was there before, and none with the other", async () => {
  const [first, second, ...others] = await lengthsBegun("layers/lone");
  assert.deepEqual(others, []);
  for (const [one = 0, two = 0, three = 0] of [first, second]) {
    assert.ok(Math.abs(two / one - 3) < 0.2, `${two} for 3, ${one} for 1`);
    assert.ok(Math.abs(three / one - 2) < 0.2, `${three} for 2, ${one} for 1`);
  }
});

test("what comes beside a picture that shows something else with the answer begins with what that has shown", async () => {
  const [first, second] = await lengthsBegun("layers/sizes");
  assert.ok(first[2] > 20 * first[0], `${first.join()} for 0.2, 0.2, 30, 10`);
  assert.ok(second[2] > 20 * second[0], `${second.join()} for 0.2, 0.2, 30, 10`);
});

test("rows of a table that has the same names in another order glide from there", async () => {
  const { page, close } = await open("#/units/self-attention/mean");
  await follow(page, "#/units/self-attention/order");
  await page.locator("ag-scene[data-scene=order], article[data-scene=order]").first().waitFor();
  await page.locator("ag-scene .figures ag-matrix td").first().waitFor();
  await twoFrames(page);
  assert.equal(await moved(page), 2, "the two rows that change places move");
  await settledPlaces(page);
  const times = [0, 400, 750, 800, 850, 900, 1000, 1050, 1100, 1150, 1200, 1400, 1599];
  const over = await page.evaluate((times) => globalThis.motion.over([1, 3, 2], times), times);
  assert.deepEqual(
    over,
    [["1"], ["1", "3"], ["1", "2", "3"]],
    "the first that goes is never cut through, the second passes below it alone, and both above the row between them",
  );
  await page.evaluate(() => globalThis.motion.end());
  await close();
});

test("a caption that comes with the answer is read at once, and seen once its picture is there; one that stays is seen all the time", async () => {
  const { page, problems, close } = await open("#/units/graph-attention/reason");
  const texts = () => page.locator("ag-scene figcaption").allTextContents();
  const before = await texts();
  assert.ok((await moved(page)) > 0, "marks move");
  const after = await texts();
  assert.deepEqual(
    after.map((text, at) => text !== before[at]),
    [true, false, true],
  );
  const seen = (time) =>
    page.evaluate(
      (time) =>
        [...document.querySelectorAll("ag-scene figcaption")].map((caption) => {
          for (const animation of caption.getAnimations()) {
            animation.pause();
            animation.currentTime = time;
          }
          return Number(getComputedStyle(caption).opacity);
        }),
      time,
    );
  assert.deepEqual(await seen(300), [0, 1, 0]);
  assert.deepEqual(await seen(2000), [1, 1, 1]);
  assert.deepEqual(problems, []);
  await close();
});

test("a table that came stands in the order in which it begins, and its rows lie flat, until it was seen", async () => {
  const { page, close } = await open("#/units/graphs/order");
  await moved(page);
  await settledPlaces(page);
  const lines = (time) =>
    page.evaluate((time) => {
      globalThis.motion.at(time);
      const [, table] = document.querySelectorAll("ag-scene .figures ag-matrix");
      return [...table.shadowRoot.querySelectorAll("tbody tr")].map((line) => ({
        top: Math.round(line.getBoundingClientRect().top),
        lifted: /[1-9]\d*(\.\d+)?px/.test(getComputedStyle(line).boxShadow),
      }));
    }, time);
  const [begins, seen, going] = [await lines(0), await lines(600), await lines(850)];
  const tops = (all) => all.map(({ top }) => top);
  assert.deepEqual(
    tops(begins),
    tops(begins).toSorted((one, other) => other - one),
    "Ann is first, in the table's last row",
  );
  assert.deepEqual(seen, begins);
  assert.ok(begins.every(({ lifted }) => !lifted));
  assert.notDeepEqual(tops(going), tops(begins));
  assert.deepEqual(
    going.map(({ lifted }) => lifted),
    [true, false, false, false, false, false],
    "what is put to its place",
  );
  await page.evaluate(() => globalThis.motion.end());
  await close();
});

/** Waits until pictures were fitted to their room, and the marks stand still. */
const settledPlaces = (page) => page.evaluate(() => globalThis.motion.settle());

/** Moments of a reveal in milliseconds, the last of which is its end. */
const MOMENTS = [20, 60, 100, 140, 180, 240, 320, 420, 599];

test("words do not pass through each other in a reveal: in arcs, between graphs, along paths", async () => {
  const { page, problems, close } = await open("#/units/self-attention/mean");
  for (const place of [
    "self-attention/dynamic",
    "depth/unrolled",
    "learning/chain",
    "node-positions/random",
    "graph-networks/own",
  ]) {
    await follow(page, `#/units/${place}`);
    await page.locator(`article[data-scene="${place.split("/")[1]}"]`).waitFor();
    await settledPlaces(page);
    await page.evaluate(() => globalThis.motion.end());
    assert.ok((await moved(page)) > 0, place);
    // Pictures that get another size meanwhile have their ways anew.
    await settledPlaces(page);
    assert.deepEqual(await page.evaluate((times) => globalThis.motion.crossing(times), MOMENTS), [], place);
    await page.evaluate(() => globalThis.motion.reveal(false));
  }
  assert.deepEqual(problems, []);
  await close();
});

test("words that were there can be read on their way; those that are new come once they have passed", async () => {
  const { page, problems, close } = await open("#/units/self-attention/mean");
  await begun(page, "self-attention/dynamic");
  const read = await page.evaluate(() => globalThis.motion.read(120));
  const count = (word) => read.filter((one) => one === word).length;
  assert.deepEqual(["I", "like", "this", "movie"].map(count), [2, 2, 2, 2], read.join());
  assert.deepEqual(["do", "not"].map(count), [0, 0], read.join());
  assert.deepEqual(problems, []);
  await close();
});

test("lines whose widths are asked for are dashed before the answer, and no others", async () => {
  const { page, problems, close } = await open("#/units/self-attention/mean");
  const lines = () => page.evaluate(() => globalThis.motion.dashes());
  for (const [place, dashed] of [
    ["graph-attention/directions", 6],
    ["graph-attention/steps", 0],
  ]) {
    await follow(page, `#/units/${place}`);
    await page.locator(`article[data-scene="${place.split("/")[1]}"]`).waitFor();
    await settledPlaces(page);
    assert.equal(await lines(), dashed, place);
    await reveal(page);
    assert.equal(await lines(), 0, `${place}: with the answer`);
    await page.evaluate(() => globalThis.motion.end());
    await page.evaluate(() => globalThis.motion.reveal(false));
  }
  assert.deepEqual(problems, []);
  await close();
});

/** Moments at which dots are on their lines. */
const TRAVELING = [150, 250, 460, 520, 600, 800];

test("lines of graphs are whole in each moment of a reveal: they bend, part, come and go without gaps", async () => {
  const { page, problems, close } = await open("#/units/self-attention/mean");
  for (const place of [
    ...["graphs/itself", "graphs/symmetric", "graphs/molecule", "graph-attention/equal"],
    "depth/unrolled",
  ]) {
    await follow(page, `#/units/${place}`);
    await page.locator(`article[data-scene="${place.split("/")[1]}"]`).waitFor();
    await settledPlaces(page);
    await page.evaluate(() => globalThis.motion.end());
    assert.equal(await page.evaluate(() => globalThis.motion.halos()), 0, `${place}: what nobody points to has a halo`);
    const torn = () => page.evaluate((times) => globalThis.motion.torn(times), MOMENTS);
    let count = await moved(page);
    assert.deepEqual(await torn(), [], place);
    const beside = await page.evaluate((times) => globalThis.motion.besideLines(times), TRAVELING);
    assert.deepEqual(
      beside,
      TRAVELING.map(() => 0),
      `${place}: dots beside the lines`,
    );
    await page.evaluate(() => globalThis.motion.end());
    // Another choice, as the controls that go to the answer make it.
    count += await page.evaluate(async () => {
      const other = document.querySelector(".controls input[type=radio]:not(:checked)");
      return other ? (await globalThis.motion.hold(() => other.click())).count : 0;
    });
    assert.deepEqual(await torn(), [], `${place}: another choice`);
    assert.ok(count > 0, place);
    await page.evaluate(() => globalThis.motion.end());
    await page.evaluate(() => globalThis.motion.reveal(false));
  }
  assert.deepEqual(problems, []);
  await close();
});

test("what nodes send is seen with each choice, by loops as well, and until it arrives each node has what it sends", async () => {
  const { page, problems, close } = await open("#/units/graphs/itself");
  const sent = () => page.evaluate((time) => globalThis.motion.sent(time), 700);
  const brought = (time) => page.evaluate((at) => globalThis.motion.seen("svg text", at), time);
  await moved(page);
  // With loops Ann has a neighbor and herself to send to.
  assert.deepEqual(await sent(), { dots: 2, onLoops: 1 });
  assert.deepEqual((await brought(0)).slice(0, 1), ["1"]);
  await page.evaluate(() => globalThis.motion.end());
  const choose = (choice) =>
    page.evaluate((at) => {
      const radio = document.querySelector(`.controls input[type=radio][value="${at}"]`);
      return globalThis.motion.hold(() => radio.click());
    }, choice);
  await choose("without");
  assert.deepEqual(await sent(), { dots: 1, onLoops: 0 }, "without loops");
  // What the former choice has brought is no longer read, what this one brings not yet.
  assert.deepEqual(await brought(400), ["1", "0", "0", "0", "0", "0"]);
  await page.evaluate(() => globalThis.motion.end());
  await twoFrames(page);
  assert.deepEqual(await brought(0), ["0", "0.577", "0", "0", "0", "0"]);
  await choose("with");
  assert.deepEqual(await sent(), { dots: 2, onLoops: 1 }, "back again");
  assert.deepEqual(problems, []);
  await close();
});

/** Goes to a scene and reveals its answer, and waits until its pictures have their sizes, with what moves at its beginning. */
async function begun(page, place) {
  await page.evaluate(() => globalThis.motion.reveal(false));
  await follow(page, `#/units/${place}`);
  await page.locator(`article[data-scene="${place.split("/")[1]}"]`).waitFor();
  await settledPlaces(page);
  await page.evaluate(() => globalThis.motion.end());
  assert.ok((await moved(page)) > 0, place);
  await settledPlaces(page);
}

test("what a reveal leaves is whole on its way: boxes keep their numbers, heads their lines, and what has gone does not float off", async () => {
  const { page, problems, close } = await open("#/units/self-attention/mean");
  for (const place of ["learning/chain", "learning/past"]) {
    await begun(page, place);
    const widths = await page.evaluate((times) => globalThis.motion.narrowest("svg .mark rect.box", times), MOMENTS);
    assert.ok(Math.min(...widths) > 20, `${place}: boxes of ${widths.join()} pixels`);
  }
  await begun(page, "graph-networks/own");
  assert.deepEqual(await page.evaluate((times) => globalThis.motion.headsAlone(times), MOMENTS), []);
  await begun(page, "graph-networks/layer");
  assert.equal(await page.evaluate(() => globalThis.motion.gone()), 0);
  await begun(page, "sequences/bottleneck");
  const cells = await page.evaluate(() => globalThis.motion.narrowest("svg .mark rect.cell", [0]));
  assert.deepEqual(cells, [0], "the states of another run are not those of this one");
  assert.deepEqual(problems, []);
  await close();
});

test("a table that takes another's place comes with its curve, and the other is in sight until then", async () => {
  const { page, problems, close } = await open("#/units/sequences/order");
  await follow(page, "#/units/sequences/tasks");
  await page.locator("ag-scene .figures ag-matrix td").first().waitFor();
  await settledPlaces(page);
  await page.evaluate(openFormer);
  const { fitting, symbols } = await page.evaluate(async () => {
    // In one task: the pictures have their sizes in the next frame.
    await globalThis.motion.hold(() => globalThis.motion.reveal());
    // What the scene before has left may still be fading.
    const former = [...document.querySelectorAll(".former")].at(-1);
    const shown = [...former.shadowRoot.querySelectorAll("[slot=caption] > *")].filter((one) => one.checkVisibility());
    return { ...document.querySelector("ag-scene .figures").dataset, symbols: shown.length };
  });
  assert.deepEqual({ fitting, symbols }, { fitting: "all", symbols: 1 });
  assert.deepEqual(problems, []);
  await close();
});

test("numbers are seen at each of the many stops that a slider goes through", async () => {
  const { page, close } = await open("#/units/scaling/grow");
  const unseen = await page.evaluate(async () => {
    globalThis.motion.reveal();
    const found = new Set();
    for (let frame = 0; frame < 40; frame += 1) {
      await new Promise(requestAnimationFrame);
      for (const opacity of globalThis.motion.opacities("svg text.number")) if (opacity < 1) found.add(opacity);
    }
    return [...found];
  });
  assert.deepEqual(unseen, []);
  await close();
});

test("in every scene whose marks change their places with the answer, something moves, and stays inside its picture", async () => {
  const { page, problems, close } = await open("#/units/self-attention/mean");
  let [all, sent] = [0, 0];
  for (const {
    unit,
    scene: { id: scene },
  } of scenes) {
    await page.evaluate((hash) => {
      globalThis.motion.reveal(false);
      location.hash = hash;
    }, `#/units/${unit}/${scene}`);
    await page.locator(`article[data-scene="${scene}"]`).waitFor();
    const { count, changed, dots, outside } = await page.evaluate(async () => {
      await globalThis.motion.settle();
      // In the task of the change, before a narrower room draws anything anew.
      const held = await globalThis.motion.hold(() => globalThis.motion.reveal());
      return { ...held, ...(await globalThis.motion.begunOutside()) };
    });
    sent += dots;
    assert.deepEqual(outside, [], `${unit}/${scene}: what is outside of its picture`);
    if (changed.length === 0) continue;
    all += 1;
    assert.ok(count > 0, `${unit}/${scene}: ${changed.length} marks change, such as ${changed[0]}`);
  }
  assert.ok(all >= 30, `only ${all} scenes move`);
  assert.ok(sent > 50, `only ${sent} dots are sent`);
  assert.deepEqual(problems, []);
  await close();
});

/** How much slower than it is the machine seems to be. */
const THROTTLED = 6;

/** Runs in the page before anything else: what is kept in sight of a former picture can be looked at. */
function openFormer() {
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (options) {
    return attachShadow.call(this, this.className === "former" ? { ...options, mode: "open" } : options);
  };
}

/** Runs in the page: gives the answer or goes to another scene, and returns of each frame until the pictures have their sizes how many of them are in sight. */
async function framesOf(to) {
  const opacityOf = (element) => Number(getComputedStyle(element).opacity);
  /** Whether a picture is seen, within something of an opacity: what comes while another goes is half seen at least once. */
  const drawn = (picture, around) => {
    const root = picture.shadowRoot ?? picture;
    const shown = picture.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const seen = opacityOf(around) * opacityOf(picture) * opacityOf(root.querySelector("svg") ?? picture);
    return shown && seen > 0.3 && [...root.querySelectorAll("*")].some((one) => one.getBoundingClientRect().height > 0);
  };
  const inSight = () => {
    const now = [...document.querySelectorAll(".scene-picture > .figures > figure > :first-child")];
    const former = [...document.querySelectorAll(".scene-picture > .former")].flatMap((layer) =>
      [...layer.shadowRoot.querySelectorAll("div > div > *")].filter((picture) => drawn(picture, layer)),
    );
    return now.filter((picture) => drawn(picture, picture.parentElement)).length + former.length;
  };
  const isFitting = () => document.querySelector(".figures[data-fitting]") !== null;
  /** After what is drawn in a frame. */
  const painted = () =>
    new Promise((done) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = done;
        port2.postMessage(null);
      }),
    );
  const frames = [inSight()];
  const shown =
    to && new Promise((done) => document.querySelector("ag-app").addEventListener("ag-shown", done, { once: true }));
  if (to) location.hash = to;
  else document.querySelector("ag-scene").answer = true;
  let arrived = !to;
  shown?.then(() => {
    arrived = true;
  });
  // Most are fitted between two frames.
  let fitted = 0;
  const fits = new MutationObserver((records) => {
    fitted += records.length;
  });
  fits.observe(document.body, { subtree: true, attributeFilter: ["data-fitting"] });
  for (let quiet = 0; !arrived || quiet < 4; quiet = isFitting() ? 0 : quiet + 1) {
    await painted();
    frames.push(inSight());
  }
  fits.disconnect();
  const formers = [...document.querySelectorAll(".former")];
  await Promise.all(formers.flatMap((layer) => layer.getAnimations().map(({ finished }) => finished)));
  for (let frame = 0; frame < 2; frame += 1) await painted();
  return { frames, fitted, left: document.querySelectorAll(".former").length };
}

/** How many pictures are in sight in each frame of a change, on a machine that seems to be slow. */
async function slowFrames(page, to = null) {
  await page.waitForFunction(() => document.querySelector(".figures:not([data-fitting]) > figure > :first-child"));
  await twoFrames(page);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: THROTTLED });
  const found = await page.evaluate(framesOf, to);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await session.detach();
  return found;
}

test("no frame of a reveal has an empty stage, nor one of the way to the next scene, however slow the machine is", async () => {
  const { page, problems, close } = await openPage(site, { reducedMotion: "no-preference" });
  await page.addInitScript(openFormer);
  const others = scenes.filter(({ scene: { shown } }) => shown.some(({ when }) => when));
  assert.ok(others.length > 8);
  await goTo(page, site, "#/units/self-attention/lookup");
  await page.locator('article[data-scene="lookup"]').waitFor();
  let all = 0;
  for (const [at, { unit, scene }] of others.entries()) {
    if (at % Math.ceil(others.length / 8) !== 0) continue;
    const place = `${unit}/${scene.id}`;
    for (const to of [`#/units/${place}`, null]) {
      const { frames, fitted, left } = await slowFrames(page, to);
      all += fitted;
      assert.ok(!frames.includes(0), `${place}: pictures in each frame ${frames.join()}`);
      assert.equal(left, 0, `${place}: a former picture is left`);
    }
  }
  assert.ok(all > 0, "no picture had to be fitted");
  assert.deepEqual(problems, []);
  await close();
});

/** The sizes of what is painted, from before the answer until nothing is fitted any more. */
async function paintedSizes() {
  const figures = document.querySelector(".scene-picture > .figures");
  const size = () => figures.style.getPropertyValue("--ag-share");
  const sizes = [size()];
  document.querySelector("ag-scene").answer = true;
  for (let quiet = 0; quiet < 20; quiet = figures.dataset.fitting === undefined ? quiet + 1 : 0) {
    await new Promise((done) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = done;
        port2.postMessage(null);
      }),
    );
    sizes.push(size());
  }
  return sizes;
}

test("pictures that stay are seen at their size before the answer and at that with it, and at none that is only tried", async () => {
  const { page, problems, close } = await openPage(site, { reducedMotion: "no-preference" });
  await page.addInitScript(openFormer);
  for (const place of ["graph-attention/favorite", "graph-attention/gatv2", "graphs/symmetric"]) {
    await goTo(page, site, `#/units/${place}`);
    await page.waitForFunction(() => document.querySelector(".figures[style]:not([data-fitting]) > figure"));
    await twoFrames(page);
    const sizes = await page.evaluate(paintedSizes);
    const changes = sizes.filter((size, at) => at > 0 && size !== sizes[at - 1]);
    assert.ok(changes.length <= 1, `${place}: ${sizes.join()}`);
  }
  assert.deepEqual(problems, []);
  await close();
});

/** Runs in the page: gives the answer, and returns how many pictures come unseen, and of those that go to another place how far from their former one they begin, and how much larger or smaller. */
async function waysOfAnswer() {
  const figures = document.querySelector(".scene-picture > .figures");
  const pictures = () => [...figures.querySelectorAll(":scope > figure > :first-child")];
  const before = new Map(pictures().map((picture) => [picture, picture.getBoundingClientRect()]));
  const ways = new Map();
  const { animate } = Element.prototype;
  Element.prototype.animate = function (keyframes, timing) {
    const animation = animate.call(this, keyframes, timing);
    if (this.matches(".figures > figure > :first-child")) ways.set(this, { keyframes, animation });
    return animation;
  };
  document.querySelector("ag-scene").answer = true;
  for (let quiet = 0; quiet < 4; quiet = figures.dataset.fitting === undefined ? quiet + 1 : 0)
    await new Promise((done) => requestAnimationFrame(done));
  Element.prototype.animate = animate;
  const going = [...ways].flatMap(([picture, { keyframes, animation }]) => {
    const was = before.get(picture);
    if (!was || keyframes[0].translate === undefined) return [];
    animation.pause();
    animation.currentTime = 0;
    const begins = picture.getBoundingClientRect();
    animation.finish();
    const [middle, start] = [was, begins].map(({ left, top, width, height }) => [left + width / 2, top + height / 2]);
    const away = Math.hypot(start[0] - middle[0], start[1] - middle[1]);
    // A drawing that has another form fits into where it was.
    const larger = Math.max(begins.width / was.width, begins.height / was.height);
    return [{ tag: picture.localName, away, larger }];
  });
  const isUnseen = ({ keyframes }) => keyframes[0].opacity === 0 && keyframes[1].opacity === 0;
  return { unseen: [...ways.values()].filter(isUnseen).length, going };
}

test("what stays goes from its place, as large as it was there, and what comes waits for it; where nothing stays, nothing waits", async () => {
  const { page, problems, close } = await openPage(site, { reducedMotion: "no-preference" });
  for (const [place, unseen, tags] of [
    ["self-attention/symmetric", 2, ["ag-matrix"]],
    ["graphs/batch", 1, ["ag-graph-picture"]],
    ["scaling/saturate", 1, ["ag-bars"]],
    // Only a caption goes to another place: that of a picture that is gone.
    ["self-attention/lookup", 0, []],
    ["sequences/waiting", 0, []],
    ["depth/diffusion", 0, []],
  ]) {
    await goTo(page, site, `#/units/${place}`);
    await page.waitForFunction(() => document.querySelector(".figures[style]:not([data-fitting]) > figure"));
    await twoFrames(page);
    const found = await page.evaluate(waysOfAnswer);
    assert.equal(found.unseen, unseen, `${place}: pictures that wait`);
    assert.deepEqual(
      found.going.map(({ tag }) => tag),
      tags,
      place,
    );
    for (const { away, larger } of found.going)
      assert.ok(away < 3 && Math.abs(larger - 1) < 0.03, `${place}: begins ${away} px away, ${larger} times as large`);
  }
  assert.deepEqual(problems, []);
  await close();
});

test("pictures of a kind that the answer has none of fade while others come; of any other kind the marks move", async () => {
  for (const [scene, fades] of [
    ["hashing/rounds", 2],
    ["graphs/pixels", 0],
  ]) {
    const { page, close } = await openPage(site, { reducedMotion: "no-preference" });
    await page.addInitScript(openFormer);
    await goTo(page, site, `#/units/${scene}`);
    await page.waitForFunction(() => document.querySelector(".figures:not([data-fitting]) > figure > :first-child"));
    await twoFrames(page);
    const left = await page.evaluate(async () => {
      const figures = document.querySelector(".scene-picture > .figures");
      // In the task in which the pictures that come have their sizes.
      const fitted = new Promise((done) => {
        new MutationObserver(() => {
          if (figures.dataset.fitting !== undefined) return;
          const fading = [...document.querySelectorAll(".scene-picture > .former")].filter(
            (layer) => layer.getAnimations().length > 0,
          );
          done(fading.flatMap(({ shadowRoot }) => [...shadowRoot.querySelectorAll("div > div > *")]).length);
        }).observe(figures, { attributeFilter: ["data-fitting"] });
      });
      document.querySelector("ag-scene").answer = true;
      return fitted;
    });
    assert.equal(left, fades, scene);
    await page.waitForFunction(() => !document.querySelector(".former"));
    await close();
  }
});

test("an answer is read although its pictures cannot be loaded", async () => {
  const { page, close } = await openPage(site, { reducedMotion: "no-preference" });
  await page.route("**/assets/picture-*.js", (route) => route.abort());
  await goTo(page, site, "#/units/hashing/itself");
  await page.locator(".choice input").last().check();
  await page.locator(".commit").click();
  await page.locator('article[data-answered="true"]:not([data-revealing]) .verdict').waitFor({ timeout: 20_000 });
  await close();
});

/** Gives the answer, and returns what each frame until its end shows that the frame before has not shown: `look` runs in the page. */
async function framesUntilAnswered(page, hash, look) {
  await goTo(page, site, hash);
  await page.locator("ag-scene .figures:not([data-fitting]) > figure > :first-child").first().waitFor();
  // Whoever turns to the question has the order of the figures loaded.
  await page.locator("ag-scene .set-up").hover();
  await page.waitForLoadState("networkidle");
  await twoFrames(page);
  return page.evaluate(
    async ([look]) => {
      // biome-ignore lint/security/noGlobalEval: a function of the test.
      const see = eval(`(${look})`);
      const scene = document.querySelector("ag-scene");
      scene.answer = true;
      const found = [];
      for (let begun = false; ; ) {
        await new Promise((done) => requestAnimationFrame(done));
        const isUnder = scene.querySelector("[data-revealing]") !== null;
        if (begun && !isUnder) break;
        begun ||= isUnder;
        if (!begun) continue;
        const now = JSON.stringify(see());
        if (now !== found.at(-1)) found.push(now);
      }
      const last = JSON.stringify(see());
      return (last === found.at(-1) ? found : [...found, last]).map((one) => JSON.parse(one));
    },
    [look.toString()],
  );
}

test("what is computed from another picture is seen after it, where pictures come, turn into others, and where a choice changes tables", async () => {
  const { page, problems, close } = await openPage(site, { reducedMotion: "no-preference" });
  const outputs = await framesUntilAnswered(page, "#/units/self-attention/dynamic", () => {
    const [arcs, , output] = document.querySelectorAll(".figures > figure");
    const texts = [...(arcs.firstElementChild.shadowRoot?.querySelectorAll("svg text") ?? [])];
    const not = texts.find((text) => text.textContent.trim() === "not");
    return {
      not: Boolean(not) && getComputedStyle(not.closest("[data-move]")).opacity > 0.9,
      output: Number(getComputedStyle(output).opacity) > 0,
    };
  });
  const at = (what) => outputs.findIndex((one) => one[what]);
  assert.ok(at("not") < at("output"), JSON.stringify(outputs));
  assert.equal(outputs.at(-1).output, true);

  const turned = await framesUntilAnswered(page, "#/units/graphs/pixels", () => {
    const [graph] = document.querySelectorAll(".figures > figure[data-kind=graph]");
    const image = document.querySelector(".figures > figure[data-kind=image] ag-image");
    const pixels = [...image.shadowRoot.querySelectorAll("[data-step]")].map(({ dataset }) => dataset.value);
    return { pixels: pixels.join(), run: graph.firstElementChild.view.steps.get("message.combined").data.join() };
  });
  const [first] = turned;
  assert.deepEqual(
    turned.map(({ pixels, run }) => [pixels === first.pixels, run === first.run]),
    [
      [true, true],
      [true, false],
    ],
    "the picture is turned at first, what is found in it later",
  );

  const sums = await framesUntilAnswered(page, "#/units/self-attention/wrong-axis", () => {
    const tables = [...document.querySelectorAll(".figures > figure > ag-matrix")];
    const cells = [...tables.at(-1).shadowRoot.querySelectorAll("td")];
    return {
      columns: tables[0].step.id === "attention.column-weights",
      sums: cells.filter((cell) => !cell.classList.contains("unfilled")).map((cell) => cell.textContent.trim()),
      lit: [...tables[0].shadowRoot.querySelectorAll("td.marked")].map((cell) => cell.dataset.cell),
    };
  });
  const changed = sums.slice(sums.findIndex(({ columns }) => columns));
  assert.deepEqual(
    changed.map(({ sums, lit }) => [sums.length, lit]),
    [[0, []], ...[0, 1, 2].map((row) => [row + 1, [0, 1, 2].map((column) => `${row},${column}`)]), [3, []]],
    "each sum with its row",
  );
  assert.deepEqual(problems, []);
  await close();
});

test("a table that is computed from two others is filled cell by cell, with a row of the one and a column of the other; who opens a number sees all", async () => {
  const look = () => {
    const tables = [...document.querySelectorAll(".figures > figure > ag-matrix")];
    const of = (id) => tables.find(({ step }) => step.id === `multi-head.${id}`)?.shadowRoot;
    const lit = (id) => [...of(id).querySelectorAll("td.marked.role-0")].map((cell) => cell.dataset.cell);
    const filled = [...(of("query")?.querySelectorAll("td:not(.unfilled)") ?? [])].map((cell) => cell.dataset.cell);
    return { filled: filled.length, last: filled.at(-1) ?? null, row: lit("x"), column: lit("query-projection") };
  };
  const { page, problems, close } = await openPage(site, { reducedMotion: "no-preference" });
  const frames = await framesUntilAnswered(page, "#/units/self-attention/roles", look);
  const filled = frames.filter(({ row }) => row.length > 0);
  assert.deepEqual(
    filled.map((one) => one.filled),
    [1, 2, 3, 4, 5, 6, 7, 8],
  );
  for (const { last, row, column } of filled) {
    const [down, across] = last.split(",");
    assert.deepEqual(
      row,
      [0, 1, 2, 3].map((at) => `${down},${at}`),
    );
    assert.deepEqual(
      column,
      [0, 1, 2, 3].map((at) => `${at},${across}`),
    );
  }
  assert.deepEqual([frames[0].filled, frames.at(-1).filled], [0, 8]);
  assert.deepEqual(frames.at(-1).row, []);
  await page.evaluate(() => {
    document.querySelector("ag-scene").answer = false;
  });
  await page.locator("article[data-answered=false]").waitFor();
  await page.evaluate(() => {
    document.querySelector("ag-scene").answer = true;
  });
  await page.waitForFunction(() => document.querySelectorAll(".figures ag-matrix").length === 5);
  assert.equal((await page.evaluate(look)).filled, 0);
  await page.locator(".figures ag-matrix td").first().click();
  await page.waitForFunction(() => {
    const tables = [...document.querySelectorAll(".figures ag-matrix")];
    return tables.every(({ filled }) => filled === null) && document.querySelector(".arithmetic ag-inspector");
  });
  assert.deepEqual(problems, []);
  await close();
});

test("a picture that is turned is seen to turn, within its room, and its pixels keep their colors", async () => {
  const { page, problems, close } = await open("#/units/graphs/pixels");
  await page.locator("ag-scene ag-image svg").waitFor();
  await reveal(page);
  const looks = await page.evaluate(async () => {
    await globalThis.motion.settle();
    const { shadowRoot } = document.querySelector("ag-scene ag-image");
    const [panel] = shadowRoot.querySelectorAll("[data-panel]");
    const room = shadowRoot.querySelector("svg").getBoundingClientRect();
    const bright = () => {
      const { x, y, width, height } = [...shadowRoot.querySelectorAll(".square")][5].getBoundingClientRect();
      const all = panel.getBoundingClientRect();
      return [x + width / 2 - all.x, y + height / 2 - all.y].map((away) => Math.round((4 * away) / all.width - 0.5));
    };
    return [0, 90, 180, 599].map((time) => {
      globalThis.motion.at(time);
      const { left, top, right, bottom } = panel.getBoundingClientRect();
      const inside = left > room.left - 2 && top > room.top - 2 && right < room.right + 2 && bottom < room.bottom + 2;
      const fills = [...shadowRoot.querySelectorAll(".square .ground")].filter((rect) => rect.getAnimations().length);
      return { inside, fades: fills.length, bright: bright() };
    });
  });
  assert.ok(looks.every(({ inside, fades }) => inside && fades === 0));
  // The second pixel of the bright row was the third of the bright column.
  assert.deepEqual(
    [looks[0].bright, looks.at(-1).bright],
    [
      [1, 2],
      [1, 1],
    ],
  );
  await page.evaluate(() => globalThis.motion.end());
  assert.deepEqual(problems, []);
  await close();
});

test("a column that a table gets comes to its place beside those that stay", async () => {
  const { page, problems, close } = await openPage(site, { reducedMotion: "no-preference" });
  await goTo(page, site, "#/units/self-attention/widths");
  await page.locator("ag-scene .figures ag-matrix td").first().waitFor();
  await twoFrames(page);
  await page.evaluate(install);
  await reveal(page);
  const seen = await page.evaluate(async () => {
    await globalThis.motion.settle();
    const tables = [...document.querySelectorAll("ag-scene .figures ag-matrix")];
    const { shadowRoot } = tables.find(({ step }) => step.id === "multi-head.value-projection");
    return [0, 299, 1000].map((time) => {
      globalThis.motion.at(time);
      const opacities = [...shadowRoot.querySelectorAll("tr")].map((line) =>
        [...line.cells].slice(1).map((cell) => Number(getComputedStyle(cell).opacity)),
      );
      const { scrollWidth, clientWidth } = shadowRoot.querySelector(".frame");
      return { seen: [...new Set(opacities.map((line) => line.join()))], cut: scrollWidth > clientWidth };
    });
  });
  assert.deepEqual(seen, [
    { seen: ["1,1,0"], cut: false },
    { seen: ["1,1,0"], cut: false },
    { seen: ["1,1,1"], cut: false },
  ]);
  await page.evaluate(() => globalThis.motion.end());
  assert.deepEqual(problems, []);
  await close();
});

test("numbers that change as words come are read once these are: what follows from a word is not there before it", async () => {
  const { page, problems, close } = await open("#/units/self-attention/dynamic");
  await settledPlaces(page);
  await reveal(page);
  await settledPlaces(page);
  let [words, numbers] = [0, 0];
  for (let time = 20; time < 1000; time += 20) {
    const texts = await page.evaluate((time) => globalThis.motion.read(time), time);
    const number = texts.filter((text) => text === "0.601" || text === "0.146").length;
    if (number > 0) assert.ok(texts.includes("not"), `${time}: ${texts.join()}`);
    words ||= texts.includes("not") ? time : 0;
    numbers ||= number > 0 ? time : 0;
  }
  assert.ok(words > 0 && numbers >= words, `words ${words}, numbers ${numbers}`);
  await page.evaluate(() => globalThis.motion.end());
  assert.deepEqual(problems, []);
  await close();
});

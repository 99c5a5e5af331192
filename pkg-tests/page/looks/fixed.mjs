/** Whether a scene stands in its window: picture, control, question or answer, and the sentence to remember together, and no third of a wide window empty. */

/** Below this width in pixels the picture stands on top, and the text below it scrolls. */
const WIDE = 992;
/** The first picture begins at most this share of the window's height below its top: a flat one stands in the middle, so that the room below it is not empty. */
const LOWEST = 0.3;
/** The largest part of a wide window in which nothing is drawn. */
const EMPTY = 1 / 3;
/** So many pixels of a line of text above its capitals are empty, and may be hidden. */
const FREE_ABOVE_LETTERS = 4;

/** The least part of the window's height in which text is read, and that of a phone, whose lines are short: eight lines. */
const READ = 0.2;
const READ_ON_PHONE = 0.25;
/** So many lines of an answer are seen at once, and the pixels that words are scrolled further for them at most. */
const LINES = 4;
const BEYOND = 12;
/** A window up to this width in pixels is that of a phone. */
const NARROW = 640;

/** Runs in the page: what is wrong with the scene as it stands, in words. */
function faultsOf({
  wide: WIDE,
  lowest,
  empty,
  above: FREE_ABOVE_LETTERS,
  READ,
  READ_ON_PHONE,
  NARROW,
  LINES,
  BEYOND,
}) {
  const faults = [];
  const [width, height] = [innerWidth, innerHeight];
  const wide = width >= WIDE;
  const say = (what, by) => faults.push(by === undefined ? what : `${what} by ${Math.round(by)}`);
  const rectOf = (element) => element.getBoundingClientRect();
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const beyond = (rect, box) =>
    Math.max(box.left - rect.left, box.top - rect.top, rect.right - box.right, rect.bottom - box.bottom);
  const window_ = { left: 0, top: 0, right: width, bottom: height };
  const root = document.documentElement;
  if (root.scrollHeight > height + 1) say("the page scrolls", root.scrollHeight - height);
  if (root.scrollWidth > width + 1) say("the page is too wide", root.scrollWidth - width);

  const figures = document.querySelector(".figures");
  const box = rectOf(figures);
  const pictures = seen(".figures > figure").map((figure) => figure.firstElementChild);
  let whole = 0;
  for (const picture of pictures) {
    const own = rectOf(picture);
    if (own.height < 8) say("a picture is not drawn");
    const drawing = [...(picture.shadowRoot?.querySelectorAll("svg, .frame table") ?? [])];
    const over = [picture, ...drawing].map((part) =>
      Math.max(beyond(rectOf(part), box), beyond(rectOf(part), window_)),
    );
    const most = Math.max(...over);
    if (most <= 2) whole += 1;
    else if (figures.dataset.strip === undefined) say(`a picture (${picture.localName}) is outside its room`, most);
    const frame = picture.shadowRoot?.querySelector(".frame");
    if (frame && frame.scrollWidth > frame.clientWidth + 1)
      say("a table is cut", frame.scrollWidth - frame.clientWidth);
    if (frame && frame.scrollHeight > frame.clientHeight + 1)
      say("a table is cut below", frame.scrollHeight - frame.clientHeight);
  }
  // Of a strip one picture is in sight; marks lead to the others.
  if (figures.dataset.strip !== undefined && whole !== 1) say(`${whole} pictures of the strip are whole`);
  for (const scroller of [figures, document.querySelector(".scene-picture")])
    if (scroller.scrollHeight > scroller.clientHeight + 1)
      say("the pictures scroll", scroller.scrollHeight - scroller.clientHeight);
  const top = Math.min(...pictures.map((picture) => rectOf(picture).top));
  if (top > lowest * height) say("the first picture begins too low", top - lowest * height);

  const words = document.querySelector(".scene-words");
  const room = rectOf(words);
  const keep = seen(".remember")[0];
  // What scrolls is covered by the sentence that stays.
  const free = { ...window_, top: room.top - 1, bottom: (keep ? rectOf(keep).top : room.bottom) + 1 };
  for (const control of seen(".scene-picture :is(.control, .switch)")) {
    const over = beyond(rectOf(control), window_);
    if (over > 1) say("a control is outside", over);
  }
  if (keep) {
    const over = beyond(rectOf(keep), { ...window_, bottom: room.bottom + 1 });
    if (over > 1) say("the sentence to remember is outside", over);
    // Some lines of the answer are read at once: where there is little room, what was asked is scrolled to.
    const [told] = seen(".shows");
    const first = rectOf(seen(".said")[0] ?? told).top;
    const wanted = Math.min(rectOf(told).bottom - first, LINES * Number.parseFloat(getComputedStyle(told).lineHeight));
    const missing = wanted - (rectOf(keep).top - Math.max(first, room.top));
    if (missing > 2) say("too little of the answer is seen", missing);
    // No further than that: what was asked is read as well where there is room.
    if (words.scrollTop > 0 && -missing > BEYOND) say("the words are scrolled too far", -missing);
  } else if (document.querySelector(".scene[data-answered=true]")) say("there is no sentence to remember");
  const scrolled = keep && !wide && words.scrollTop > 0;
  const asked = wide
    ? ".question legend, .choice, .number-guess, .guessed-number, .question [role=status], .commit, .verdict"
    : ".question legend";
  for (const part of scrolled ? [] : seen(asked)) {
    const over = beyond(rectOf(part), free);
    if (over > 1) say(`${part.className || part.localName} is outside`, over);
  }
  const setUp = seen(".scene-text")[0];
  if (setUp && !scrolled) {
    const lines = rectOf(setUp);
    const over = beyond(lines, { ...free, top: rectOf(document.querySelector(".scene-head")).bottom - 1 });
    if (over > 1) say("what the question is about is outside", over);
    // What has fewer lines than its text can be opened.
    if (setUp.scrollHeight > setUp.clientHeight + 2 && seen(".set-up > .whole").length === 0)
      say("what the question is about is cut for good");
  } else if (!setUp && document.documentElement.dataset.view === "explore")
    say("what the question is about is not there");
  const least = (width <= NARROW ? READ_ON_PHONE : READ) * height;
  if (free.bottom - room.top < least) say("too little text is seen", least - free.bottom + room.top);

  const fade = getComputedStyle(words, "::after");
  if (words.scrollHeight > words.clientHeight + 1 && root.dataset.view === "explore" && fade.display === "none")
    say("what is cut by the edge does not fade");

  const cut = cutLine(words);
  if (cut > FREE_ABOVE_LETTERS) say("a line of text is cut by the title", cut);

  if (wide) {
    const share = emptyShare();
    if (share > empty) say(`${Math.round(100 * share)} % is empty`);
  }
  return faults;

  /** How much of a line of text is hidden by the title above it, where the rest of that line is seen; 0 where all lines are whole. */
  function cutLine(scroller) {
    const title = rectOf(scroller.querySelector(".scene-head"));
    const range = document.createRange();
    range.selectNodeContents(scroller.querySelector(".scene-text"));
    const lines = [...range.getClientRects()].filter(({ top, bottom }) => top < title.bottom && bottom > title.bottom);
    return Math.max(0, ...lines.map(({ top, bottom }) => Math.min(title.bottom - top, bottom - title.bottom)));
  }

  /** The largest rectangle of the window in which nothing is drawn, as a share of it. */
  function emptyShare() {
    const [columns, rows] = [64, 40];
    const full = Array.from({ length: rows }, () => new Uint8Array(columns));
    const fill = ({ left, top: above, right, bottom }) => {
      const [x, y] = [
        Math.max(0, Math.floor((left / width) * columns)),
        Math.max(0, Math.floor((above / height) * rows)),
      ];
      for (let row = y; row < Math.min(rows, (bottom / height) * rows); row += 1)
        for (let column = x; column < Math.min(columns, (right / width) * columns); column += 1) full[row][column] = 1;
    };
    const walk = (tree) => {
      for (const element of tree.querySelectorAll("*")) {
        if (element.shadowRoot) walk(element.shadowRoot);
        const drawn =
          element.localName === "svg" ||
          element.localName === "canvas" ||
          element.localName === "td" ||
          element.localName === "input";
        const written = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "");
        if ((drawn || written) && !element.closest(".unseen, style, title, desc") && element.checkVisibility())
          fill(rectOf(element));
      }
    };
    walk(document.body);
    let most = 0;
    const above = new Uint8Array(columns);
    for (const row of full) {
      for (let column = 0; column < columns; column += 1) above[column] = row[column] ? 0 : above[column] + 1;
      for (let from = 0; from < columns; from += 1) {
        let least = rows;
        for (let to = from; to < columns; to += 1) {
          least = Math.min(least, above[to]);
          most = Math.max(most, least * (to - from + 1));
        }
      }
    }
    return most / (columns * rows);
  }
}

/** Runs in the page: waits until the pictures have their sizes. */
function settled() {
  return new Promise((done) => {
    let [last, same] = ["", 0];
    const look = () => {
      const now = [...document.querySelectorAll(".figures, .figures > figure > :first-child, .scene-words")]
        .map((one) => {
          const { x, y, width, height } = one.getBoundingClientRect();
          return [x, y, width, height].map(Math.round).join();
        })
        .join(" ");
      same = now === last && !document.querySelector(".figures[data-fitting]") ? same + 1 : 0;
      last = now;
      if (same >= 4) done();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Waits until the pictures of the scene that is shown have their sizes. */
export const sceneSettled = (page) => page.evaluate(settled);

/** Returns what is wrong with the scene that is shown, in words, once its pictures have their sizes. */
export async function faultsOfScene(page) {
  await sceneSettled(page);
  return page.evaluate(faultsOf, {
    wide: WIDE,
    lowest: LOWEST,
    empty: EMPTY,
    above: FREE_ABOVE_LETTERS,
    READ,
    READ_ON_PHONE,
    NARROW,
    LINES,
    BEYOND,
  });
}

/** Runs in the page: the places of the pictures of a strip that are whole within the window, once it no longer moves. */
function wholeInStrip() {
  const strip = document.querySelector(".figures[data-strip]");
  const isWhole = (rect) => rect.left >= -2 && rect.right <= innerWidth + 2;
  return new Promise((done) => {
    let [last, same] = [null, 0];
    const look = () => {
      same = strip.scrollLeft === last ? same + 1 : 0;
      last = strip.scrollLeft;
      if (same < 6) requestAnimationFrame(look);
      else done([...strip.children].flatMap((figure, at) => (isWhole(figure.getBoundingClientRect()) ? [at] : [])));
    };
    requestAnimationFrame(look);
  });
}

/** Returns the places of the pictures of a strip that are whole in sight. */
export const wholePictures = (page) => page.evaluate(wholeInStrip);

/** Returns what is wrong with a strip, in words: that one of its marks does not lead to its picture. What is not in a strip has no marks. */
export async function faultsOfStrip(page) {
  await sceneSettled(page);
  const marks = page.locator(".strip-marks > button");
  const [pictures, count] = [await page.locator(".figures[data-strip] > figure").count(), await marks.count()];
  if (count !== pictures) return [`${count} marks for ${pictures} pictures`];
  const faults = [];
  for (let at = count - 1; at >= 0; at -= 1) {
    await marks.nth(at).click();
    const whole = await wholePictures(page);
    if (whole.join() !== String(at)) faults.push(`mark ${at} leads to ${whole.join() || "none"}`);
    if ((await marks.nth(at).getAttribute("aria-current")) !== "true") faults.push(`mark ${at} is not the current one`);
  }
  return faults;
}

/** Runs in the page: the size of the smallest digits in the pictures, in pixels as they are seen; null where there are none. */
function smallest() {
  let least = null;
  const walk = (tree) => {
    for (const element of tree.querySelectorAll("*")) {
      if (element.shadowRoot) walk(element.shadowRoot);
      const own = [...element.childNodes].map((node) => (node.nodeType === 3 ? node.data : "")).join("");
      if (!/\d/.test(own) || element.closest(".unseen, title, desc, style") || !element.checkVisibility()) continue;
      const matrix = element.ownerSVGElement && element.getScreenCTM?.();
      const factor = matrix ? Math.hypot(matrix.a, matrix.b) : element.currentCSSZoom;
      const size = Number.parseFloat(getComputedStyle(element).fontSize) * factor;
      least = Math.min(least ?? size, size);
    }
  };
  walk(document.querySelector(".figures"));
  return least;
}

/** Returns the size of the smallest digits of the scene that is shown, in pixels, once its pictures have their sizes; null where there are none. */
export async function smallestDigits(page) {
  await sceneSettled(page);
  return page.evaluate(smallest);
}

/** The lecturer's page: where phones find the room, which poll is asked, the counts as they come, and the answers with their evidence. */
import { fullNumber, shortNumber } from "../text/numbers.js";
import { CHOICES, type Message, type Revealed } from "./messages.js";
import { Connection, language, languageSelect, make, preferredLanguage, SIGNS, t, useLanguage } from "./page.js";

type Of<Type extends Message["type"]> = Extract<Message, { type: Type }>;

const KEY = "attograph-room.key";

/** The key is taken out of the address, which the whole hall may see, and kept for a reload of this window. */
function takeKey(): string {
  const given = location.hash.slice(1);
  try {
    if (given === "") return sessionStorage.getItem(KEY) ?? "";
    sessionStorage.setItem(KEY, given);
    history.replaceState(null, "", location.pathname);
  } catch {
    // Without storage it stays in the address.
  }
  return given;
}

const key = takeKey();
let room: Of<"room"> | null = null;
let poll: Of<"poll"> | null = null;
let tally: Of<"tally"> | null = null;
let counted = true;
let network = 0;
let connection: Connection | null = null;
let problem = "";
/** Whether the next press forgets the votes. */
let clearing = false;

function receive(message: Message): void {
  if (message.type === "room") room = message;
  else if (message.type === "tally") {
    tally = message;
    if (showTally()) return;
  } else if (message.type === "refused") problem = t(`refused.${message.reason}`);
  else if (message.type === "poll") {
    poll = message;
    clearing = false;
  }
  if (message.type !== "refused") problem = "";
  show();
}

function lost(): void {
  if (problem === "") problem = t("lost");
  show();
}

function where(): HTMLElement | null {
  if (!room) return null;
  const address = room.addresses[network] ?? room.addresses[0] ?? "";
  const place = Math.max(room.addresses.indexOf(address), 0);
  const others =
    room.addresses.length < 2
      ? null
      : make(
          "select",
          {
            "aria-label": t("addresses"),
            change: (event) => {
              network = (event.currentTarget as HTMLSelectElement).selectedIndex;
              show();
            },
          },
          ...room.addresses.map((one, at) => {
            const option = make("option", {}, new URL(one).host);
            option.selected = at === place;
            return option;
          }),
        );
  return make(
    "section",
    { class: "where" },
    make("h2", {}, t("room", { code: room.code })),
    make("img", { src: `/qr-${place}.svg`, alt: t("qr", { address }), class: "qr" }),
    make("p", { class: "fine" }, t("address")),
    make("p", { class: "address" }, address.replace(/^http:\/\//, "")),
    others,
  );
}

function polls(): HTMLElement | null {
  if (!room || room.polls.length < 2) return null;
  return make(
    "nav",
    { "aria-label": t("polls"), class: "polls" },
    ...room.polls.map(({ id, question }) =>
      make(
        "button",
        {
          type: "button",
          title: question,
          "data-poll": id,
          "aria-pressed": poll?.poll.id === id ? "true" : "false",
          click: () => connection?.send({ type: "show", poll: id }),
        },
        id,
      ),
    ),
  );
}

function bars(place: number, words: readonly string[], revealed: Revealed | undefined): HTMLElement {
  const rows = CHOICES.map((choice, at) => {
    const isKey = revealed?.key === choice;
    return make(
      "div",
      {
        class: "bar",
        "data-choice": choice,
        "data-place": String(place),
        "data-at": String(at),
        ...(isKey && { "data-right": true }),
      },
      make("dt", {}, isKey ? `${SIGNS[choice]} ${words[at]}` : (words[at] ?? "")),
      make(
        "dd",
        {},
        make("span", { class: "track", "aria-hidden": "true" }, make("span", { class: "fill" })),
        make("output", {}),
      ),
    );
  });
  return make("dl", { class: "bars" }, ...rows);
}

function evidence({ key, verdict, explanation, argument, readings }: Revealed): HTMLElement {
  const facts = readings.flatMap(({ title, facts }) => [
    title === null ? null : make("h3", {}, title),
    make(
      "dl",
      { class: "facts" },
      ...facts.map(({ title, value }) =>
        make(
          "div",
          {},
          make("dt", {}, title),
          make("dd", { title: fullNumber(value), "data-value": String(value) }, shortNumber(value)),
        ),
      ),
    ),
  ]);
  return make(
    "details",
    { class: "evidence" },
    make("summary", {}, `${SIGNS[key]} ${verdict} · ${t("evidence")}`),
    make("p", {}, explanation),
    argument === undefined ? null : make("p", {}, t("argument", { text: argument })),
    ...facts,
  );
}

function question(): HTMLElement | null {
  if (!poll) return null;
  const { poll: asked, choices, revealed } = poll;
  return make(
    "article",
    { "data-poll": asked.id, "data-revealed": revealed ? "true" : "false" },
    make("h1", {}, asked.question),
    make(
      "ol",
      { class: "statements" },
      ...asked.options.map(({ id, text }, place) =>
        make(
          "li",
          { "data-statement": id, ...(revealed?.[place] && { "data-key": revealed[place].key }) },
          make("p", { class: "statement" }, make("span", { class: "letter", "aria-hidden": "true" }, id), ` ${text}`),
          counted ? bars(place, choices, revealed?.[place]) : null,
          revealed?.[place] ? evidence(revealed[place]) : null,
        ),
      ),
    ),
  );
}

function actions(): HTMLElement | null {
  if (!poll) return null;
  const { revealed } = poll;
  const clear = () => {
    if (clearing) connection?.send({ type: "clear" });
    clearing = !clearing;
    show();
  };
  return make(
    "div",
    { class: "actions" },
    make(
      "button",
      {
        type: "button",
        class: "main",
        "data-action": "reveal",
        click: () => connection?.send({ type: revealed ? "hide" : "reveal" }),
      },
      t(revealed ? "hide" : "reveal"),
    ),
    make(
      "button",
      {
        type: "button",
        "data-action": "counts",
        click: () => {
          counted = !counted;
          show();
        },
      },
      t(counted ? "hideCounts" : "showCounts"),
    ),
    make(
      "button",
      { type: "button", "data-action": "clear", click: clear },
      clearing ? t("clearSure", { count: tally?.votes ?? 0 }) : t("clear"),
    ),
  );
}

/** Writes the counts into the bars that are there. Returns whether they are those of the poll that is shown. */
function showTally(): boolean {
  if (!tally || tally.poll !== poll?.poll.id) return false;
  const { counts, phones, votes } = tally;
  for (const [name, count] of Object.entries({ phones, votes })) {
    const line = document.querySelector(`[data-count=${name}]`);
    if (line) line.textContent = t(name, { count });
  }
  const most = Math.max(1, ...counts.map((row) => row.reduce((sum, count) => sum + count, 0)));
  for (const bar of document.querySelectorAll<HTMLElement>(".bar")) {
    const count = counts[Number(bar.dataset.place)]?.[Number(bar.dataset.at)] ?? 0;
    bar.querySelector<HTMLElement>(".fill")?.style.setProperty("inline-size", `${(100 * count) / most}%`);
    const output = bar.querySelector("output");
    if (output) output.textContent = String(count);
  }
  return true;
}

function show(): void {
  // A page that is built anew keeps the focus where it was, and opened evidence open.
  const focused = (document.activeElement as HTMLElement | null)?.dataset ?? {};
  const open = [...document.querySelectorAll("li:has(details[open])")].map(
    (item) => (item as HTMLElement).dataset.statement,
  );
  const sameQuestion = document.querySelector("article")?.dataset.poll === poll?.poll.id;
  const changed = () => connection?.send({ type: "language", language: language() });
  document.title = `${t("lecturer")} · Attograph`;
  document.body.replaceChildren(
    make(
      "header",
      {},
      make("p", { class: "brand" }, "Attograph"),
      make("p", {}, t("lecturer")),
      languageSelect(changed),
    ),
    make(
      "main",
      { class: "lecturer" },
      make("div", { class: "side" }, where(), polls()),
      make(
        "div",
        { class: "board" },
        problem === "" ? null : make("p", { class: "problem", role: "alert" }, problem),
        poll
          ? make(
              "p",
              { class: "numbers" },
              make("span", { "data-count": "votes" }),
              make("span", { "data-count": "phones" }),
            )
          : make("p", { role: "status" }, t("connecting")),
        actions(),
        question(),
      ),
    ),
  );
  showTally();
  if (sameQuestion)
    for (const id of open) document.querySelector(`[data-statement="${id}"] details`)?.setAttribute("open", "");
  const again = focused.action
    ? `[data-action="${focused.action}"]`
    : focused.poll
      ? `button[data-poll="${focused.poll}"]`
      : null;
  if (again) document.querySelector<HTMLElement>(again)?.focus();
}

async function start(): Promise<void> {
  await useLanguage(preferredLanguage());
  if (key === "") {
    document.body.replaceChildren(make("main", {}, make("p", { role: "alert", class: "problem" }, t("noKey"))));
    return;
  }
  show();
  connection = new Connection(() => ({ type: "lead", key, language: language() }), receive, lost);
}

void start();

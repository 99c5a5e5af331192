/** The page for phones: one poll, three choices for each statement, and whether the vote is counted. */
import { type Answers, CHOICES, type Message, type Revealed } from "./messages.js";
import {
  Connection,
  language,
  languageSelect,
  make,
  preferredLanguage,
  remember,
  remembered,
  SIGNS,
  t,
  useLanguage,
} from "./page.js";

type Poll = Extract<Message, { type: "poll" }>;

const VOTER = "attograph-room.voter";
const CODE = "attograph-room.code";

/** Random characters that stand for this device. `crypto.randomUUID` is not there over plain http. */
function newVoter(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return Array.from(bytes, (byte) => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef"[byte % 32]).join("");
}

const voter = remembered(VOTER) ?? newVoter();
const keeps = remember(VOTER, voter);
let code = decodeURIComponent(location.hash.slice(1)) || (remembered(CODE) ?? "");
let connection: Connection | null = null;
let poll: Poll | null = null;
/** What is chosen here, which may not have been sent. */
let draft: Record<string, Answers[string]> = {};
/** What was sent and is not known to be counted: it is sent again after the connection was lost. */
let sent: { readonly poll: string; readonly answers: Answers } | null = null;
let status = "";

const body = document.body;

const say = (text: string): void => {
  status = text;
  const line = document.querySelector("[role=status]");
  if (line) line.textContent = text;
};

const isSame = (one: Answers, other: Answers | null): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other ?? {}).sort());

function receive(message: Message): void {
  switch (message.type) {
    case "poll": {
      const other = poll?.poll.id !== message.poll.id;
      poll = message;
      remember(CODE, code);
      if (other || (message.mine && !sent)) draft = { ...(message.mine ?? {}) };
      if (sent && (sent.poll !== message.poll.id || message.revealed)) sent = null;
      if (sent) connection?.send({ type: "vote", ...sent });
      status = sent ? t("counting") : message.revealed ? t("closed") : message.mine ? t("counted") : "";
      show();
      break;
    }
    case "counted":
      if (poll?.poll.id !== message.poll) break;
      poll = { ...poll, mine: message.answers };
      if (sent && isSame(sent.answers, message.answers)) sent = null;
      showButton();
      say(t("counted"));
      break;
    case "refused":
      sent = null;
      if (message.reason === "wrong-code" && !poll) askCode(t("refused.wrong-code"));
      else say(t(`refused.${message.reason}`));
      break;
  }
}

function connect(): void {
  const hello = () => ({ type: "join", code, voter, language: language() }) as const;
  connection = new Connection(hello, receive, () => say(t("lost")));
}

function vote(event: Event): void {
  event.preventDefault();
  if (!poll || poll.revealed || Object.keys(draft).length === 0) return;
  sent = { poll: poll.poll.id, answers: { ...draft } };
  say(t("counting"));
  connection?.send({ type: "vote", ...sent });
}

function page(...content: (Node | null)[]): void {
  const changed = () => {
    connection?.send({ type: "language", language: language() });
    if (!connection) askCode("");
  };
  const title = code && poll ? t("room", { code: code.toUpperCase() }) : t("phone");
  const top = make(
    "header",
    {},
    make("p", { class: "brand" }, "Attograph"),
    make("p", {}, title),
    languageSelect(changed),
  );
  document.title = `${t("phone")} · Attograph`;
  body.replaceChildren(top, make("main", {}, ...content));
}

function askCode(problem: string): void {
  const field = make("input", {
    id: "code",
    type: "text",
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    maxlength: "8",
    required: true,
    "aria-describedby": "problem",
  });
  const join = (event: Event) => {
    event.preventDefault();
    code = field.value.trim();
    if (connection) connection.send({ type: "join", code, voter, language: language() });
    else connect();
  };
  page(
    make(
      "form",
      { class: "join", submit: join },
      make("label", { for: "code" }, t("enterCode")),
      field,
      make("button", { type: "submit" }, t("join")),
      make("p", { id: "problem", role: "status" }, problem),
    ),
  );
  field.focus();
}

function choices(option: string, words: readonly string[]): HTMLElement {
  const rows = CHOICES.map((choice, place) => {
    const radio = make("input", {
      type: "radio",
      name: `answer-${option}`,
      value: choice,
      change: () => {
        draft = { ...draft, [option]: choice };
        showButton();
        say("");
      },
    });
    radio.checked = draft[option] === choice;
    return make("label", {}, radio, make("span", {}, words[place] ?? ""));
  });
  return make("fieldset", {}, make("legend", { class: "unseen" }, t("answerTo", { option })), ...rows);
}

function outcome({ key, verdict, explanation, argument }: Revealed, mine: string | undefined): HTMLElement {
  return make(
    "div",
    { class: "outcome", "data-key": key },
    make("p", { class: "key" }, make("span", { "aria-hidden": "true", class: "sign" }, SIGNS[key]), ` ${verdict}`),
    make("p", { class: "fine" }, mine === undefined ? t("none") : t("yours", { answer: mine })),
    make("p", {}, explanation),
    argument === undefined ? null : make("p", { class: "fine" }, t("argument", { text: argument })),
  );
}

function show(): void {
  if (!poll) return;
  const { poll: asked, choices: words, revealed, mine } = poll;
  const items = asked.options.map(({ id, text }, place) => {
    const found = revealed?.[place];
    const answer = mine?.[id];
    const word = answer === undefined ? undefined : words[CHOICES.indexOf(answer)];
    const below = found ? outcome(found, word) : choices(id, words);
    return make("li", { "data-statement": id }, make("p", { class: "statement" }, text), below);
  });
  page(
    make(
      "form",
      { class: "poll", submit: vote, "data-poll": asked.id, "data-revealed": revealed ? "true" : "false" },
      make("h1", {}, asked.question),
      revealed ? null : make("p", { class: "fine" }, t("statements")),
      make("ol", { class: "statements" }, ...items),
      make(
        "div",
        { class: "foot" },
        revealed ? null : make("button", { type: "submit" }, t("vote")),
        make("p", { role: "status" }, status),
      ),
      keeps ? null : make("p", { class: "fine" }, t("noStorage")),
    ),
  );
  showButton();
}

function showButton(): void {
  const button = document.querySelector<HTMLButtonElement>("button[type=submit]");
  if (!button || !poll) return;
  button.textContent = t(poll.mine ? "change" : "vote");
  button.disabled = Object.keys(draft).length === 0 || isSame(draft, poll.mine);
}

async function start(): Promise<void> {
  await useLanguage(preferredLanguage());
  if (code === "") {
    askCode("");
    return;
  }
  page(make("p", { role: "status" }, t("connecting")));
  connect();
}

void start();

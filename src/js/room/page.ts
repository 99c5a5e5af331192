/** What the pages of a room share: their texts, their elements, and a connection that comes back. */
import { LANGUAGES, type Language, type Message, type Request } from "./messages.js";

type Tree = { readonly [key: string]: Tree | string };

/** Reads what the browser keeps; null where it keeps nothing. */
export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Returns whether the browser keeps it. */
export function remember(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

const LANGUAGE = "attograph.language";

let current: Language = "en";
let texts: Tree = {};

export const language = (): Language => current;

export function preferredLanguage(): Language {
  const asked = [remembered(LANGUAGE), ...navigator.languages.map((tag) => tag.split("-")[0])];
  return LANGUAGES.find((one) => one === asked.find((tag) => LANGUAGES.some((known) => known === tag))) ?? "en";
}

/** Loads the texts of a language, and uses it from then on. */
export async function useLanguage(next: Language): Promise<void> {
  const response = await fetch(`/${next}.json`);
  if (!response.ok) throw new Error(`there are no texts ${next}`);
  texts = await response.json();
  current = next;
  document.documentElement.lang = next;
  remember(LANGUAGE, next);
}

/** Returns a text with `{name}` replaced by `facts.name`; the key itself where there is none, so that it is noticed. */
export function t(key: string, facts: Readonly<Record<string, string | number>> = {}): string {
  let found: Tree | string | undefined = texts;
  for (const name of key.split(".")) found = typeof found === "object" ? found[name] : undefined;
  const text = typeof found === "string" ? found : key;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(facts[name] ?? whole));
}

type Child = Node | string | null;
type Properties = Readonly<Record<string, string | boolean | ((event: Event) => void)>>;

/** Makes an element: functions become listeners, `true` an attribute without a value. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** The choice of the language. */
export function languageSelect(changed: () => void): HTMLElement {
  const select = make("select", {
    "aria-label": t("language"),
    change: () => {
      const next = LANGUAGES.find((one) => one === select.value);
      if (next) useLanguage(next).then(changed, () => undefined);
    },
  });
  for (const one of LANGUAGES) {
    const option = make("option", { value: one, lang: one }, t(`languages.${one}`));
    option.selected = one === current;
    select.append(option);
  }
  return select;
}

/** The longest time between two tries to connect, in milliseconds. */
const LONGEST_WAIT = 5000;

/** A connection to the room that is made again when it is lost. */
export class Connection {
  readonly #hello: () => Request;
  readonly #receive: (message: Message) => void;
  readonly #lost: () => void;
  #socket: WebSocket | null = null;
  #tries = 0;

  constructor(hello: () => Request, receive: (message: Message) => void, lost: () => void) {
    this.#hello = hello;
    this.#receive = receive;
    this.#lost = lost;
    this.#open();
  }

  #open(): void {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/room`);
    this.#socket = socket;
    socket.addEventListener("open", () => socket.send(JSON.stringify(this.#hello())));
    socket.addEventListener("message", ({ data }) => {
      this.#tries = 0;
      this.#receive(JSON.parse(data));
    });
    socket.addEventListener("close", () => {
      this.#lost();
      // Phones that lost the room together come back one after another.
      const wait = Math.min(LONGEST_WAIT, 250 * 2 ** this.#tries) * (0.5 + Math.random());
      this.#tries += 1;
      setTimeout(() => this.#open(), wait);
    });
  }

  /** Sends a message; one that cannot be sent now is dropped. */
  send(request: Request): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request));
  }
}

export const SIGNS = { holds: "✓", fails: "✗", contested: "≈" } as const;

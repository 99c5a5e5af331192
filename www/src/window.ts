/** What modules take from the window while they are loaded. On a server there is none, and some stand-ins for a browser have no media queries. */

/** Where no media query can be asked, this is the answer: it does not match, and never changes. */
const NEVER = { matches: false, addEventListener() {}, removeEventListener() {} };

/** Returns a media query, which may be asked later whether it matches. */
export function media(query: string): Pick<MediaQueryList, "matches" | "addEventListener" | "removeEventListener"> {
  return globalThis.matchMedia?.(query) ?? NEVER;
}

/** Calls a function at each event of the window. */
export function onWindow<Type extends keyof WindowEventMap>(
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
  options?: AddEventListenerOptions,
): void {
  if (typeof window !== "undefined") window.addEventListener(type, listener, options);
}

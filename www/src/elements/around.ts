/** What is around an element: on the page nothing but the page; in a page of someone else's the `<attograph-…>` element that shows it. */
import type { Language } from "../state/language.ts";

/** An element that shows a part of Attograph in any page. */
export interface Frame extends HTMLElement {
  /** The language of what it shows. */
  readonly language: Language;
}

const frames = new WeakSet<Node>();

/** Declares an element as a frame; called where it is made. */
export function declareFrame(frame: Frame): void {
  frames.add(frame);
}

/** Returns the frame that an element is in; null on the page itself. */
export function frameOf(element: Node): Frame | null {
  let root = element.getRootNode();
  while (root instanceof ShadowRoot) {
    if (frames.has(root.host)) return root.host as Frame;
    root = root.host.getRootNode();
  }
  return null;
}

/** Whether a key is meant for an element that watches the whole page: on the page each is, in a frame only those that are pressed in it. */
export function isPressedFor(element: HTMLElement, event: KeyboardEvent): boolean {
  const frame = frameOf(element);
  return frame === null || event.composedPath().includes(frame);
}

/** Returns the element with the focus, within the same page or frame. */
export function focusedNear(element: Node): Element | null {
  const root = element.getRootNode();
  return root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
}

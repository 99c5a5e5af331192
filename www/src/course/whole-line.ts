/** Where the words of a scene are scrolled to with its answer: what stands below the title there is whole. */

/** What is left free between the title and the line below it. */
const GAP = 4;

/** Returns how far to scroll the words: to the question, or where the words end before that, to the last line of the text from which all that follows is in sight. */
export function wholeLineAt(words: HTMLElement): number {
  const head = words.querySelector<HTMLElement>(".scene-head");
  const text = words.querySelector<HTMLElement>(".scene-text");
  const question = words.querySelector<HTMLElement>(".question");
  if (!head || !text || !question) return 0;
  const furthest = words.scrollHeight - words.clientHeight;
  // The title sticks above the edge by the space that it begins with.
  const title = head.offsetHeight + (Number.parseFloat(getComputedStyle(head).top) || 0);
  const under = (element: HTMLElement) => element.offsetTop - title - GAP;
  if (furthest >= under(question)) return under(question);
  const lineHeight = Number.parseFloat(getComputedStyle(text).lineHeight);
  const lines = Math.floor((furthest - under(text)) / lineHeight);
  return lines < 1 ? 0 : under(text) + lines * lineHeight;
}

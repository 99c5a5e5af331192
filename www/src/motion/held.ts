/** Motions that wait until the drawings they are in have their sizes, and marks of a figure until it is its turn to be seen. */

/** A drawing that does not come, since it could not be loaded, is waited for no longer than so many milliseconds. */
const LONGEST = 4000;

const waiting = new Set<Animation>();
const holders = new Map<object, ReturnType<typeof setTimeout>>();

/** From now on, motions wait at their beginning. */
export function hold(holder: object): void {
  clearTimeout(holders.get(holder));
  holders.set(
    holder,
    setTimeout(() => release(holder), LONGEST),
  );
}

/** Motions go on, once nobody holds them. */
export function release(holder: object): void {
  clearTimeout(holders.get(holder));
  if (holders.delete(holder)) goOn();
}

/** Whether drawings do not have their sizes yet. */
export const isHeld = (): boolean => holders.size > 0;

/** What nobody holds goes on, but in a figure that waits. */
export function goOn(): void {
  if (isHeld()) return;
  for (const animation of waiting) {
    if (isInWaiting(animation)) continue;
    waiting.delete(animation);
    if (animation.playState === "paused") animation.play();
  }
}

/** Has a motion that begins wait, where motions are held. */
export function begun(animation: Animation): Animation {
  if (!isHeld() && !isInWaiting(animation)) return animation;
  animation.pause();
  waiting.add(animation);
  return animation;
}

/** Whether a figure waits until it is seen, in which something is. */
export const waits = (element: Element): boolean => element.closest('figure[data-waits="unseen"]') !== null;

/** Whether an animation moves what is drawn in a figure that waits; the figure itself goes to its place. */
function isInWaiting({ effect }: Animation): boolean {
  const root = effect instanceof KeyframeEffect ? effect.target?.getRootNode() : null;
  return root instanceof ShadowRoot && (waits(root.host) || isInShadowOfWaiting(root.host));
}

/** Pictures may draw in elements of their own. */
function isInShadowOfWaiting(host: Element): boolean {
  const root = host.getRootNode();
  return root instanceof ShadowRoot && (waits(root.host) || isInShadowOfWaiting(root.host));
}

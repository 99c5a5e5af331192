/** Motions that wait until the drawings they are in have their sizes. */

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
  if (!holders.delete(holder) || holders.size > 0) return;
  for (const animation of waiting) if (animation.playState === "paused") animation.play();
  waiting.clear();
}

/** Whether drawings do not have their sizes yet. */
export const isHeld = (): boolean => holders.size > 0;

/** Has a motion that begins wait, where motions are held. */
export function begun(animation: Animation): Animation {
  if (holders.size === 0) return animation;
  animation.pause();
  waiting.add(animation);
  return animation;
}

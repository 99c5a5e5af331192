/** The way to what shows the way back from a result, which is loaded before that is shown. */
type Room = typeof import("../backward/index.ts");

let room: Room | null = null;

export async function loadBackward(): Promise<void> {
  room ??= await import("../backward/index.ts");
}

/** Returns what shows the way back; null before it was loaded. */
export const backwardRoom = (): Room | null => room;

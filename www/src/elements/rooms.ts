/**
 * The rooms of drawings, which follow their observers: these tell of a new size in the frame that paints it. Where a size is searched for, all of them are drawn at
 * once at each size that is tried, so that only the one that is found is painted.
 */

/** The room of a drawing. */
export interface DrawnRoom {
  /** Measures it, and draws what is in it at once if its size has changed. */
  draw(): void;
}

const rooms = new Set<DrawnRoom>();

export const roomComes = (room: DrawnRoom): unknown => rooms.add(room);
export const roomGoes = (room: DrawnRoom): unknown => rooms.delete(room);

/** Draws everything at the size that its room has now. */
export function drawRooms(): void {
  for (const room of rooms) room.draw();
}

/** Where the browser keeps the votes that were collected on a poll. */
export const collectedKey = (poll: string): string => `attograph.room.${poll}`;

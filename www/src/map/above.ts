import { media } from "../window.ts";

/** In one column the map is above other things. */
export const MAP_ABOVE = media("(min-width: 40rem) and (max-width: 61.99rem)");

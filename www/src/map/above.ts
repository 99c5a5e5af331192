/** In one column the map is above other things. */
export const MAP_ABOVE = window.matchMedia("(min-width: 40rem) and (max-width: 61.99rem)");

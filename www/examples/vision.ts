import { named } from "./example.ts";

export const corners = named("top left", "top right", "bottom left", "bottom right");

export const gray = { distribution: "integers", minimum: 0, maximum: 9 } as const;

import { named } from "./example.ts";

export const newsLabel = named("news");

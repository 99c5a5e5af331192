/** The page in one file. */
import "../main.ts";
import { keepForms } from "./forms.ts";
import { keepLinks } from "./links.ts";

keepForms();
keepLinks();

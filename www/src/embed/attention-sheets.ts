/** The style sheets of `<attograph-attention>`. */
import lesson from "../../styles/lesson.css?inline";
import attention from "./attention.css?inline";

export const sheets: readonly string[] = [lesson, attention];

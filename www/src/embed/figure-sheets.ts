/** The style sheets of figures. */
import formulas from "../../generated/formulas/styles.css?inline";
import fields from "../../styles/fields.css?inline";
import inputs from "../../styles/inputs.css?inline";
import lesson from "../../styles/lesson.css?inline";
import math from "../../styles/math.css?inline";
import player from "../../styles/player.css?inline";

export const sheets: readonly string[] = [math, formulas, lesson, fields, player, inputs];

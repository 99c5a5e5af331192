/** The style sheets of labs. */
import formulas from "../../generated/formulas/styles.css?inline";
import course from "../../styles/course.css?inline";
import fields from "../../styles/fields.css?inline";
import labs from "../../styles/labs.css?inline";
import math from "../../styles/math.css?inline";
import stage from "../../styles/stage.css?inline";
import track from "../../styles/track.css?inline";

export const sheets: readonly string[] = [math, formulas, fields, stage, course, labs, track];

/** The style sheets of scenes. */
import formulas from "../../generated/formulas/styles.css?inline";
import course from "../../styles/course.css?inline";
import math from "../../styles/math.css?inline";
import stage from "../../styles/stage.css?inline";
import bare from "./scene-bare.css?inline";

export const sheets: readonly string[] = [math, formulas, stage, course, bare];

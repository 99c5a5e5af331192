/** The style sheets of exercises and polls. */
import formulas from "../../generated/formulas/styles.css?inline";
import fields from "../../styles/fields.css?inline";
import lecture from "../../styles/lecture.css?inline";
import math from "../../styles/math.css?inline";
import practice from "../../styles/practice.css?inline";
import bare from "./practice-bare.css?inline";

export const sheets: readonly string[] = [math, formulas, fields, practice, lecture, bare];

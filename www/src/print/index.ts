/** What a reader takes away on paper: handouts of units and of runs, and exercise sheets. */
import "../../styles/print.css";
import "./ag-exercise-sheet.ts";
import "./ag-steps-handout.ts";
import "./ag-unit-handout.ts";

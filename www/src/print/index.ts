/** What a reader takes away on paper: handouts of units and of runs, exercises, polls, and sheets for a class. */
import "../../styles/print.css";
import "./ag-class-sheet.ts";
import "./ag-exercise-sheet.ts";
import "./ag-poll-sheet.ts";
import "./ag-steps-handout.ts";
import "./ag-unit-handout.ts";

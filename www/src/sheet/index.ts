/** Sheets of homework: loaded where one is composed or worked on. */
import "../../styles/sheet.css";
import "./ag-sheet.ts";
import "./ag-sheet-composer.ts";

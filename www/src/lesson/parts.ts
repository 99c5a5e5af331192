/** What shows an algorithm step by step. */
import "../elements/thumbnail.ts";
import "./ag-filmstrip.ts";
import "./ag-inputs.ts";
import "./ag-lesson.ts";

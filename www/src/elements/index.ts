/** Registers the elements. */
import "./matrix.ts";
import "./inspector.ts";
import "./thumbnail.ts";
import "./graph.ts";
import "./graph-editor.ts";
import "./paste.ts";

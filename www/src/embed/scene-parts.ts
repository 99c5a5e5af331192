/** What scenes are made of, loaded with the first one. */
import "../elements/matrix.ts";
import "../formula/ag-formula.ts";

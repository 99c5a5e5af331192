/** Voting by codes, and collecting them: loaded when a reader of a poll asks for it. */
import "../../styles/room.css";
import "./ag-collect.ts";
import "./ag-vote-code.ts";
import "./qr.ts";

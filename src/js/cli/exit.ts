/** The exit codes of `attograph`, as its help and `docs/commands.md` list them. */
export const EXIT = {
  done: 0,
  /** `verify`: a file is altered, or of another version. */
  flagged: 1,
  /** The command line is wrong, or it names nothing to check. */
  usage: 2,
  /** A file is unreadable. */
  unreadable: 3,
  /** The library refused what it was given. */
  refused: 4,
  /** As a shell reports a program that was ended by writing into a closed pipe. */
  pipeClosed: 141,
} as const;

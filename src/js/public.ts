/** What every entry of the package offers beside its `load`. */
export type {
  AlgorithmId,
  DerivationId,
  Differentiable,
  ErratumId,
  ExerciseId,
  Inputs,
  Outputs,
  Policies,
  PollId,
  StepId,
  Steps,
} from "./algorithms.js";
export type * from "./derivation-types.js";
export { AttographError, type Fact } from "./errors.js";
export type * from "./exercise-types.js";
export type * from "./ids.js";
export type { Lab } from "./lab.js";
export type * from "./lecture-types.js";
export type { Fast, LoadOptions } from "./load.js";
export type { Address, Bytes, WasmSource } from "./source.js";
export type { LabText, Language, LanguageName, OwnLanguage, TextSource, Texts } from "./text/types.js";
export type * from "./trace-types.js";
export type * from "./types.js";

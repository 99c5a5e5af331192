/** The addresses that links within the page lead to. */
import { encodePlace } from "./link.ts";
import { EVERY_ALGORITHM, HOME, type Practice, type Section, type View } from "./state.ts";

/** Returns the address of an entry of a section: of its exercise, poll or erratum, or, with `solution`, of the steps of that. Without an id, that of the section's list. */
export function sectionAddress(section: Section, id: string | null = null, solution: boolean = false): string {
  return encodePlace({ ...HOME, practice: { section, id, difficulty: "easy", solution } });
}

/** Returns the address of an algorithm's page; without an algorithm, that of the list of all. */
export function algorithmAddress(algorithm: string = EVERY_ALGORITHM): string {
  return encodePlace({ ...HOME, algorithm });
}

/** Returns the address of a lab as it begins. */
export function labAddress(id: string): string {
  return sectionAddress("labs", id);
}

/** Returns the address of a scene, with its answer shown or not; without a scene, that of the unit's first page. */
export function sceneAddress(
  unit: string,
  scene: string | null = null,
  { answer = false, view = "explore" }: { readonly answer?: boolean; readonly view?: View } = {},
): string {
  return encodePlace({ ...HOME, practice: scenePlace(unit, scene, answer), view });
}

/** Returns the address of the steps of a scene's run. */
export function sceneStepsAddress(unit: string, scene: string): string {
  return encodePlace({ ...HOME, practice: { ...scenePlace(unit, scene, false), steps: true } });
}

/** Goes to an address as a link would. `ag-go` is sent first; whoever prevents it goes there in another way. */
export function go(from: EventTarget, address: string): void {
  const detail = { address };
  if (from.dispatchEvent(new CustomEvent("ag-go", { detail, bubbles: true, composed: true, cancelable: true })))
    location.hash = address;
}

function scenePlace(unit: string, scene: string | null, answer: boolean): Practice {
  return { section: "units", id: unit, difficulty: "easy", solution: answer, scene };
}

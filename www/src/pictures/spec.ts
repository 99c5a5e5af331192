/**
 * What a picture draws, as data: a scene names it, and `picturesOf` says which suit a step. Positions count from 0.
 *
 * Steps are named by their ids. An axis that an option does not fix is at its shown position (`PictureView.slices`), or follows the chosen cell.
 */

// biome-ignore lint/suspicious/noEmptyInterface: each kind adds its own entry where it is specified.
export interface Pictures {}

export type PictureKind = keyof Pictures;

export type PictureSpec = Pictures[PictureKind];

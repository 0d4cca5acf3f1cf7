export type OnUndoable = (undo: () => void, ids: readonly string[]) => void

/** Twenty decisions are not twenty messages: each replaces the one before. */
export const lastChange = 'submission-change'

export type OnUndoable = (undo: () => void, ids: readonly string[]) => void

/** Twenty decisions do not make twenty toasts: each replaces the last. */
export const lastChange = 'submission-change'

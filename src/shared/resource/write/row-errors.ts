import { ask } from '@/shared/supabase/ask'

/** A write found no row: the row was removed, or row-level security hides it from the caller. */
export class RowGoneError extends Error {
  /** As errors of the backend have one */
  readonly code = 'row_gone'

  constructor() {
    super('It was removed, or you can no longer change it.')
  }
}

/** @throws RowGoneError when a write, which gives its rows, reached none */
export async function expectRow(write: Parameters<typeof ask<unknown[]>>[0]): Promise<void> {
  if ((await ask(write)).length === 0) throw new RowGoneError()
}

/** Someone else changed the row that the caller was about to change. */
export class RowChangedError extends Error {
  readonly code = 'row_changed'

  /** @param stored what the columns of the write hold now */
  constructor(readonly stored: Readonly<Record<string, unknown>>) {
    super('Someone else changed it in the meantime.')
  }
}

/**
 * Of what is added under an id that the browser chose: the first try may have succeeded unseen.
 *
 * @param stored what is under that id now
 * @throws RowChangedError when that is not what was written
 */
export function assertIdempotent(written: object, stored: object | null) {
  const values = Object.entries(written)
  if (stored && values.some(([column, value]) => stored[column as keyof typeof stored] !== value)) {
    throw new RowChangedError({ ...stored })
  }
}

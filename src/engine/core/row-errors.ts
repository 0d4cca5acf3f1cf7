// Public pages load this file with the query client, so it imports no client of the backend.

/** A write found no row: the row was removed, or row-level security hides it from the caller. */
export class RowGoneError extends Error {
  /** Like the backend's errors */
  readonly code = 'row_gone'

  constructor() {
    super('It was removed, or you can no longer change it.')
  }
}

/** Someone else changed the row that the caller was about to change. */
export class RowChangedError extends Error {
  readonly code = 'row_changed'

  /** @param stored what the columns of the write hold now */
  constructor(readonly stored: Readonly<Record<string, unknown>>) {
    super('Someone else changed it in the meantime.')
  }
}

/** A write found no row: it was removed meanwhile, or row-level security keeps it from the caller. */
export class RowGoneError extends Error {
  /** As errors of the backend have one */
  readonly code = 'row_gone'

  constructor() {
    super('It is no longer there, or you may no longer change it.')
  }
}

/** Somebody else set what the caller was about to set. */
export class RowChangedError extends Error {
  readonly code = 'row_changed'

  /** @param stored what the columns of the write hold now */
  constructor(readonly stored: Readonly<Record<string, unknown>>) {
    super('Somebody else has changed it meanwhile.')
  }
}

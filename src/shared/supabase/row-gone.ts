/** A write found no row: it was removed meanwhile, or row-level security keeps it from the caller. */
export class RowGoneError extends Error {
  /** As errors of the backend have one */
  readonly code = 'row_gone'

  constructor() {
    super('It is no longer there, or you may no longer change it.')
  }
}

/** @throws RowGoneError for a write that changed nothing */
export function expectChange({ data }: { data: readonly unknown[] }): void {
  if (data.length === 0) throw new RowGoneError()
}

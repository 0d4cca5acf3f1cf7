/** Rows of one statement, as the owner of the database. */
export type Query = <Row>(sql: string, parameters: unknown[]) => Promise<Row[]>

interface Preview {
  parts: { label: string; action: string; rows: number }[]
  seen: string
  refusal: string | null
  warnings: string[]
  needs_approval: boolean
}

/** Everything that we hold about an address, or about a record by its id. */
export async function exportPerson(query: Query, subject: string): Promise<unknown> {
  await query('select private.record_hand_over($1)', [subject])
  const [row] = await query<{ data: unknown }>('select private.hand_over($1) as data', [subject])
  return row!.data
}

/**
 * Erases a person after a confirmation, and returns the certificate; undefined when it was not confirmed.
 *
 * @param confirm gets what the preview says, line by line
 * @throws with the database's reason, when it refuses
 */
export async function erasePerson(
  query: Query,
  subject: string,
  reason: string,
  confirm: (lines: string[]) => Promise<boolean>,
): Promise<unknown> {
  const [row] = await query<{ preview: Preview }>('select private.preview_erasure($1) as preview', [
    subject,
  ])
  const { parts, seen, refusal, warnings, needs_approval } = row!.preview
  if (refusal) throw new Error(refusal)
  const lines = [
    ...parts.map(
      ({ label, action, rows }) => `${action.padEnd(9)} ${String(rows).padStart(6)}  ${label}`,
    ),
    ...warnings,
    ...(needs_approval ? ['An administrator approves it in the panel of the person.'] : []),
  ]
  if (parts.length > 0 && !(await confirm(lines))) return undefined
  const [done] = await query<{ certificate: unknown }>(
    'select private.erase_person($1, $2, $3) as certificate',
    [subject, reason, seen],
  )
  return done!.certificate
}

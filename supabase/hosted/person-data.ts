import {
  archiveOf,
  handOverReason,
  type HandedOver,
} from '../../src/features/crm/people/rights/archive'
import type { Bucket } from '../functions/_shared/bucket.ts'

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
export async function exportPerson(query: Query, subject: string): Promise<HandedOver> {
  await query('select private.record_hand_over($1)', [subject])
  const [row] = await query<{ data: HandedOver }>('select private.hand_over($1) as data', [subject])
  return row!.data
}

/**
 * What is handed over with its files, as a ZIP archive. The log has each opened file of a child.
 *
 * @returns the archive and a line for each file that is not in it
 */
export const exportFiles = (query: Query, files: Pick<Bucket, 'read'>, data: HandedOver) =>
  archiveOf(data, async ({ id, mentee_id }) => {
    if (mentee_id) {
      await query(
        `select private.log_action('opened', 'mentees', $1::uuid, private.person_name(to_jsonb(child)),
          jsonb_build_object('reason', $2::text), array[child.id])
        from public.mentees child where child.id = $3::uuid`,
        [id, handOverReason, mentee_id],
      )
    }
    const bytes = await files.read(id)
    if (!bytes) throw new Error('Object not found')
    return bytes
  })

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

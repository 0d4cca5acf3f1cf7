import {
  archiveOf,
  handOverReason,
  type HandedOver,
} from '../../src/features/crm/people/rights/archive'
import type { Bucket } from '../functions/_shared/bucket.ts'

/** Rows of one statement, as the owner of the database. */
export type Query = <Row>(sql: string, parameters: unknown[]) => Promise<Row[]>

/**
 * Whose data, how the colleague checked the requester's identity, and changes to the default choice
 * of records.
 */
export interface Asked {
  /** An address, or the id of a person or a child */
  subject: string
  /** `in_person`, or `replied=` and `called_back=` with the email or phone */
  identity: string
  /** `+` or `-` and the beginning of an id for each record to add or leave out; `+all` */
  choices: readonly string[]
}

interface SubjectRecord {
  id: string
  kind: string
  name: string | null
  title: string | null
  email: string | null
  phone: string | null
  amount: number | null
  happened_at: string
  child_name: string | null
  is_chosen: boolean
}

interface Shown {
  leads_to: { id: string; name: string | null }[]
  records: SubjectRecord[]
  contacts: { kind: string; value: string; name: string | null }[]
}

interface Preview extends Shown {
  parts: { label: string; action: string; rows: number }[]
  people: { kind: string; name: string | null }[]
  seen: string
  refusal: string | null
  warnings: string[]
  needs_approval: boolean
}

/** The records of an address, a person or a child to choose from, line by line. */
export async function listRecords(query: Query, { subject, choices }: Asked): Promise<string[]> {
  const shown = await shownOf(query, subject)
  return [
    ...linesOf(shown, chosenOf(shown.records, choices)),
    ...shown.contacts.map(
      ({ kind, value, name }) =>
        `${kind === 'email' ? 'replied' : 'called_back'}=${value}${name ? `  ${name}` : ''}`,
    ),
  ]
}

/** Everything about the chosen records. */
export async function exportPerson(query: Query, asked: Asked): Promise<HandedOver> {
  const { subject } = asked
  const chosen = idsOf(chosenOf((await shownOf(query, subject)).records, asked.choices))
  await query('select private.record_hand_over($1, $2::text::uuid[], $3, $4)', [
    subject,
    chosen,
    ...identityOf(asked),
  ])
  const [row] = await query<{ data: HandedOver }>(
    'select private.hand_over($1, $2::text::uuid[]) as data',
    [subject, chosen],
  )
  return row!.data
}

/**
 * The hand-over with its files, as a ZIP archive. The log has each opened file of a child.
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
 * Erases the chosen records after a confirmation, and returns the certificate; undefined when it was not confirmed.
 *
 * @param confirm gets the preview, line by line
 * @throws with the database's reason, when it refuses
 */
export async function erasePerson(
  query: Query,
  asked: Asked,
  reason: string,
  confirm: (lines: string[]) => Promise<boolean>,
): Promise<unknown> {
  const { subject } = asked
  const chosen = chosenOf((await shownOf(query, subject)).records, asked.choices)
  const [row] = await query<{ preview: Preview }>(
    'select private.preview_erasure($1, $2::text::uuid[]) as preview',
    [subject, idsOf(chosen)],
  )
  const { parts, people, seen, refusal, warnings, needs_approval } = row!.preview
  if (refusal) throw new Error(refusal)
  const lines = [
    ...linesOf(row!.preview, chosen),
    ...people.map(({ kind, name }) => `goes      ${kind} ${name ?? 'without a name'}`),
    ...parts.map(
      ({ label, action, rows }) => `${action.padEnd(9)} ${String(rows).padStart(6)}  ${label}`,
    ),
    ...warnings,
    ...(needs_approval ? ['An administrator approves it in the panel of the person.'] : []),
  ]
  if (parts.length > 0 && !(await confirm(lines))) return undefined
  const [done] = await query<{ certificate: unknown }>(
    'select private.erase_person($1, $2, $3, $4::text::uuid[], $5, $6) as certificate',
    [subject, reason, seen, idsOf(chosen), ...identityOf(asked)],
  )
  return done!.certificate
}

async function shownOf(query: Query, subject: string): Promise<Shown> {
  const [row] = await query<{ shown: Shown }>('select private.subject_records($1) as shown', [
    subject,
  ])
  return row!.shown
}

/** @throws when a choice names no record, or several */
function chosenOf(records: readonly SubjectRecord[], choices: readonly string[]): Set<string> {
  const chosen = new Set(records.flatMap(({ id, is_chosen }) => (is_chosen ? [id] : [])))
  for (const choice of choices) {
    const [sign, start] = [choice[0], choice.slice(1).toLowerCase()]
    const named = records.filter(({ id }) => start === 'all' || id.startsWith(start))
    if (named.length !== 1 && start !== 'all') {
      throw new Error(`${choice} names ${named.length === 0 ? 'no record' : 'several records'}.`)
    }
    for (const { id } of named) {
      if (sign === '+') chosen.add(id)
      else chosen.delete(id)
    }
  }
  return chosen
}

const idsOf = (chosen: ReadonlySet<string>) => `{${[...chosen].join()}}`

function identityOf({ identity }: Asked): [string, string | null] {
  const [way, ...contact] = identity.split('=')
  return [way!, contact.join('=') || null]
}

const linesOf = ({ leads_to, records }: Shown, chosen: ReadonlySet<string>) => [
  ...leads_to.map(({ id, name }) => `leads to  ${id}  ${name ?? 'Someone without a name'}`),
  ...records.map((record) => {
    const { id, kind, name, title, email, phone, amount, happened_at, child_name } = record
    const words = [kind, happened_at.slice(0, 10), name, title, child_name, email, phone, amount]
    return `${chosen.has(id) ? '[x]' : '[ ]'} ${id.slice(0, 8)}  ${words.filter((word) => word !== null).join('  ')}`
  }),
]

import { describe, expect, it } from 'vitest'
import {
  attack,
  setUpAttack,
  canary,
  changingNothing,
  expectRefused,
  idOf,
  idWhere,
  query,
  rest,
  rpc,
  send,
  type Persona,
} from './attacker'
import { forms } from '../public-forms'

// Forbidden rows, guessed indirectly: through filters, embeds, counts, order,
// formats and errors. Each attack is answered as if these rows did not exist.

setUpAttack()

const counting = { prefer: 'count=exact' }

/** A column that an attacker would like to read; for other tables, the search column. */
const secretColumns: Record<string, string> = {
  mentees: 'parent_name',
  mentors: 'bio',
  trainers: 'bio',
  programs: 'description',
  program_mentees: 'mentee_id',
  program_mentors: 'mentor_id',
  program_trainers: 'trainer_id',
  donations: 'donor_name',
  donors: 'name',
  courses: 'description',
  email_campaigns: 'content',
  student_grades: 'grade',
  enrolments: 'mentee_id',
  assessments: 'name',
  program_requirements: 'name',
  clearances: 'note',
  matches: 'close_reason',
  match_pauses: 'starts_on',
  match_contacts: 'note',
  meetings: 'topics',
  meeting_attendances: 'mentee_id',
  conversions: 'submission_id',
  volunteer_applications: 'motivation',
  program_applications: 'child_name',
  partnership_proposals: 'goals',
  newsletter_subscriptions: 'name',
  contact_messages: 'message',
  program_registrations: 'emergency_name',
  program_seats: 'seats',
  pledges: 'notify',
  change_log: 'record_name',
  submissions: 'search_text',
  submission_notes: 'body',
  submission_answers: 'body',
  answer_templates: 'body',
  holidays: 'name',
  notification_choices: 'choice',
  tasks: 'body',
  saved_views: 'state',
  view_uses: 'is_pinned',
  list_columns: 'columns',
  funds: 'name',
  gift_pledges: 'donor_name',
  pledge_installments: 'amount',
  fund_spendings: 'amount',
  gift_batches: 'expected_total',
  gift_returns: 'reason',
}

const sentTables = new Set(forms.map(({ table }) => table))

/** Every served table except accounts, where everybody reads their own. */
async function servedTables(): Promise<string[]> {
  const served = await query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p', 'f')
       and relname not in ('permissions', 'profiles', 'user_permissions', 'user_roles')`,
  )
  expect(served.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(secretColumns)))
  return served.map(({ name }) => name)
}

/** The tables that some of them may still read; tasks only on records that they may read. */
const openTo: Record<Persona, string[]> = {
  anon: [],
  supporter: [],
  can_manage_mentors: ['mentors', 'change_log', 'tasks'],
  'program.manager': ['programs', 'change_log', 'tasks'],
}

/** The ways to reach a table; none may reveal that it has rows. */
function guesses(table: string) {
  const column = secretColumns[table] ?? (sentTables.has(table) ? 'email' : 'search_text')
  const id =
    /^(program_([mt]|seats)|match_pauses|meeting_att|notif|enrolments|conversions|view_uses|list_columns)/.test(
      table,
    )
      ? column
      : 'id'
  const key = table === 'student_grades' ? 'grade' : id
  return [
    rest('GET', `${table}?select=*`, undefined, counting),
    rest('GET', `${table}?select=${column}&limit=1`, undefined, { range: '0-0', ...counting }),
    rest('GET', `${table}?select=${key}&order=${column}.desc`),
    rest('GET', `${table}?select=${key}&${column}=not.is.null`, undefined, counting),
    rest('GET', `${table}?select=${key}&or=(${column}.not.is.null,${key}.is.null)`),
    rest('GET', `${table}?select=${key}&and=(or(${column}.not.is.null),not.and(${key}.is.null))`),
    rest('GET', `${table}?select=secret:${column}`, undefined, { accept: 'text/csv' }),
    rest('GET', `${table}?select=${key}`, undefined, { prefer: 'count=exact,handling=lenient' }),
  ]
}

describe.each(Object.entries(openTo))('%s', (persona, readable) => {
  it('learns nothing of the rows of other tables, nor how many there are', async () => {
    await changingNothing(async () => {
      for (const table of (await servedTables()).filter((it) => !readable.includes(it))) {
        // pgTAP proves each reader's rights. Only the supporter, who may read nothing, tries every
        // way.
        for (const guess of guesses(table).slice(0, persona === 'supporter' ? undefined : 2)) {
          const { status, text, headers } = await attack(persona, guess)
          const told = `${guess.path}: ${status} ${text}`
          if (status >= 400) expect(text, told).toContain('42501')
          else expect(['', '[]'], told).toContain(text)
          expect(headers.get('content-range') ?? '*/0', told).toMatch(/^\*\/(0|\*)$/)
        }
        const head = rest('HEAD', `${table}?select=*`, undefined, counting)
        const counted = await attack(persona, head)
        expect(counted.headers.get('content-range') ?? '*/0', table).toMatch(/^\*\/(0|\*)$/)
      }
    })
  })
})

it.each(['planned', 'estimated'])('a visitor gets no %s count either', async (count) => {
  for (const table of await servedTables()) {
    const prefer = { prefer: `count=${count}` }
    const { status, headers } = await attack(
      'anon',
      rest('GET', `${table}?select=*`, undefined, prefer),
    )
    expect(status).toBe(401)
    expect(headers.get('content-range')).toBeNull()
  }
})

it('an estimated count names no one in a closed table', async () => {
  await query('analyze')
  const [child] = await query<{ first_name: string; last_name: string }>(
    'select first_name, last_name from public.mentees order by last_name desc limit 1',
  )
  const estimate = async (filter: string, count: string) => {
    const prefer = { prefer: `count=${count}` }
    const path = `mentees?select=id&${filter}`
    const { headers } = await attack('supporter', rest('GET', path, undefined, prefer))
    return headers.get('content-range')
  }
  for (const count of ['planned', 'estimated']) {
    const guesses = [`eq.${child!.first_name}`, 'eq.Nowhere', 'eq.']
    const told = await Promise.all(guesses.map((it) => estimate(`first_name=${it}`, count)))
    expect(new Set(told).size, told.join()).toBe(1)
    const bounds = [`lte.${child!.last_name}`, 'lte.A', 'lte.M', 'lte.zzz']
    const counted = await Promise.all(bounds.map((it) => estimate(`last_name=${it}`, count)))
    expect(new Set(counted).size, counted.join()).toBe(1)
  }
})

it.each([
  ['a search', 'mentees?select=id&first_name=ilike.*'],
  ['a regular expression', 'mentees?select=id&first_name=match..'],
  ['a comparison', 'mentees?select=id&email=gte.+'],
  ['a list', 'mentees?select=id&status=in.(active,inactive)'],
  ['a full-text search', 'mentees?select=id&last_name=fts.flomo'],
  ['the denial of nothing', 'mentees?select=id&id=not.eq.00000000-0000-4000-8000-000000000000'],
  ['any', 'mentees?select=id&first_name=like(any).{A*,E*}'],
])('%s finds no child', async (_, path) => {
  const { status, text, headers } = await attack(
    'supporter',
    rest('GET', path, undefined, counting),
  )
  expect([status, text]).toEqual([200, '[]'])
  expect(headers.get('content-range')).toBe('*/0')
})

it.each([
  ['the permissions', 'permissions?select=name,user_permissions(user_id)'],
  ['those who hold one', 'permissions?select=name,profiles!user_permissions(email,full_name)'],
  ['only those that somebody holds', 'permissions?select=name,user_permissions!inner(user_id)'],
  ['what I was granted', 'user_permissions?select=*,profiles!granted_by(*)'],
  ['my profile', 'profiles?select=id,programs(*),program_mentees(*),program_mentors(*)'],
  ['my role', 'user_roles?select=role,profiles(email)&profiles.role=eq.admin'],
  ['programs', 'programs?select=name,program_mentees(mentees(*))'],
  ['grades', 'student_grades?select=grade,mentees(*)'],
  ['children by a filter on their programs', 'mentees?select=*,program_mentees!inner(program_id)'],
  ['children in the order of their grades', 'mentees?select=*&order=student_grades(grade)'],
])('embeds from %s lead to no other account', async (_, path) => {
  for (const persona of ['supporter', 'fundraiser']) {
    const own = persona === 'fundraiser' ? [idOf(persona), idOf('admin')] : [idOf(persona)]
    const { text } = await attack(persona, rest('GET', path))
    const ids = await query<{ id: string; email: string }>('select id, email from public.profiles')
    for (const { id, email } of ids.filter((it) => !own.includes(it.id))) {
      expect(text).not.toContain(id)
      expect(text).not.toContain(email)
    }
    expect(text).not.toContain('admin@')
    expect((await attack('anon', rest('GET', path))).status).toBeGreaterThanOrEqual(400)
  }
})

it('a reader of the average cannot learn whose grade it was', async () => {
  const child = await idWhere('mentees', "first_name = 'Emmanuel'")
  const roads = [
    'student_grades?select=*',
    'student_grades?select=grade,mentee_id',
    'student_grades?select=grade,id',
    `student_grades?select=grade&mentee_id=eq.${child}`,
    `student_grades?select=grade&or=(mentee_id.eq.${child},grade.is.null)`,
    `student_grades?select=grade&not.and=(mentee_id.neq.${child})`,
    'student_grades?select=grade&order=mentee_id',
    'student_grades?select=grade&order=created_at.desc',
    'student_grades?select=grade,mentees(first_name)',
    'student_grades?select=grade,courses(title)',
    'student_grades?select=grade,...mentees(first_name)',
    'student_grades?select=grade,mentees!inner(id)&mentees.first_name=eq.Emmanuel',
    'student_grades?select=grade.avg(),mentee_id',
    'mentees?select=first_name,student_grades(grade)',
    'mentees?select=first_name,student_grades(count)',
    'courses?select=title,student_grades(grade)',
  ]
  for (const persona of ['can_view_analytics', 'admin']) {
    for (const path of roads) {
      const { status, text } = await attack(persona, rest('GET', path))
      expect(status, `${persona} ${path}: ${text}`).toBeGreaterThanOrEqual(400)
    }
  }
})

it('no other way reads protected fields, not even for reviewers', async () => {
  const id = await idWhere('program_applications', 'special_needs is not null')
  const roads = [
    'program_applications?select=*',
    'program_applications?select=child_name',
    'program_applications?select=id,age:child_age::text',
    `program_applications?select=id&id=eq.${id}&special_needs=ilike.*asthma*`,
    'program_applications?select=id&or=(child_age.gt.3,id.is.null)',
    'program_applications?select=id&order=child_name',
    'program_applications?select=child_age.max()',
    'submissions?select=reference,program_applications(*)',
    'submissions?select=reference,program_applications(child_name)',
    'submissions?select=reference&order=program_applications(child_name)',
    'submissions?select=reference,program_applications!inner(id)&program_applications.child_age=gt.3',
  ]
  for (const persona of ['can_review_submissions', 'admin']) {
    await changingNothing(async () => {
      for (const path of roads) {
        const { status, text } = await attack(persona, rest('GET', path))
        expect(status, `${persona} ${path}: ${text}`).toBeGreaterThanOrEqual(400)
      }
    })
    const log = await attack(persona, rest('GET', `change_log?select=changes&record_id=eq.${id}`))
    expect(log.status).toBe(200)
  }
})

describe('protected fields', () => {
  const openings = async () =>
    (await query(`select from public.change_log where action = 'opened'`)).length
  const casts = ['int', 'uuid', 'json', 'date', 'boolean', 'text']

  it('are closed until the caller has recorded the opening', async () => {
    const submission = await idWhere('program_applications', 'special_needs is not null')
    const read = rpc('protected_fields', { submission })
    await send('admin', rpc('record_opening', { submission }))
    await expectRefused(
      'can_review_submissions',
      [
        read,
        rest('GET', `rpc/protected_fields?submission=${submission}`),
        ...casts.map((type) => ({ ...read, path: `${read.path}?select=child_name::${type}` })),
      ],
      '42501',
      '42703',
    )
  })

  it('leave a trace, whatever the reading request asks for', async () => {
    const submission = await idWhere('program_applications', 'special_needs is not null')
    const before = await openings()
    const open = rpc('record_opening', { submission })
    for (const [count, headers] of [{}, { prefer: 'tx=rollback' }, counting].entries()) {
      await send('can_review_submissions', { ...open, headers })
      await send('can_review_submissions', { ...open, path: `${open.path}?select=x::int`, headers })
      expect(await openings()).toBeGreaterThan(before + count)
    }
    const read = rpc('protected_fields', { submission })
    for (const query of ['', ...casts.map((type) => `?select=child_name::${type}`)]) {
      const { status, text } = await send('can_review_submissions', {
        ...read,
        path: read.path + query,
      })
      expect(status >= 400 && text.includes(canary), text).toBe(false)
    }
    expect((await send('can_review_submissions', read)).body).toMatchObject({ child_name: canary })
  })
})

describe('protected fields of a mentee', () => {
  const keepers = ['can_manage_mentees', 'admin']
  const read = (ids: string[]) => rpc('protected_values', { kind: 'mentees', ids })
  const open = (ids: string[]) => rpc('record_openings', { kind: 'mentees', ids })

  it('cannot be read any other way, not even by their managers', async () => {
    const id = await idWhere('mentees', 'parent_email is not null')
    const estimated = { prefer: 'count=estimated' }
    const named = { first_name: 'New', last_name: 'New' }
    const roads = [
      rest('GET', 'mentees?select=*'),
      rest('GET', 'mentees?select=parent_name'),
      rest('GET', 'mentees?select=id,of:school_name::text'),
      rest('GET', `mentees?select=id&id=eq.${id}&parent_email=ilike.*@*`),
      rest('GET', 'mentees?select=id&or=(grade_level.gt.3,id.is.null)'),
      rest('GET', 'mentees?select=id&order=school_name'),
      rest('GET', 'mentees?select=grade_level.max()'),
      rest('GET', 'mentees?select=phone::int'),
      rest('HEAD', 'mentees?select=id&school_name=eq.Nowhere', undefined, estimated),
      rest('GET', 'mentees?select=id&parent_phone=gte.0', undefined, { prefer: 'count=planned' }),
      rest('GET', 'conversions?select=mentees(*)'),
      rest('GET', 'conversions?select=kind,...mentees(parent_phone)'),
      rest('GET', 'conversions?select=kind&order=mentees(parent_name)'),
      rest('GET', 'conversions?select=kind,mentees!inner(id)&mentees.school_name=neq.x'),
      rest('GET', 'program_mentees?select=mentees(parent_name)'),
      rest('GET', 'student_grades?select=grade,mentees(school_name)'),
      rest('GET', 'enrolments?select=mentees(*)'),
      rest('GET', 'tasks?select=body,mentees(parent_phone)'),
      rest('PATCH', `mentees?id=eq.${id}`, { first_name: ' ' }),
      rest('PATCH', `mentees?id=eq.${id}`, { school_name: 'Other' }),
      rest('PATCH', `mentees?id=eq.${id}&parent_name=like.*`, { last_name: 'Other' }),
      rest('PATCH', `mentees?id=eq.${id}&select=parent_name`, named, {
        prefer: 'return=representation',
      }),
      rest(
        'POST',
        'mentees?on_conflict=id',
        { id, ...named, phone: '1' },
        {
          prefer: 'resolution=merge-duplicates',
        },
      ),
      rest('GET', 'merges?select=merged_row'),
      rest('GET', 'imported_rows?select=content'),
      rpc('find_duplicates', {
        into_table: 'mentees',
        by_columns: ['first_name', 'parent_name'],
        candidates: [{ first_name: 'Lucky', parent_name: canary }],
      }),
      rpc('merge_people', {
        kind: 'mentees',
        kept: id,
        merged: await idWhere('mentees', `id <> '${id}'`),
        taken: [],
        seen: { kept: { parent_name: canary }, merged: {} },
      }),
      rpc('save_protected', {
        kind: 'mentees',
        record: id,
        changes: { parent_name: 'x' },
        replaced: { parent_name: 'guess' },
      }),
    ]
    for (const persona of keepers) {
      await changingNothing(async () => {
        for (const road of roads) {
          const { status, text } = await attack(persona, road)
          expect(status, `${persona} ${road.path}: ${text}`).toBeGreaterThanOrEqual(400)
          expect(text).not.toContain(canary)
        }
      })
    }
  })

  it('are in no search, record, duplicate, log or choice', async () => {
    const [child] = await query<{ id: string; parent_email: string; parent_phone: string }>(
      `select id, parent_email, parent_phone from public.mentees
       where parent_email is not null and parent_phone is not null limit 1`,
    )
    const { id, parent_email, parent_phone } = child!
    for (const persona of keepers) {
      const byName = await attack(persona, rpc('search_mentees', { search: canary }))
      expect(byName.body).toEqual([])
      for (const search of [parent_email, parent_phone.replaceAll(/\D/g, '')]) {
        for (const call of [
          rpc('search_mentees', { search }),
          rpc('search_people', { search }),
          rpc('person', { person: search }),
          rpc('person_timeline', { person: search }),
        ]) {
          const { body } = await attack(persona, call)
          expect(
            (body as { source?: string; area?: string }[]).filter(
              ({ source, area }) => (source ?? area ?? 'mentees') === 'mentees',
            ),
            `${persona} ${search}`,
          ).toEqual([])
        }
      }
      const told = [
        rpc('search_mentees', { search: 'a' }),
        rest('GET', `rpc/search_mentees?search=a&parent_name=eq.${canary}`),
        rpc('similar_people', { kind: 'mentees', rows: [{ id, email: parent_email }] }),
        rpc('assignable_people', { kind: 'mentees' }),
        rpc('campaign_audience', { audience: 'parents' }),
        rest('GET', 'change_log?record_kind=eq.mentees'),
        rest('GET', `mentees?select=id,first_name,last_name,email,status&id=eq.${id}`),
        rest('GET', 'tasks?select=body'),
        rpc('merges_of', { kind: 'mentees', kept: id }),
        rpc('openings_of', { kind: 'mentees', record: id }),
        rpc('import_of', { record: id }),
        rpc('imports_of', { into_table: 'mentees' }),
      ]
      for (const call of told) {
        const { status, text } = await attack(persona, call)
        expect([200, 206], text).toContain(status)
        for (const value of [canary, parent_email, parent_phone]) expect(text).not.toContain(value)
      }
    }
  })

  it('leave a trace, whatever the reading request asks for', async () => {
    const id = await idWhere('mentees')
    const openings = async () =>
      (
        await query('select from public.change_log where action = $1 and record_id = $2', [
          'opened',
          id,
        ])
      ).length
    const [keeper] = keepers
    await expectRefused(keeper!, [read([id])], '42501')
    for (const [count, headers] of [{}, { prefer: 'tx=rollback' }, counting].entries()) {
      await send(keeper!, { ...open([id]), headers })
      expect(await openings()).toBeGreaterThan(count)
    }
    const request = read([id])
    for (const cast of ['', '?select=x::int', `?select=${id}::date`, '?order=x']) {
      const { status, text } = await send(keeper!, { ...request, path: request.path + cast })
      expect(status >= 400 && text.includes(canary), text).toBe(false)
    }
    expect((await send(keeper!, request)).body).toMatchObject({ [id]: { parent_name: canary } })
    await expectRefused('admin', [request], '42501')
    await expectRefused(keeper!, [read([id, await idWhere('mentees', `id <> '${id}'`)])], '42501')
  })

  it('are exported only with a reason, which the log has before the first row', async () => {
    const ids = (
      await query<{ id: string }>('select id from public.mentees order by id limit 2')
    ).map((row) => row.id)
    const [keeper] = keepers as [string]
    const entry = { exported_table: 'mentees', filters: {}, row_count: 2, protected_of: ids }
    await query(`delete from public.change_log where action = 'opened'`)
    await expectRefused(
      keeper,
      [
        rpc('log_export', entry),
        rpc('log_export', { ...entry, reason: '         ' }),
        rpc('log_export', { ...entry, reason: 'For the year', row_count: 1 }),
      ],
      '23514',
    )
    await send(keeper, rpc('log_export', { ...entry, protected_of: null, reason: 'For the year' }))
    await expectRefused(keeper, [read(ids)], '42501')
    const headers = { prefer: 'tx=rollback' }
    const reason = 'Report to the school board'
    await send(keeper, { ...rpc('log_export', { ...entry, reason }), headers })
    expect((await send(keeper, read(ids))).body).toMatchObject({
      [ids[0]!]: { parent_name: canary },
      [ids[1]!]: { parent_name: canary },
    })
    expect(
      await query(
        `select changes from public.change_log where action = 'exported' and changes ? 'reason'`,
      ),
    ).toEqual([{ changes: { rows: 2, reason } }])
    await expectRefused('supporter', [read(ids), open([ids[0]!])], '42501')
  })
})

it('a holder of can_manage_programs learns nothing of inactive people', async () => {
  const inactive = await idWhere('mentors', "status = 'inactive'")
  const [program] = await query<{ id: string }>('select id from public.programs limit 1')
  const assignment = [program!.id, inactive]
  await query('alter table public.program_mentors disable trigger require_active_person')
  await query(
    'insert into public.program_mentors (program_id, mentor_id) values ($1, $2)',
    assignment,
  )
  await query('alter table public.program_mentors enable trigger require_active_person')
  for (const path of [
    `mentors?select=first_name&id=eq.${inactive}`,
    'mentors?select=first_name&status=eq.inactive',
    'mentors?select=first_name&or=(status.eq.inactive)',
    `mentors?select=first_name,program_mentors!inner(program_id)&id=eq.${inactive}`,
  ]) {
    const { text } = await attack(
      'can_manage_programs',
      rest('GET', path, undefined, {
        accept: 'application/json',
      }),
    )
    expect(text).toBe('[]')
  }
  const embedded = rest(
    'GET',
    `program_mentors?select=mentors(first_name)&mentor_id=eq.${inactive}`,
  )
  expect((await attack('can_manage_programs', embedded)).body).toEqual([{ mentors: null }])
})

// Other schemas, other formats, and error messages

it.each([
  ['private', 'recent_submissions'],
  ['auth', 'users'],
  ['embedded', 'changes'],
  ['storage', 'objects'],
  ['vault', 'secrets'],
  ['pg_catalog', 'pg_authid'],
  ['information_schema', 'tables'],
])('hides the schema %s and its %s', async (schema, table) => {
  const profile = { 'accept-profile': schema, 'content-profile': schema }
  for (const persona of ['anon', 'supporter', 'admin']) {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const body = method === 'POST' ? {} : undefined
      const request = rest(method, `${table}?id=not.is.null`, body, profile)
      expect([404, 406]).toContain((await attack(persona, request)).status)
    }
  }
})

it.each([
  'private.recent_submissions',
  'auth.users',
  'auth%2Eusers',
  'pg_catalog.pg_authid',
  'pg_authid',
  'pg_stat_activity',
  'pg_stats',
  'users',
  '"mentees"',
  'mentees;select 1',
  'mentees%20where%20true--',
])('answers no table called %s', async (name) => {
  for (const persona of ['anon', 'supporter', 'admin']) {
    expect((await attack(persona, rest('GET', `${name}?select=*`))).status).toBe(404)
  }
})

it.each([
  'application/vnd.pgrst.plan',
  'application/vnd.pgrst.plan+json; options=analyze|verbose|settings|buffers',
  'application/vnd.pgrst.plan+text; for="application/json"; options=analyze',
  'text/xml',
  'application/geo+json',
])('answers nothing as %s', async (accept) => {
  const plan = rest('GET', 'mentees?select=*', undefined, { accept })
  for (const persona of ['anon', 'supporter', 'can_manage_mentees']) {
    expect((await attack(persona, plan)).status).toBe(406)
  }
})

it('an error shows no value of a closed row', async () => {
  const id = await idWhere('mentees')
  const attempts: [Persona, ReturnType<typeof rest>][] = [
    ['supporter', rest('POST', 'mentees', { first_name: 'x'.repeat(101), last_name: 'x' })],
    ['supporter', rest('GET', 'mentees?select=id&first_name=eq.1::int')],
    [
      'supporter',
      rest('GET', `mentees?id=eq.${id}`, undefined, {
        accept: 'application/vnd.pgrst.object+json',
      }),
    ],
    ['supporter', rest('GET', 'mentees?select=first_name::int')],
    ['supporter', rest('GET', 'profiles?select=email::int&id=neq.x')],
    ['supporter', rest('POST', 'program_mentees', { program_id: id, mentee_id: id })],
    ['can_manage_programs', rest('GET', 'mentees?select=parent_name::int&status=eq.inactive')],
    ['can_manage_donations', rest('GET', 'mentees?select=parent_email::uuid')],
  ]
  for (const [persona, attempt] of attempts) {
    const { text } = await changingNothing(() => attack(persona, attempt))
    expect(text).not.toMatch(/@example\.org|@kindlewell\.test|Failing row/)
  }
})

it('a hidden row and a missing one look the same', async () => {
  const hidden = await idWhere('mentees')
  const missing = '00000000-0000-4000-8000-000000000bad'
  const probes = (id: string) => [
    rest('GET', `mentees?id=eq.${id}`, undefined, { accept: 'application/vnd.pgrst.object+json' }),
    rest(
      'PATCH',
      `mentees?id=eq.${id}`,
      { status: 'inactive' },
      { prefer: 'return=representation' },
    ),
    rest('POST', 'program_mentees', { program_id: id, mentee_id: id }),
  ]
  await changingNothing(async () => {
    for (const [index, probe] of probes(hidden).entries()) {
      const [one, other] = [
        await attack('supporter', probe),
        await attack('supporter', probes(missing)[index]!),
      ]
      expect([one.status, one.text]).toEqual([other.status, other.text])
    }
  })
})

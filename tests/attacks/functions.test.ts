import { describe, expect, it } from 'vitest'
import { apiCalls, argumentsSql } from '../api-calls'
import {
  attack,
  setUpAttack,
  callers,
  canary,
  changingNothing,
  expectRefused,
  idOf,
  idWhere,
  idsWhere,
  query,
  rest,
  rpc,
  send,
  type Persona,
} from './attacker'

setUpAttack()

const nobody = '00000000-0000-4000-8000-000000000bad'

/** Functions that change something, and their callers besides admins. */
const writing: Record<string, Persona[]> = {
  set_user_role: ['can_edit_user_roles'],
  finish_user_creation: ['can_edit_user_roles'],
  begin_user_creation: ['can_edit_user_roles'],
  offer_role: ['can_edit_user_roles'],
  begin_invitation: ['can_edit_user_roles'],
  take_back_invitation: ['can_edit_user_roles'],
  make_recovery_codes: [],
  use_recovery_code: [],
  demand_second_factor: [],
  reset_second_factor: [],
  confirm_staff_accounts: [],
  save_program_assignments: ['can_manage_programs', 'staff'],
  propose_match: ['staff'],
  save_match: ['can_manage_programs', 'staff'],
  set_match_status: ['staff'],
  log_contact: ['can_manage_programs', 'staff'],
  remove_contact: ['can_manage_programs', 'staff'],
  ...Object.fromEntries(
    [
      ...['add_meeting', 'correct_meeting', 'keep_both_meetings', 'remove_meeting'],
      ...['save_attendance', 'attendance_sheet', 'list_meetings', 'find_meeting', 'meeting_hours'],
      ...['open_going_home', 'undo_collection', 'meeting_matches'],
    ].map((name) => [name, ['can_manage_programs', 'staff'] satisfies Persona[]]),
  ),
  meeting_note: [],
  going_home: [],
  record_collection: [],
  hand_on_program: ['program.manager'],
  add_clearance: ['can_verify_clearances', 'staff'],
  withdraw_clearance: ['can_verify_clearances', 'staff'],
  exempt: ['can_verify_clearances', 'staff'],
  end_exemption: ['can_verify_clearances', 'staff'],
  merge_people: ['can_manage_mentees', 'staff'],
  undo_merge: [],
  add_person_note: ['can_view_all_users', 'can_edit_user_roles', 'staff'],
  remove_person_note: ['staff'],
  merge_persons: ['staff'],
  undo_person_merge: ['staff'],
  split_person: ['staff'],
  dismiss_suggestion: ['staff'],
  record_family_opening: ['can_manage_mentees', 'staff'],
  save_traits: ['can_view_all_users', 'can_edit_user_roles', 'staff'],
  save_address: ['can_view_all_users', 'can_edit_user_roles', 'staff'],
  save_member: ['can_view_all_users', 'can_edit_user_roles', 'staff'],
  save_household: ['staff'],
  rename_group: [],
  family_card: [],
  save_family: [],
  family_consents: [],
  ask_consent: [],
  record_consent: [],
  save_consent_text: [],
  save_point: ['can_view_all_users', 'can_edit_user_roles', 'staff'],
  subject_records: [],
  record_hand_over: [],
  hand_over: [],
  preview_erasure: [],
  erase_person: [],
  decline_erasure: [],
  log_export: ['can_manage_donations', 'fundraiser', 'staff'],
  record_opening: ['can_review_submissions'],
  protected_fields: [],
  put_off: ['can_review_submissions'],
  set_seats: ['can_review_submissions'],
  set_last_day: ['can_review_submissions'],
  change_retention: [],
  choose_notices: ['can_review_submissions'],
  convert_submission: [],
  undo_conversion: [],
  enrol: ['can_manage_courses', 'staff'],
  withdraw_enrolment: ['can_manage_courses', 'staff'],
  save_grade: ['can_manage_courses', 'staff'],
  remove_assessment: ['can_manage_courses', 'staff'],
  send_test_mail: [],
  change_mail_settings: [],
  retry_mail: [],
  lift_suppression: [],
  claim_mails: [],
  record_mail: [],
  record_mail_event: [],
  record_payment_event: [],
  record_failed_payment: [],
  record_payment_card: [],
  end_monthly_gift: [],
  enter_gift: ['can_manage_donations', 'fundraiser', 'staff'],
  correct_gift: ['can_manage_donations', 'fundraiser', 'staff'],
  void_gift: ['can_manage_donations', 'fundraiser', 'staff'],
  post_batch: ['can_manage_donations', 'fundraiser', 'staff'],
  discard_batch: ['can_manage_donations', 'fundraiser', 'staff'],
  spend_from_fund: ['can_manage_donations', 'fundraiser', 'staff'],
  close_month: ['can_manage_donations', 'fundraiser', 'staff'],
  reopen_month: [],
  save_pledge: ['can_manage_donations', 'fundraiser', 'staff'],
  apply_gift: ['can_manage_donations', 'fundraiser', 'staff'],
  write_off_pledge: ['can_manage_donations', 'fundraiser', 'staff'],
  reopen_pledge: ['can_manage_donations', 'fundraiser', 'staff'],
  delete_pledge: ['can_manage_donations', 'fundraiser', 'staff'],
  pledges_of_month: ['can_view_financials', 'can_manage_donations', 'fundraiser', 'staff'],
  journal: ['can_view_financials', 'can_manage_donations', 'fundraiser', 'staff'],
  export_journal: ['can_view_financials', 'can_manage_donations', 'fundraiser', 'staff'],
  issue_captcha_pass: [],
  send_campaign: ['can_send_emails', 'staff'],
  test_campaign: ['can_send_emails', 'staff'],
  pause_campaign: ['can_send_emails', 'staff'],
  resume_campaign: ['can_send_emails', 'staff'],
  cancel_campaign: ['can_send_emails', 'staff'],
  advance_campaigns: [],
  begin_import: ['can_manage_mentees', 'staff'],
  import_rows: [],
  undo_import: [],
  report_concern: ['program.manager', 'staff', 'can_manage_courses', 'can_review_submissions'],
  record_concern_opening: [],
  open_concern: [],
  add_concern_step: [],
  set_safeguarding_lead: [],
  set_cover: [],
  end_cover: [],
  leaver_work: [],
  leave_team: [],
  undo_leaving: [],
  recent_leavings: [],
  work_lost: [],
  hand_over_work: [],
  link_mentor_account: ['staff', 'can_manage_mentors'],
  unlink_mentor_account: ['staff', 'can_manage_mentors'],
  log_own_meeting: [],
  change_own_meeting: [],
  remove_own_meeting: [],
  settle_held_meeting: ['program.manager', 'can_manage_programs', 'staff'],
  release_number: [],
}
/** They change nothing for people without the right, and their result says so. */
const quiet: Record<string, Persona[]> = {
  set_submission_status: ['can_review_submissions'],
  assign_submissions: ['can_review_submissions'],
  note_thanks: ['can_manage_donations', 'fundraiser', 'staff'],
}
/** A token is the right to them: `mail.test.ts` tries them. */
const byToken = [
  'submission_stage',
  'status_messages',
  'add_message',
  'withdraw',
  'sent_receipt',
  'accept_seat',
  'unsubscribe',
  'confirm_subscription',
  'consent_request',
  'answer_consent',
]
/** For the caller, by their account's confirmed address. */
const own = [
  'own_second_factor',
  'own_address',
  'own_submissions',
  'own_gifts',
  'own_years',
  'own_receipt',
  'own_subscription',
  'choose_subscription',
]
/** The newsletter form has to know it; lost links only go to the owner of an address. */
const open = ['requires_double_opt_in', 'send_status_links']
/** The tables that have a search, which is made for each in the same way. */
const searched = async () =>
  (
    await query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace
         and to_regproc('public.search_' || relname) is not null`,
    )
  ).map(({ name }) => name)
const reading = Object.keys(apiCalls).filter(
  (name) =>
    ![writing, quiet].some((kind) => name in kind) && ![...byToken, ...own, ...open].includes(name),
)

const parametersOf = async (name: string): Promise<Record<string, unknown>> => {
  const [row] = await query<{ given: Record<string, unknown> }>(argumentsSql(apiCalls[name]!))
  return row!.given
}

it('tries every function of the API', async () => {
  const functions = await query<{ name: string }>(
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
  )
  const tried = [...Object.keys(apiCalls), ...(await searched()).map((table) => `search_${table}`)]
  expect(functions.map(({ name }) => name)).toEqual(tried.sort())
})

describe.each(Object.entries(writing))('%s, with the ids of other people', (name, allowed) => {
  it('is refused to every caller without the right', async () => {
    const others = callers.filter((it) => !allowed.includes(it))
    await expectRefused(others, [rpc(name, await parametersOf(name))], '42501', 'PT404')
  })

  it('does not tell whether the ids exist', async () => {
    const given = await parametersOf(name)
    const invented = Object.fromEntries(
      Object.entries(given).map(([key, value]) => [key, key.endsWith('_id') ? nobody : value]),
    )
    const codes = ['42501', 'PT404', '23503']
    const answers = await expectRefused(
      'supporter',
      [rpc(name, given), rpc(name, invented)],
      ...codes,
    )
    expect(answers[0]!.text).toBe(answers[1]!.text)
  })
})

it.each(Object.entries(quiet))(
  '%s changes nothing for callers without the right',
  async (name, allowed) => {
    const given = await parametersOf(name)
    await expectRefused('anon', [rpc(name, given)])
    await changingNothing(async () => {
      for (const persona of callers.filter((it) => it !== 'anon' && !allowed.includes(it))) {
        const { body } = await attack(persona, rpc(name, given))
        expect(body, persona).toEqual([])
      }
    })
  },
)

it('a reviewer cannot assign to an account that may not review', async () => {
  const [id] = await idsWhere('submissions', 'assignee_id is null')
  const roads = ['supporter', 'staff', 'stranger'].flatMap((name) => [
    rpc('assign_submissions', { ids: [id], from_assignee: [null], to_assignee: [idOf(name)] }),
    rest('PATCH', `submissions?id=eq.${id}`, { assignee_id: idOf(name) }),
  ])
  await expectRefused(['can_review_submissions', 'admin'], roads)
})

it('a reviewer can write only the assignee of the queue', async () => {
  const [id] = await idsWhere('submissions')
  const later = '2100-01-01T00:00:00Z'
  const roads = [
    ...[{ due_at: later }, { answered_at: later }, { status: 'closed' }, { search_text: 'x' }].map(
      (change) => rest('PATCH', `submissions?id=eq.${id}`, change),
    ),
    rest('DELETE', `submissions?id=eq.${id}`),
    rest('POST', 'submissions', { id: idOf('stranger'), kind: 'message', reference: 'M-1' }),
    rest('PATCH', 'contact_messages?id=not.is.null', { message: 'x' }),
    rest('DELETE', 'contact_messages?id=not.is.null'),
    rest('POST', 'holidays', { day: '2100-01-01', name: 'A day off' }),
    rest('DELETE', 'holidays?id=not.is.null'),
  ]
  await expectRefused('can_review_submissions', roads)
})

/** As in an address: an array of texts in Postgres's format. */
const inAddress = (value: unknown): string => {
  if (Array.isArray(value) && value.length > 0) return `{${value.join(',')}}`
  return typeof value === 'string' ? value : JSON.stringify(value)
}

async function expectNoAnswer(name: string, parameters: object) {
  const query = new URLSearchParams(
    Object.entries(parameters).map(([key, value]) => [key, inAddress(value)]),
  ).toString()
  await expectRefused('anon', [rpc(name, parameters), rest('GET', `rpc/${name}?${query}`)])
  expect((await attack('anon', rest('HEAD', `rpc/${name}?${query}`))).status).toBeGreaterThan(399)
}

it.each(reading)('%s answers no visitor', async (name) =>
  expectNoAnswer(name, await parametersOf(name)),
)

it('the search of a list answers no visitor', async () => {
  const tables = await searched()
  expect(tables).toContain('mentees')
  for (const table of tables) await expectNoAnswer(`search_${table}`, { search: '' })
})

it.each(own)('%s answers no caller about another address', async (name) => {
  const parameters = await parametersOf(name)
  await expectRefused('anon', [rpc(name, parameters)])
  const [other] = await query<{ email: string; id: string }>(
    'select donor_email as email, person_id as id from public.donations where donor_email is not null',
  )
  const claims = [
    { address: other!.email },
    { email: other!.email },
    { donor: other!.id },
    { user_id: idOf('admin') },
  ]
  await changingNothing(async () => {
    for (const claim of claims) {
      const { status, body } = await attack('supporter', rpc(name, { ...parameters, ...claim }))
      // It chooses one of two who share the caller's address.
      if (name === 'own_receipt' && 'donor' in claim) expect(body).toBeNull()
      else expect(status).toBe(404)
    }
    if (name === 'choose_subscription') return
    const { text } = await attack('supporter', rpc(name, parameters))
    expect(text.replace('supporter@kindlewell.test', '')).not.toContain('@')
  })
})

it('a requested address opens nothing before it is confirmed', async () => {
  const [other] = await query<{ email: string }>(
    'select donor_email as email from public.donations where donor_email is not null',
  )
  await query(
    "update auth.users set email_change = $1, raw_user_meta_data = $2 where email = 'supporter@kindlewell.test'",
    [other!.email, { email: other!.email, email_verified: true }],
  )
  expect((await attack('supporter', rpc('own_address'))).body).toBe('supporter@kindlewell.test')
  expect((await attack('supporter', rpc('own_gifts'))).body).toEqual([])
})

it.each(['supporter', 'stranger', 'can_send_emails'])('%s reads no receipt', async (persona) => {
  const [gift] = await query<{ donor: string }>('select person_id as donor from public.donations')
  const receipt = { ...gift, of_year: new Date().getFullYear() }
  expect((await attack(persona, rpc('donor_receipt', receipt))).body).toBeNull()
  expect((await attack(persona, rpc('donor_years', gift))).body).toEqual([])
})

it.each(['supporter', 'stranger', 'program.manager', 'can_manage_courses'])(
  '%s gets no people to assign',
  async (persona) => {
    for (const kind of ['mentees', 'mentors', 'trainers', 'profiles', 'donations']) {
      expect((await attack(persona, rpc('assignable_people', { kind }))).body).toEqual([])
    }
  },
)

it.each(['supporter', 'stranger', 'program.manager', 'can_manage_mentors', 'can_manage_trainers'])(
  '%s learns nothing about clearances, nor who is in a program',
  async (persona) => {
    await changingNothing(async () => {
      for (const [name, none] of [
        ['requirement_marks', []],
        ['due_clearances', []],
        ['record_clearances', null],
        ['program_roster', []],
      ] as const) {
        const { body } = await attack(persona, rpc(name, await parametersOf(name)))
        expect(body, name).toEqual(none)
      }
      expect((await attack(persona, rest('GET', 'clearances?select=id'))).body).toEqual([])
    })
  },
)

it('a manager of programs learns met and missing, and no evidence', async () => {
  const { body, text } = await attack(
    'can_manage_programs',
    rpc('record_clearances', await parametersOf('record_clearances')),
  )
  expect(body).toMatchObject({ evidence: null, exemptions: null })
  expect(text).not.toContain('nothing found')
  const roads = [
    rest('GET', 'clearances?select=note'),
    rest('GET', 'files?select=name&record_kind=eq.clearances'),
  ]
  for (const road of roads) expect((await attack('can_manage_programs', road)).body).toEqual([])
})

it('a holder of can_verify_clearances gets no children to assign', async () => {
  const people = async (kind: string) =>
    (await attack('can_verify_clearances', rpc('assignable_people', { kind }))).body
  expect(await people('mentees')).toEqual([])
  expect(await people('mentors')).not.toEqual([])
})

it('evidence is written by functions only, also by its verifiers and admins', async () => {
  const [id] = await idsWhere('clearances')
  const given = { mentor_id: await idWhere('mentors'), name: 'References', done_on: '2026-01-01' }
  await expectRefused(
    ['can_verify_clearances', 'can_manage_programs', 'admin'],
    [
      rest('POST', 'clearances', { id: nobody, ...given }),
      rest('PATCH', `clearances?id=eq.${id}`, { valid_until: '2199-01-01' }),
      rest('DELETE', `clearances?id=eq.${id}`),
    ],
  )
})

it.each(['supporter', 'stranger', 'can_view_analytics'])('%s finds nothing', async (persona) => {
  const finds = async (kind: string, search: string) =>
    (await attack(persona, rpc('is_selective', { kind, search }))).body
  for (const table of await searched()) {
    expect((await attack(persona, rpc(`search_${table}`, { search: '' }))).body, table).toEqual([])
    expect(await finds(table, 'kindlewell'), table).toBe(false)
  }
  for (const search of ['a', "') or true --"]) expect(await finds('mentees', search)).toBe(false)
  for (const call of [
    rpc('search_people', { search: 'example' }),
    rpc('person', { person: 'supporter@kindlewell.test' }),
    rpc('person_timeline', { person: 'supporter@kindlewell.test' }),
    rpc('person_due', { person: 'supporter@kindlewell.test' }),
    rpc('people_at', { person: 'supporter@kindlewell.test' }),
    rpc('similar_people', { kind: 'mentees', rows: [{ first_name: 'Lucky', last_name: 'Flomo' }] }),
  ]) {
    expect((await attack(persona, call)).body).toEqual([])
  }
})

it('a holder of can_manage_programs reads only names and addresses', async () => {
  const { body } = await attack(
    'can_manage_programs',
    rpc('assignable_people', { kind: 'mentees' }),
  )
  const [child] = body as object[]
  expect(Object.keys(child!)).toEqual(['id', 'first_name', 'last_name', 'email'])
  await expectRefused(
    'can_manage_programs',
    ['parent_phone', 'school_name,grade_level', 'id', '*'].flatMap((columns) => [
      rest('GET', `mentees?select=${columns}`),
      rest('GET', `program_mentees?select=mentees!inner(${columns})&mentees.status=eq.active`),
    ]),
  )
})

it('a holder of can_manage_courses reads only names and addresses of mentees', async () => {
  const course = await idWhere('courses', "title = 'Reading Together'")
  const read = async (name: string, parameters: object) =>
    Object.keys(((await attack('can_manage_courses', rpc(name, parameters))).body as object[])[0]!)
  expect(await read('course_mentees', { course })).toEqual([
    ...['mentee_id', 'first_name', 'last_name', 'email', 'state', 'position', 'grades'],
  ])
  const names = ['id', 'first_name', 'last_name', 'email']
  expect(await read('enrollable_mentees', { course, search: '' })).toEqual(names)
  await expectRefused('can_manage_courses', [
    rest('GET', 'mentees?select=first_name'),
    rest('GET', 'enrolments?select=mentee_id'),
    rest('GET', 'assessments?select=name,student_grades(grade,mentees(first_name))'),
    rest('GET', 'courses?select=title,enrolments(mentees(*))'),
    rest('POST', 'student_grades', { grade: 100 }),
    rest('PATCH', 'student_grades?grade=not.is.null', { grade: 100 }),
    rest('DELETE', 'assessments?id=not.is.null'),
  ])
})

it.each(['supporter', 'stranger', 'can_view_analytics', 'can_manage_mentees'])(
  '%s learns of no one in a course',
  async (persona) => {
    const course = await idWhere('courses', "title = 'Reading Together'")
    for (const call of [
      rpc('course_mentees', { course }),
      rpc('enrollable_mentees', { course, search: 'a' }),
    ]) {
      expect((await attack(persona, call)).body).toEqual([])
    }
  },
)

it.each(['supporter', 'stranger', 'program.manager'])('%s learns no figure', async (persona) => {
  const stats = await attack(persona, rpc('dashboard_stats'))
  const [figures] = stats.body as Record<string, unknown>[]
  expect(Object.values(figures!)).toEqual(Object.values(figures!).map(() => null))
  const series = ['donations_by_month', 'submissions_by_week', 'period_figures', 'promises_kept']
  const counts = ['submission_counts', 'program_standings', 'reviewers', 'set_up_steps']
  for (const name of [...series, ...counts]) {
    expect((await attack(persona, rpc(name, await parametersOf(name)))).body, name).toEqual([])
  }
  const guess = rest('GET', 'rpc/dashboard_stats?donation_total=gt.0&select=donation_total')
  expect((await attack(persona, guess)).body).toEqual([])
})

it.each([
  ['can_manage_mentors', ['mentor_count']],
  ['can_manage_mentees', ['mentee_count']],
  ['can_manage_donations', ['donation_total']],
  ['can_manage_courses', ['active_course_count']],
  ['can_send_emails', ['campaign_count']],
  ['can_view_analytics', ['average_grade', 'grade_count']],
  ['can_manage_programs', []],
  ['can_view_all_users', []],
])('%s learns %j and no other figure', async (persona, own) => {
  const { body } = await attack(persona, rpc('dashboard_stats'))
  const [figures] = body as Record<string, unknown>[]
  const told = Object.keys(figures!).filter((name) => figures![name] !== null)
  expect(told).toEqual(own)
})

const furtherFunctions: [string, object][] = [
  ['has_permission', { permission_name: 'can_edit_user_roles' }],
  ['is_admin', {}],
  ['may_review', {}],
  ['reviewer_ids', {}],
  ['due_at', { received: '2026-01-01', business_days: 2 }],
  ['assignable_roles', {}],
  ['client_address', {}],
  ['set_current_user', {}],
  ['set_config', { setting_name: 'role', new_value: 'service_role', is_local: false }],
  ['current_setting', { setting_name: 'app.settings.jwt_secret' }],
  ['pg_read_file', { filename: '/etc/passwd' }],
  ['pg_sleep', { seconds: 1 }],
  ['query_to_xml', { query: 'select * from public.mentees' }],
]

it.each(furtherFunctions)('no caller reaches the function %s', async (name, parameters) => {
  for (const persona of ['anon', 'supporter', 'admin']) {
    for (const schema of ['public', 'private', 'pg_catalog']) {
      const profile = { 'content-profile': schema, 'accept-profile': schema }
      const answer = await attack(persona, rest('POST', `rpc/${name}`, parameters, profile))
      expect([404, 406]).toContain(answer.status)
    }
  }
})

describe('no caller writes under another name, or under none', () => {
  const missing = { prefer: 'missing=default,return=representation' }

  it.each(['admin', 'donor', null])('granted_by %s', async (name) => {
    const grant = {
      user_id: idOf('donor'),
      permission_id: await idWhere('permissions', `name = 'can_edit_user_roles'`),
    }
    const claim = { granted_by: name && idOf(name) }
    await expectRefused('can_edit_user_roles', [
      rest('POST', 'user_permissions', { ...grant, ...claim }, missing),
      rest('PATCH', `user_permissions?user_id=neq.${grant.user_id}`, claim),
    ])
  })

  it.each([
    ['can_manage_programs', 'admin'],
    ['program.manager', 'admin'],
    ['program.manager', null],
  ])('what %s adds, with the manager_id of %s', async (persona, name) => {
    const claim = { manager_id: name && idOf(name) }
    await expectRefused(persona, [
      rest('POST', 'programs', { name: 'Borrowed', ...claim }, missing),
      rest('PATCH', 'programs?name=not.is.null', claim),
    ])
  })

  it.each(['mentee', 'mentor', 'trainer'])('added_by, for a %s', async (kind) => {
    const [table, column] = [`program_${kind}s`, `${kind}_id`]
    const program_id = await idWhere('programs', "name = 'Community Partnerships'")
    const assignment = { program_id, [column]: await idWhere(`${kind}s`, "status = 'active'") }
    const claim = { added_by: idOf('admin') }
    await expectRefused('can_manage_programs', [
      rest('POST', table, { ...assignment, ...claim }, missing),
      rest('PATCH', `${table}?program_id=not.is.null`, claim),
    ])
  })
})

it.each(['mentee', 'mentor', 'trainer'])(
  'an inactive %s cannot be assigned in any way',
  async (kind) => {
    const program_id = await idWhere('programs', "name = 'Community Partnerships'")
    const inactive = await idWhere(`${kind}s`, "status = 'inactive'")
    const assignment = { program_id, [`${kind}_id`]: inactive }
    const ignore = { prefer: 'resolution=ignore-duplicates' }
    const roads = [
      rest('POST', `program_${kind}s`, assignment),
      rest('POST', `program_${kind}s`, [assignment], ignore),
      rpc('save_program_assignments', {
        target_program_id: program_id,
        [`added_${kind}s`]: [inactive],
      }),
    ]
    await expectRefused(['can_manage_programs', 'admin'], roads, '23514')
    // The error does not tell an unauthorized caller that a person is inactive.
    await expectRefused('supporter', roads)
  },
)

describe('an import cannot bypass the rules of a single row', () => {
  const begin = (persona: Persona, kind: string, isAttested = false) => {
    const id = crypto.randomUUID()
    const parameters = { import: id, into_table: kind, file_name: 'x.csv', row_count: 9 }
    return send(persona, rpc('begin_import', { ...parameters, is_attested: isAttested })).then(
      ({ status }) => {
        expect(status).toBe(204)
        return (row: object) => rpc('import_rows', { import: id, from_row: 0, rows: [row] })
      },
    )
  }
  const named = () => ({ id: crypto.randomUUID(), first_name: 'Smuggled', last_name: 'Person' })

  it('does not reach other columns, rows or tables', async () => {
    const rows = await begin('can_manage_mentors', 'mentors')
    await expectRefused(
      'can_manage_mentors',
      [
        rows({ ...named(), created_at: '2000-01-01T00:00:00Z' }),
        rows({ ...named(), 'bio) values (null); drop table public.mentors; --': 'x' }),
        rows({ ...named(), bio: '' }),
        rows({ first_name: 'No', last_name: 'Id' }),
      ],
      '42501',
      '42703',
      '23514',
      '23502',
    )
    for (const persona of ['admin', 'can_manage_mentees', 'supporter']) {
      await expectRefused(persona, [rows(named())])
    }
  })

  it('does not reach a role, an account, a submission or the log', async () => {
    for (const persona of ['admin', 'can_edit_user_roles', 'can_review_submissions', 'staff']) {
      const tables = ['user_roles', 'user_permissions', 'profiles', 'submissions', 'change_log']
      await expectRefused(
        persona,
        [...tables, 'contact_messages', 'submission_notes', 'auth.users', 'nowhere'].map((kind) =>
          rpc('begin_import', {
            import: crypto.randomUUID(),
            into_table: kind,
            file_name: 'x.csv',
            row_count: 1,
          }),
        ),
      )
    }
  })

  it('does not reach existing rows: it takes no id of theirs and removes nothing of them', async () => {
    const id = await idWhere('mentors')
    const rows = await begin('can_manage_mentors', 'mentors')
    const request = rows({ ...named(), id })
    expect((await send('can_manage_mentors', request)).body).toBe(0)
    const [{ import: ours }] = [request.body as { import: string }]
    const confirmed = { untouched: 1, changed: 1 }
    await send('can_manage_mentors', rpc('undo_import', { import: ours, confirmed }))
    expect(await query('select from public.mentors where id = $1', [id])).toHaveLength(1)
  })

  it('tells a caller nothing of a closed row', async () => {
    const candidates = [{ first_name: 'Lucky' }]
    const asked = { into_table: 'mentees', by_columns: ['first_name'], candidates }
    for (const persona of ['supporter', 'can_manage_mentors', 'can_manage_programs']) {
      expect((await attack(persona, rpc('find_duplicates', asked))).body).toEqual([])
    }
    expect((await attack('can_manage_mentees', rpc('find_duplicates', asked))).body).toEqual([1])
  })
})

// A failing cast of the answer rolls back the log entry, and its error shows the answer.
it('no function that writes the log answers with what people wrote', async () => {
  await query(`update public.profiles set full_name = '${canary}' where role = 'user'`)
  const entries = async () => (await query('select from public.change_log')).length
  const logging: string[] = []
  for (const name of Object.keys(apiCalls)) {
    const { prepare, after = [] } = apiCalls[name]!
    if (prepare) await query(prepare)
    for (const earlier of after) await send('admin', rpc(earlier, await parametersOf(earlier)))
    const before = await entries()
    const { text } = await send('admin', rpc(name, await parametersOf(name)))
    if ((await entries()) === before) continue
    logging.push(name)
    expect(text, name).not.toContain(canary)
  }
  expect(logging).toEqual(
    expect.arrayContaining([
      ...['log_export', 'record_opening', 'record_openings', 'save_protected', 'merge_people'],
      'set_user_role',
    ]),
  )
})

it(
  'no function tells an admin whose session has ended that there is nothing',
  { tags: 'ci' },
  async () => {
    // They find no row in the seed, or no remaining one, before they check the token.
    const rowless = ['receipt_on_record', 'find_duplicates', 'import_of', 'note_thanks']
    const onFiles = ['rename_file', 'remove_file', 'restore_file', 'open_file']
    const calls = Object.keys(apiCalls)
      .filter((name) => ![...byToken, ...open, ...rowless, ...onFiles].includes(name))
      .map(async (name) => rpc(name, await parametersOf(name)))
    const searches = (await searched()).map((table) => rpc(`search_${table}`, { search: '' }))
    await query('delete from auth.sessions where user_id = $1', [idOf('admin')])
    for (const call of [...(await Promise.all(calls)), ...searches]) {
      const { status, body } = await attack('admin', call)
      expect([call.path, status, body]).toMatchObject([call.path, 403, { code: '42501' }])
    }
  },
)

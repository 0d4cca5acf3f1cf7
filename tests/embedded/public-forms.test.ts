import { MutationObserver, QueryClient, type MutationOptions } from '@tanstack/react-query'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  contactMessageSchema,
  sendContactMessage,
} from '../../src/features/forms/contact/contact-message'
import {
  newsletterSchema,
  subscribeToNewsletter,
} from '../../src/features/forms/newsletter/newsletter-subscription'
import {
  partnershipProposalSchema,
  submitPartnershipProposal,
} from '../../src/features/forms/partnership/partnership-proposal'
import { pledgeSchema, submitPledge } from '../../src/features/forms/pledge/pledge'
import {
  programApplicationSchema,
  submitProgramApplication,
} from '../../src/features/forms/program/program-application'
import {
  registrationSchema,
  submitRegistration,
} from '../../src/features/forms/registration/registration'
import {
  submitVolunteerApplication,
  volunteerSchema,
} from '../../src/features/forms/volunteer/volunteer-application'
import { termsVersion } from '../../src/shared/data/terms-version'
import { serveBackend, type ServedBackend } from '../../supabase/embedded/server'
import { rowCount } from './support'

let backend: ServedBackend
beforeAll(async () => {
  backend = await serveBackend()
  vi.stubEnv('VITE_SUPABASE_URL', backend.url)
}, 120_000)
afterAll(() => {
  vi.unstubAllEnvs()
  return backend?.stop()
})

type Answers = Record<string, unknown>

interface Form {
  table: string
  schema: { safeParse: (answers: Answers) => { data?: unknown; error?: { issues: Issue[] } } }
  submission: MutationOptions<void, Error, never>
  /** Answers that are accepted, and the fields of them that take any text. */
  typed: Answers
  texts: string[]
}

interface Issue {
  path: PropertyKey[]
  message: string
}

const person = {
  first_name: 'Ada',
  last_name: 'Example',
  email: 'ada@example.org',
  phone: '+1 512 555 0100',
}

const forms: Form[] = [
  {
    table: 'volunteer_applications',
    schema: volunteerSchema,
    submission: submitVolunteerApplication,
    typed: {
      ...person,
      interests: ['events'],
      availability: 'Mondays',
      experience: 'None',
      motivation: 'Joy',
    },
    texts: [
      'first_name',
      'last_name',
      'email',
      'phone',
      'availability',
      'experience',
      'motivation',
    ],
  },
  {
    table: 'program_applications',
    schema: programApplicationSchema,
    submission: submitProgramApplication,
    typed: {
      ...person,
      relationship: 'relative',
      program_interest: 'leadership-development',
      child_name: 'Junior',
      child_age: '4',
      goals: 'To read',
      previous_experience: 'None',
      special_needs: 'Asthma',
      consent: true,
    },
    texts: [
      'first_name',
      'last_name',
      'email',
      'phone',
      'child_name',
      'child_age',
      'goals',
      'previous_experience',
      'special_needs',
    ],
  },
  {
    table: 'partnership_proposals',
    schema: partnershipProposalSchema,
    submission: submitPartnershipProposal,
    typed: {
      organizationName: 'Harbor & Pine',
      website: 'https://harbor.example',
      contactName: 'Ellen Marsh',
      contactTitle: 'Owner',
      email: 'ellen@example.org',
      phone: '+1 512 555 0601',
      organizationType: 'other',
      organizationSize: '1000+',
      partnershipType: 'multiple',
      description: 'A shelf',
      goals: 'Readers',
      resources: 'Books',
      timeline: 'Spring',
      budget: '$500',
      previousPartnerships: 'None',
      consent: true,
    },
    texts: [
      'organizationName',
      'website',
      'contactName',
      'contactTitle',
      'email',
      'phone',
      'description',
      'goals',
      'resources',
      'timeline',
      'budget',
      'previousPartnerships',
    ],
  },
  {
    table: 'newsletter_subscriptions',
    schema: newsletterSchema,
    submission: subscribeToNewsletter,
    typed: { name: 'Ada', email: 'ada@example.org' },
    texts: ['name', 'email'],
  },
  {
    table: 'contact_messages',
    schema: contactMessageSchema,
    submission: sendContactMessage,
    typed: { name: 'Ada', email: 'ada@example.org', message: 'Hello' },
    texts: ['name', 'email', 'message'],
  },
  {
    table: 'program_registrations',
    schema: registrationSchema,
    submission: submitRegistration({ id: 'health', title: 'Community Health', isFull: false }),
    typed: {
      ...person,
      organization: 'Clinic',
      experience: 'None',
      motivation: 'To help',
      accessibility: 'A ramp',
      emergency_name: 'Bea',
      emergency_relationship: 'Sister',
      emergency_phone: '1',
      consent: true,
      wants_newsletter: false,
    },
    texts: [
      'first_name',
      'last_name',
      'email',
      'phone',
      'organization',
      'experience',
      'motivation',
      'accessibility',
      'emergency_name',
      'emergency_relationship',
      'emergency_phone',
    ],
  },
  {
    table: 'pledges',
    schema: pledgeSchema(() => ({
      amount: 62.5,
      frequency: 'monthly',
      program: 'teacher-training',
    })),
    submission: submitPledge,
    typed: { name: 'Ada', email: 'ada@example.org' },
    texts: ['name', 'email'],
  },
]

const longText = fc
  .tuple(fc.constantFrom('x', 'é', '🌱', 'م', ' ', '\n'), fc.constantFrom(40, 41, 200, 5000, 5001))
  .map(([character, length]) => character.repeat(length))

const awkwardTexts = [
  '',
  '   ',
  'null\0byte',
  '\\u0000',
  '"quoted" and \'single\'; drop table contact_messages; --',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '=HYPERLINK("https://evil.example")',
  '\u202eright to left\u202c مرحبا שלום',
  '\ufeffbyte order mark',
  '\u{10FFFD} private use \u{100041}',
  'a\u0301 and \u00e1',
  'line\r\nbreaks\rof\nall kinds',
  '{"json":[1,null]}',
  '{1,2}',
  'NULL',
  '2024-01-31T00:00:00Z',
  '1e400',
  '٤',
  '25',
  '-0',
]

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  // Halves of surrogate pairs, whole or alone.
  fc
    .array(fc.integer({ min: 0xd7f0, max: 0xe00f }), { maxLength: 8 })
    .map((units) => String.fromCharCode(...units)),
  longText,
  fc.emailAddress(),
  fc.constantFrom(...awkwardTexts),
)

/** The values of the columns: null where only blanks were typed. */
function expectedRow({ consent, ...answers }: Answers): Answers {
  const all: Answers = consent ? { ...answers, terms_version: termsVersion } : answers
  return Object.fromEntries(
    Object.entries(all).map(([name, typed]) => {
      const field = name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
      if (field === 'child_age') {
        const age = String(typed).trim()
        return [field, age === '' ? null : Number(age)]
      }
      return [field, typeof typed === 'string' && typed.trim() === '' ? null : typed]
    }),
  )
}

it.each(forms)(
  'any text typed into the form of $table is stored as typed or refused at its field',
  async ({ table, schema, submission, typed, texts }) => {
    const clear = () =>
      backend.exclusive((pg) =>
        pg.exec(`delete from private.recent_submissions; delete from public.${table}`),
      )

    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...texts), anyText, async (field, text) => {
        await clear()
        const answers = { ...typed, [field]: text }
        const { data, error } = schema.safeParse(answers)
        if (error) {
          expect(error.issues.map(({ path }) => path)).toEqual(error.issues.map(() => [field]))
          expect(error.issues[0]?.message).toMatch(/^(Please|This) /)
          return
        }
        await new MutationObserver(new QueryClient(), submission).mutate(data as never)
        // As JSON: read by themselves, texts that begin with a byte order mark lose it in PGlite.
        const { rows } = await backend.exclusive((pg) =>
          pg.query<{ stored: Answers }>(
            `select to_jsonb(sent) as stored from public.${table} sent`,
          ),
        )
        expect(rows).toHaveLength(1)
        expect(rows[0]!.stored).toMatchObject(expectedRow(answers))
      }),
      { numRuns: 60, examples: awkwardTexts.map((text) => [texts[0]!, text]) },
    )
    await clear()
    expect(await rowCount(backend, `public.${table}`)).toBe(0)
  },
  120_000,
)

it.each(forms)('ordinary text of any script is never refused by $table', ({ schema, typed }) => {
  const prose = fc.stringMatching(/^[\p{L}\p{M}\p{N}\p{P}\p{Emoji} \n]{1,40}$/u)
  const free = ['first_name', 'name', 'contactName', 'goals', 'message', 'motivation'].filter(
    (field) => field in typed,
  )
  fc.assert(
    fc.property(fc.constantFrom(...free), prose, (field, text) => {
      fc.pre(text.trim() !== '')
      const written = /name$/i.test(field) ? text.replaceAll('\n', ' ') : text
      expect(schema.safeParse({ ...typed, [field]: written }).error).toBeUndefined()
    }),
  )
})

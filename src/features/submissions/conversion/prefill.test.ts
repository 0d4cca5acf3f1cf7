import { expect, it } from 'vitest'
import type { FullSubmission } from '@/features/submissions/common/submission-queries'
import { prefill } from './prefill'

it.each([
  ['self', { first_name: 'Martha', last_name: 'Gbowee', email: 'm@example.org', phone: '1' }],
  [
    'parent',
    {
      first_name: 'Grace',
      last_name: 'Gbowee',
      parent_name: 'Martha Gbowee',
      parent_email: 'm@example.org',
      parent_phone: '1',
    },
  ],
])('an application of relationship %j makes the mentee of', (relationship, mentee) => {
  const applicant = {
    first_name: 'Martha',
    last_name: 'Gbowee',
    email: 'm@example.org',
    phone: '1',
  }
  const submission = { program_applications: { ...applicant, relationship } } as FullSubmission
  expect(prefill(submission, relationship === 'self' ? null : 'Grace')).toEqual(mentee)
})

import { describe, expect, it } from 'vitest'
import { termsVersion } from '@/shared/data/terms-version'
import { ageNotice } from '../../content/program-ways'
import { programApplicationSchema } from './program-application-form'

const typed = {
  first_name: 'Martha',
  last_name: 'Gbowee',
  email: 'martha@example.org',
  phone: '+231 77 555 0501',
  relationship: 'grandparent',
  program_interest: 'early-childhood',
  child_name: '',
  child_age: '',
  goals: '',
  previous_experience: '',
  special_needs: '',
  consent: true,
}

function problems(changes: Record<string, unknown>) {
  const { error } = programApplicationSchema.safeParse({ ...typed, ...changes })
  const issues = error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]))
}

describe('a program application', () => {
  it('is sent with the terms in place of the consent, and without empty fields', () => {
    expect(programApplicationSchema.parse(typed)).toEqual({
      first_name: 'Martha',
      last_name: 'Gbowee',
      email: 'martha@example.org',
      phone: '+231 77 555 0501',
      relationship: 'grandparent',
      program_interest: 'early-childhood',
      child_name: null,
      child_age: null,
      goals: null,
      previous_experience: null,
      special_needs: null,
      terms_version: termsVersion,
    })
  })

  it('reports each missing value at its field', () => {
    const empty = Object.fromEntries(Object.keys(typed).map((field) => [field, '']))
    expect(problems({ ...empty, consent: false })).toEqual({
      first_name: 'Please enter your first name',
      last_name: 'Please enter your last name',
      email: 'Please enter your email address',
      phone: 'Please enter your phone number',
      relationship: 'Please choose your relationship',
      program_interest: 'Please choose a program',
      consent: 'You must agree to the terms and conditions to continue.',
    })
  })

  it.each([
    ['0', 0],
    ['7', 7],
    [' 25 ', 25],
  ])('accepts the age %j', (child_age, stored) => {
    expect(programApplicationSchema.parse({ ...typed, child_age })).toMatchObject({
      child_age: stored,
    })
  })

  it.each(['26', '-1', '4.5', 'four', '1e1', '٤', '99999999999'])(
    'refuses the age %j',
    (child_age) => {
      expect(problems({ child_age })).toEqual({
        child_age: 'Please enter a whole number of years, up to 25',
      })
    },
  )
})

it.each([
  ['early-childhood', ['3', ' 10 '], ['2', '11', '15']],
  ['community-training', ['18', '25'], ['17']],
  ['leadership-development', ['12', '25'], ['11']],
  ['parent-engagement', ['0', '25'], []],
  ['', ['15'], []],
])('the form asks about ages that %j is not for', (interest, fitting, others) => {
  // The field itself explains input that is no age yet.
  for (const age of [...fitting, '', 'ten']) expect(ageNotice(interest, age), age).toBeUndefined()
  for (const age of others) expect(ageNotice(interest, age), age).toMatch(/send this anyway/)
})

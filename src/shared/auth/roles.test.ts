import { expect, it } from 'vitest'
import { isStaffRole, roleFlags, roleLabel, roles } from './roles'

it('labels every role', () => {
  expect(roles.map(roleLabel)).toEqual([
    'Administrator',
    'Director',
    'Development Manager',
    'Staff',
    'Mentor',
    'Mentee',
    'Student',
    'Donor',
    'Supporter',
    'Accounting',
    'Program Manager',
    'Fundraiser',
    'User',
  ])
})

it('gives each role its dashboard flags', () => {
  const holders = (flag: 'isAdmin' | 'isProgramManager' | 'isFundraiser') =>
    roles.filter((role) => roleFlags(role)[flag])
  expect(holders('isAdmin')).toEqual(['admin'])
  expect(holders('isProgramManager')).toEqual([
    'admin',
    'director',
    'development_manager',
    'staff',
    'mentor',
  ])
  expect(holders('isFundraiser')).toEqual([
    'admin',
    'director',
    'development_manager',
    'accounting',
  ])
})

it('every role with a dashboard flag is staff, except mentors', () => {
  expect(roles.filter((role) => !isStaffRole(role))).toEqual([
    'mentor',
    'mentee',
    'student',
    'donor',
    'supporter',
    'user',
  ])
  for (const role of roles) {
    const { isAdmin, isProgramManager, isFundraiser } = roleFlags(role)
    const hasFlag = isAdmin || isProgramManager || isFundraiser
    if (hasFlag && role !== 'mentor') expect(isStaffRole(role)).toBe(true)
  }
})

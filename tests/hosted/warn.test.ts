import { expect, it } from 'vitest'
import { findingsIn } from '../../supabase/hosted/warn'

it('names the problem, and for a broken check its last lines', () => {
  const output = [
    '✓ There is an admin',
    '✗ Mail is not sent (set RESEND_API_KEY)',
    '  more',
    '– Links',
  ]
  expect(findingsIn(output.join('\n'))).toEqual(['✗ Mail is not sent (set RESEND_API_KEY)'])
  expect(findingsIn('Backing up...\n\nThe database is not reached.\n')).toEqual([
    'Backing up...',
    'The database is not reached.',
  ])
  expect(findingsIn('? The API (not reached)\n✓ Links\n✗ The database (full)')).toEqual([
    '✗ The database (full)',
    '? The API (not reached)',
  ])
})

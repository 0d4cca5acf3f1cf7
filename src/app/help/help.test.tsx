import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import meanings from '../../../docs/glossary.md?terms'
import { usePageKeys } from '@/shared/account-ui/page-help'
import { permissionNames } from '@/shared/auth/permissions'
import { whoOpens } from '@/shared/auth/refusal'
import type { StaffRoute } from '@/shared/auth/routes'
import { authOf } from '../../../tests/auth-of'
import { draw } from '../../../tests/draw'
import { HelpFrame } from './help-frame'
import { helpOf, helpTexts, type HelpText } from './help-texts'
import { findWords } from './words'

const allOf = (help: HelpText): HelpText[] => [
  help,
  ...Object.values({ ...help.tabs, ...help.records }).flatMap(allOf),
]

it.each(Object.keys(helpTexts) as StaffRoute[])(
  '%s explains itself in words that the glossary has, without code',
  (name) => {
    for (const { about, words } of allOf(helpTexts[name])) {
      expect(about).toMatch(/^.{20,250}[.]$/s)
      for (const term of words) {
        expect(meanings[term], term).toBeTruthy()
        expect(meanings[term], term).not.toMatch(/[_`/]|\bsrc\b|private\./)
      }
    }
  },
)

function Page({ keys }: { keys: Parameters<typeof usePageKeys>[0] }) {
  const openHelp = usePageKeys(keys)
  return (
    <>
      <title>Tasks</title>
      <input aria-label="Note" />
      <button type="button" onClick={openHelp}>
        Keys
      </button>
    </>
  )
}

const open = (keys: Parameters<typeof usePageKeys>[0] = () => []) => {
  draw(
    <HelpFrame name="tasks">
      <Page keys={keys} />
    </HelpFrame>,
    { address: '/tasks' },
  )
  return userEvent.setup()
}
const help = () => screen.findByRole('dialog', { name: 'Help: Tasks' })

it('opens by ?, says what the screen is for, its keys and words, and gives the focus back', async () => {
  const user = open()
  const button = screen.getByRole('button', { name: 'Keys' })
  button.focus()
  await user.keyboard('?')
  const dialog = within(await help())
  expect(dialog.getByText(/^Your open tasks/)).toBeVisible()
  expect(dialog.getByText('Add a task')).toBeVisible()
  expect(dialog.getByText(meanings.task!)).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(button).toHaveFocus())
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('lists the keys that the page has when it opens', async () => {
  let does = 'Set the status: New'
  const user = open(() => [{ keys: ['1'], does }])
  does = 'Set the status: Accepted'
  await user.click(screen.getByRole('button', { name: 'Keys' }))
  expect(within(await help()).getByText('Set the status: Accepted')).toBeVisible()
  expect(within(await help()).queryByText('Add a task')).toBeNull()
})

it.each([
  ['tab=users', /^Every account/],
  ['tab=users&open=1', /“Leaves…” hands the work over/],
  ['tab=programs&program=1&part=matches', /^One program/],
  ['tab=programs', /^Programs with their people/],
  ['tab=gone', /^Figures and charts/],
])('has for ?%s a text of its own', (search, about) => {
  expect(helpOf('crm', new URLSearchParams(search)).about).toMatch(about)
})

it('leaves ? to who types it, and to who turned single keys off', async () => {
  const user = open()
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Why?')
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('Why?')
  expect(screen.queryByRole('dialog')).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Keys' }))
  await user.click(await screen.findByRole('checkbox', { name: /single keys/ }))
  await user.keyboard('{Escape}?')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('finds a word by its parts, and where it stands', () => {
  const found = findWords('waitl', authOf('admin'))
  expect(found).toEqual([
    { term: 'waitlist', meaning: meanings.waitlist, to: '/form-submissions?tab=seats' },
  ])
  expect(findWords('  ', authOf('admin'))).toEqual([])
  expect(findWords('pairing', authOf('admin'))[0]?.to).toBe('/crm?tab=programs')
  expect(findWords('seat off', authOf('admin')).map(({ term }) => term)).toEqual([
    'offer (of a seat)',
  ])
})

it('finds no word of a screen that the reader may not enter', () => {
  const trainers = authOf('staff', { permissions: new Set(['can_manage_trainers']) })
  expect(findWords('journal', trainers)).toEqual([])
  expect(findWords('void', trainers)).toEqual([])
  expect(findWords('clearance', trainers)[0]?.to).toBe('/crm?tab=trainers')
})

it('says which rights open something, and who grants them', () => {
  expect(whoOpens(['admin'])).toBe('Only administrators can open this.')
  expect(whoOpens(['can_verify_clearances', 'can_manage_programs'])).toBe(
    'The permission “Can verify clearances” or “Can manage programs” opens this. An administrator can grant it, or a colleague who has it and edits roles.',
  )
  expect(whoOpens(['staff', ...permissionNames])).toContain('This is for staff.')
  expect(whoOpens(['admin'], ['Ada Boateng'])).toBe(
    'Only administrators can open this. Ask Ada Boateng for access.',
  )
  expect(whoOpens(['can_manage_courses'], ['Ada Boateng', 'Grace Tolbert'])).toBe(
    'The permission “Can manage courses” opens this. Ask Ada Boateng or Grace Tolbert for access, or a colleague who has it and edits roles.',
  )
})

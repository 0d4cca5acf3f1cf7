import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fakeRpc } from '../../../../tests/fake-rpc'
import { attendeesQuery, type Attendee } from './course-queries'
import { GradeGrid } from './grade-grid'

const rpc = fakeRpc()
const asked = () => rpc.callsOf('save_grade')

const assessments = [
  { id: 'quiz', name: 'Quiz' },
  { id: 'essay', name: 'Essay' },
]
const attendee = (mentee_id: string, first_name: string, grades: Attendee['grades']): Attendee => ({
  mentee_id,
  first_name,
  last_name: 'Dolo',
  email: null,
  state: 'enrolled',
  position: null,
  grades,
})
const attendees = [
  attendee('ada', 'Ada', { quiz: 80, essay: 90.5 }),
  attendee('ben', 'Ben', { quiz: 70 }),
  attendee('cleo', 'Cleo', {}),
]

function Stored() {
  const { data } = useQuery({
    ...attendeesQuery('c'),
    initialData: attendees,
    staleTime: 'static',
  })
  const nothing = () => {}
  return (
    <GradeGrid
      course="c"
      attendees={data}
      assessments={assessments}
      onRename={nothing}
      onRemove={nothing}
      onWithdraw={nothing}
    />
  )
}

function open() {
  const client = new QueryClient()
  const drawn = render(
    <QueryClientProvider client={client}>
      <Stored />
    </QueryClientProvider>,
  )
  const again = () => {
    drawn.unmount()
    render(
      <QueryClientProvider client={client}>
        <Stored />
      </QueryClientProvider>,
    )
  }
  return { user: userEvent.setup(), again, client }
}

const cell = (name: string) => screen.getByRole('textbox', { name })
const row = (name: RegExp) => screen.getByRole('row', { name }).textContent
const refuse = (error: object) => () => Promise.reject(Object.assign(new Error('refused'), error))

it('moves with Enter and the arrow keys, and types over what is there', async () => {
  const { user } = open()
  await user.click(cell('Quiz of Ada Dolo'))
  await user.keyboard('9{ArrowLeft}{ArrowRight}5{Enter}')
  expect(cell('Quiz of Ben Dolo')).toHaveFocus()
  expect(asked()).toEqual([{ assessment: 'quiz', mentee: 'ada', given: 95, replaced: 80 }])
  await user.keyboard('{ArrowDown}{ArrowRight}')
  expect(cell('Essay of Cleo Dolo')).toHaveFocus()
  await user.keyboard('{ArrowUp}{ArrowLeft}{Shift>}{Enter}{/Shift}')
  expect(cell('Quiz of Ada Dolo')).toHaveFocus()
  await user.tab()
  expect(cell('Essay of Ada Dolo')).toHaveFocus()
  expect(asked()).toHaveLength(1)
})

it('stores the last row in place, and removes a grade', async () => {
  const { user } = open()
  await user.click(cell('Quiz of Cleo Dolo'))
  await user.keyboard('60{Enter}')
  expect(cell('Quiz of Cleo Dolo')).toHaveFocus()
  await user.clear(cell('Quiz of Cleo Dolo'))
  await user.tab()
  expect(asked()).toEqual([
    { assessment: 'quiz', mentee: 'cleo', given: 60 },
    { assessment: 'quiz', mentee: 'cleo', replaced: 60 },
  ])
  expect(cell('Quiz of Cleo Dolo')).toHaveValue('')
})

it('restores with Escape and stores nothing', async () => {
  const { user } = open()
  await user.click(cell('Essay of Ada Dolo'))
  await user.keyboard('12{Escape}')
  expect(cell('Essay of Ada Dolo')).toHaveValue('90.5')
  await user.tab()
  expect(asked()).toEqual([])
})

it('includes typed grades in the averages at once', async () => {
  let arrive = () => {}
  rpc.answers.save_grade = () => new Promise<void>((resolve) => (arrive = resolve))
  const { user } = open()
  expect(row(/^Average/)).toBe('Average7590.580.2')
  await user.click(cell('Quiz of Cleo Dolo'))
  await user.keyboard('0{Enter}')
  expect(row(/^Average/)).toBe('Average5090.560.1')
  arrive()
})

it('pastes a column over several rows, and skips empty cells', async () => {
  const { user } = open()
  await user.click(cell('Quiz of Ada Dolo'))
  await user.paste('81\n\n62,5\n99\n')
  expect(cell('Quiz of Ada Dolo')).toHaveValue('81')
  expect(cell('Quiz of Ben Dolo')).toHaveValue('70')
  expect(cell('Quiz of Cleo Dolo')).toHaveValue('62.5')
  expect(asked().map(({ mentee, given }) => [mentee, given])).toEqual([
    ['ada', 81],
    ['cleo', 62.5],
  ])
})

it('rejects text that is no grade, sends no request, and keeps the text', async () => {
  const { user, again } = open()
  await user.click(cell('Quiz of Ada Dolo'))
  await user.keyboard('105{Enter}')
  const told = 'Ada Dolo, Quiz: 105. A grade is a number from 0 to 100.'
  expect(screen.getByRole('alert')).toHaveTextContent(told)
  expect(cell('Quiz of Ada Dolo')).toBeInvalid()
  again()
  expect(cell('Quiz of Ada Dolo')).toHaveValue('105')
  await user.click(screen.getByRole('button', { name: 'Keep 80' }))
  expect(cell('Quiz of Ada Dolo')).toHaveValue('80')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(asked()).toEqual([])
})

it('stores a grade in progress when the page is left', async () => {
  const { user, again } = open()
  await user.click(cell('Quiz of Ada Dolo'))
  await user.keyboard('85')
  expect(asked()).toEqual([])
  again()
  expect(cell('Quiz of Ada Dolo')).toHaveValue('85')
  await vi.waitFor(() => expect(asked()).toMatchObject([{ mentee: 'ada', given: 85 }]))
})

it('asks before leaving unsaved grades, except those of withdrawn mentees', async () => {
  const { user, client } = open()
  const leaves = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await user.click(cell('Quiz of Ada Dolo'))
  await user.keyboard('105{Enter}')
  expect(leaves()).toBe(false)
  act(() => void client.setQueryData(attendeesQuery('c').queryKey, attendees.slice(1)))
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(leaves()).toBe(true)
})

it('keeps unsaved grades until a retry', async () => {
  rpc.answers.save_grade = refuse({ code: '' })
  const { user } = open()
  await user.click(cell('Quiz of Ada Dolo'))
  await user.keyboard('85{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('The server could not be reached.')
  expect(cell('Quiz of Ada Dolo')).toHaveValue('85')
  rpc.answers.save_grade = () => undefined
  await user.click(screen.getByRole('button', { name: 'Save again' }))
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(asked().map(({ given, replaced }) => [given, replaced])).toEqual([
    [85, 80],
    [85, 80],
  ])
})

it('shows a colleague’s grade, and replaces it only on request', async () => {
  rpc.answers.save_grade = refuse({ code: 'PT409', details: '77.00' })
  const { user } = open()
  await user.click(cell('Quiz of Ada Dolo'))
  await user.keyboard('85{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Someone else has set 77 in the meantime.',
  )
  rpc.answers.save_grade = () => undefined
  await user.click(cell('Quiz of Ada Dolo'))
  await user.keyboard('{Enter}')
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(asked().at(-1)).toMatchObject({ given: 85, replaced: 77 })
})

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Home } from '@/app/staff/home'
import { Submissions } from '@/app/submissions-page'
import { program } from '../../public-forms'
import { detail, listed, press, sent, statusOf, volunteers } from './support'
import { adminId, draw, notices, onAPhone, service, someone } from '../screen'
import { signedIn } from '../signed-in'
import { authOf } from '../../auth-of'

describe('the list', () => {
  it('selects the row under the cursor with each x', async () => {
    await volunteers('Ticked', 'Ada', 'Ben', 'Cleo', 'Dan')
    draw(<Submissions />, '/form-submissions')
    await waitFor(() => expect(listed()[0]).toBe('Dan Ticked'))
    for (const key of 'jxjxjx') {
      fireEvent.keyDown(document.activeElement ?? document.body, { key })
    }
    expect(await screen.findByText('3 selected')).toBeVisible()
    const ticked = screen.getAllByRole('checkbox', { checked: true, name: / Ticked$/ })
    expect(ticked).toHaveLength(3)
    expect(screen.getByRole('checkbox', { name: 'Select Ada Ticked' })).not.toBeChecked()
    const status = screen.getByRole('combobox', { name: 'Status of the selected' })
    expect(status).toHaveDisplayValue('Status')
    await someone().click(screen.getByRole('button', { name: 'Clear' }))
    expect(screen.queryByText(/ selected$/)).toBeNull()
    expect(screen.queryAllByRole('checkbox', { checked: true })).toEqual([])
    expect(screen.getByRole('checkbox', { name: 'Select all on this page' })).toHaveFocus()
  })

  it(
    'has its views, search, filters and export in one line on a phone, and no preview',
    { tags: 'long' },
    async () => {
      onAPhone()
      await volunteers('Narrow', 'Ada', 'Ben')
      draw(<Submissions />, '/form-submissions?tab=volunteers')
      const list = within(await screen.findByRole('region', { name: 'List' }))
      await waitFor(() => expect(listed()).toContain('Ben Narrow'))
      expect(screen.queryByRole('article', { name: 'Preview' })).toBeNull()
      expect(list.queryByRole('searchbox')).toBeNull()
      await someone().click(list.getByRole('button', { name: /^Search / }))
      expect(list.getByRole('searchbox')).toHaveFocus()
      await someone().type(list.getByRole('searchbox'), 'Ada Narrow')
      await waitFor(() => expect(listed()).toEqual(['Ada Narrow']))
      await someone().click(list.getByRole('button', { name: 'Close the search' }))
      await waitFor(() => expect(listed()).toContain('Ben Narrow'))
      await someone().click(list.getByRole('button', { name: 'More actions for submissions' }))
      expect(await screen.findByRole('menuitem', { name: 'Export to CSV' })).toBeVisible()
      await someone().keyboard('{Escape}')
      const views = list.getByRole('combobox', { name: 'View' })
      await someone().selectOptions(views, within(views).getByRole('option', { name: /^Mine/ }))
      await waitFor(() => expect(listed()).toEqual([]))
    },
  )

  it('shows as many rows in each view as its number and the home page say', async () => {
    const created_at = new Date(Date.now() - 20 * 86_400_000).toISOString()
    await sent('contact_messages', { name: 'Late One', message: 'Hello', created_at })
    const [mine] = (await volunteers('Mine', 'Ada')) as [string]
    await service.from('submissions').update({ assignee_id: adminId }).eq('id', mine).throwOnError()
    draw(
      <>
        <Home className="" />
        <Submissions />
      </>,
      '/form-submissions?tab=all',
    )
    const views = await screen.findByRole('group', { name: 'Views' })
    const home = within(await screen.findByRole('region', { name: 'Submissions' }))
    for (const [name, line, ...rows] of [
      ['Waiting', undefined, 'Late One', 'Ada Mine'],
      ['Overdue', '1 overdue', 'Late One'],
      ['Due today', undefined],
      ['Unassigned', '1 unassigned', 'Late One'],
      ['Mine', '1 assigned to you', 'Ada Mine'],
    ] as const) {
      if (line) expect(home.getByRole('link', { name: line })).toBeVisible()
      const number = new RegExp(`^${name} ?${rows.length}$`)
      const view = await within(views).findByRole('button', { name: number })
      fireEvent.click(view)
      await waitFor(() => expect(view).toHaveAttribute('aria-pressed', 'true'))
      await waitFor(() => expect(listed()).toEqual(rows))
    }
    expect(home.queryByRole('link', { name: /due today/ })).toBeNull()
    fireEvent.click(home.getByRole('link', { name: '1 overdue' }))
    await waitFor(() => expect(listed()).toEqual(['Late One']))
  })

  it('shows that it is loading, and that there is nothing', async () => {
    draw(<Submissions />, '/form-submissions?tab=partnerships')
    expect(await screen.findByText('Loading submissions...')).toBeInTheDocument()
    expect(await screen.findByText('No partnership proposals yet')).toBeVisible()
    expect(await screen.findByRole('tab', { name: 'Partnerships (0)' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Export to CSV' })).toBeDisabled()
  })
})

describe('with none open', () => {
  const preview = async (name: string) => {
    const part = await within(detail()).findByRole('article', { name: 'Preview' })
    await waitFor(() => expect(part).toHaveTextContent(name))
    return within(part)
  }

  it('shows the first to be read: announces, records and decides nothing until it is opened', async () => {
    // Presence begins after a moment, which is none here.
    const later = window.setTimeout
    vi.spyOn(window, 'setTimeout').mockImplementation(((run: () => void, ms?: number) =>
      later(run, ms === 1_000 ? 0 : ms)) as typeof window.setTimeout)
    const rooms = () =>
      signedIn.client!.getChannels().filter(({ topic }) => topic.includes('submission:'))
    const child = await sent(program.table, {
      ...program.stored,
      first_name: 'Ada',
      last_name: 'Shown',
    })
    draw(<Submissions />, '/form-submissions?tab=all')
    const shown = await preview('Ada Shown')
    expect(await shown.findByText(/That she learns/)).toBeVisible()
    expect(detail()).not.toHaveTextContent('Grace')
    for (const key of '4arntx') press(key)
    expect(within(detail()).queryByRole('combobox')).toBeNull()
    expect(within(detail()).queryByRole('button', { name: /child/ })).toBeNull()
    expect(screen.queryByRole('link', { current: true })).toBeNull()
    expect(rooms()).toEqual([])

    await volunteers('Newer', 'Zoe')
    screen.getByRole('searchbox').focus()
    await preview('Zoe Newer')
    expect(screen.getByRole('searchbox')).toHaveFocus()
    expect(await statusOf(child)).toBe('new')
    const { data } = await service.from('change_log').select('action').eq('record_id', child)
    expect(data).toEqual([])

    await someone().click(
      (await preview('Zoe Newer')).getByRole('link', { name: 'Open Zoe Newer' }),
    )
    expect(await screen.findByRole('combobox', { name: 'Status of Zoe Newer' })).toBeVisible()
    expect(screen.queryByRole('article', { name: 'Preview' })).toBeNull()
    await waitFor(() => expect(rooms()).toHaveLength(1))
    press('Escape')
    await preview('Zoe Newer')
  })

  it.each(['j', 'o'])('opens the first with %s', async (key) => {
    await volunteers('Keyed', 'Ada', 'Ben')
    draw(<Submissions />, '/form-submissions')
    await preview('Ben Keyed')
    press(key)
    expect(await screen.findByRole('combobox', { name: 'Status of Ben Keyed' })).toBeVisible()
  })
})

describe('holidays', () => {
  it('are offered only to admins', async () => {
    const permissions = new Set(['can_review_submissions'] as const)
    draw(<Submissions />, '/form-submissions?tab=holidays', authOf('staff', { permissions }))
    await someone().click(await screen.findByRole('button', { name: 'More' }))
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Seats',
      'Templates',
    ])
  })

  it('are restored after their removal', async () => {
    await service
      .from('holidays')
      .upsert({ day: '2031-07-26', name: 'Founders’ Day' }, { onConflict: 'day' })
      .throwOnError()
    draw(<Submissions />, '/form-submissions?tab=holidays')
    const user = someone()
    await user.click(await screen.findByRole('button', { name: /^More actions for Founders’ Day/ }))
    await user.click(screen.getByRole('menuitem', { name: /^Remove Founders’ Day/ }))
    await waitFor(() => expect(screen.queryByText('Founders’ Day')).toBeNull())
    notices.at(-1)!.action!.onClick()
    expect(await screen.findByText('Founders’ Day')).toBeVisible()
  })
})

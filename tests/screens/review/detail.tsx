import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Submissions } from '@/app/submissions-page'
import { termsVersion } from '@/shared/data/terms-version'
import { formatDay } from '@/shared/lib/format-date'
import { optionLabel } from '@/shared/lib/option-label'
import { kinds } from '@/shared/submissions/kinds'
import { partnership, program } from '../../public-forms'
import { answersIn, listed, opened, press, row, sent, statusOf, volunteers } from './support'
import { cut, draw, notices, service, someone } from '../screen'

describe('the open submission', () => {
  it('shows the number key of each status of its kind', async () => {
    const id = await sent(partnership.table, partnership.stored)
    const part = await opened('all', id)
    for (const [index, status] of kinds.partnership.statuses.entries()) {
      expect(part).toHaveTextContent(`${index + 1}${optionLabel(status)}`)
    }
  })

  it('makes nothing that was typed markup or an address', async () => {
    const nasty = [
      '<script>document.title = "taken"</script>',
      '<img src=x onerror="document.title = \'taken\'">',
      '"><svg onload=document.title="taken">',
      'javascript:document.title="taken"',
      `${'\u202e'}right to left${'\u202c'} مرحبا שלום 👩‍👩‍👧`,
      'x'.repeat(4_000),
    ]
    const texts = {
      organization_name: nasty[0],
      contact_name: nasty[1],
      contact_title: nasty[2],
      website: nasty[3],
      description: nasty.slice(0, 3).join('\n'),
      goals: nasty[4],
      previous_partnerships: nasty[5],
    }
    const id = await sent(partnership.table, { ...partnership.stored, ...texts })
    const part = await opened('partnerships', id)
    for (const text of Object.values(texts)) {
      expect(part).toHaveTextContent(text!, { normalizeWhitespace: false })
    }
    expect(part.querySelectorAll('script, img, svg[onload]')).toHaveLength(0)
    const links = within(part).getAllByRole<HTMLAnchorElement>('link')
    expect(links.map(({ protocol }) => protocol)).toEqual(['mailto:', 'tel:', 'http:'])
  })

  it('leads to a sender without an email address by phone', async () => {
    const id = await sent('volunteer_applications', {
      email: null,
      first_name: 'Tel',
      phone: '+1 512 555 0412',
      motivation: 'To help',
    })
    const part = await opened('volunteers', id)
    expect(
      within(part)
        .getByRole('link', { name: 'See everything from this person' })
        .getAttribute('href'),
    ).toContain('person=tel%3A%2B15125550412')
  })

  it('shows every answer of a proposal', async () => {
    const part = await opened('all', await sent(partnership.table, partnership.stored))
    expect(answersIn(part)).toEqual({
      Contact: 'Ellen Marsh, Owner',
      Website: 'https://harborpine.example/?a=1&b=2',
      'Organization type': 'Non-profit',
      'Organization size': '1000+ people',
      'Partnership interest': 'NGO',
      Description: 'A shelf\nfor children',
      Goals: 'More readers',
      Resources: 'Books; a van',
      Timeline: 'By spring',
      Budget: '$5,000 – $10,000',
      'Previous partnerships': "St. Mary's",
      'Agreed to': `The terms of ${formatDay(termsVersion)}`,
    })
  })

  it('shows protected fields only on request, and records that', async () => {
    const id = await sent(program.table, program.stored)
    const part = await opened('programs', id)
    expect(within(part).getByRole('heading', { level: 2 })).toHaveTextContent('Martha Gbowee')
    expect(answersIn(part)).toEqual({
      'Program of interest': 'Early Childhood Education',
      Relationship: 'Other relative',
      Goals: 'That she learns\nto read <b>with joy</b>',
      'Previous experience': 'None, "yet"',
      'Agreed to': `The terms of ${formatDay(termsVersion)}`,
    })
    expect(part).not.toHaveTextContent('Asthma')
    fireEvent.click(within(part).getByRole('button', { name: 'Show the child’s details' }))
    expect(await within(part).findByText('Grace 🌱 Gbowee')).toBeVisible()
    expect(answersIn(part)).toMatchObject({
      'Child’s age': '4',
      'Special needs': 'Asthma; تستخدم جهاز استنشاق',
    })
    expect(await within(part).findByText(/opened the child’s details/)).toBeVisible()
  })

  it('has the button to protected fields only below the fields, which would move it', async () => {
    const id = await sent(program.table, program.stored)
    const mend = cut(/[?&]select=[^&]*conversions/)
    draw(<Submissions />, `/form-submissions?tab=programs&open=${id}`)
    const part = within(await screen.findByRole('region', { name: 'Submission' }))
    expect(await part.findByText('The submission could not be loaded.')).toBeVisible()
    expect(part.queryByRole('button', { name: 'Show the child’s details' })).toBeNull()
    mend()
    fireEvent.click(part.getByRole('button', { name: /try again/i }))
    expect(await part.findByRole('button', { name: 'Show the child’s details' })).toBeVisible()
  })

  it('keeps a note that is being written, adds it, and lets its author remove it', async () => {
    const user = someone()
    await volunteers('Note', 'Ada', 'Ben')
    draw(<Submissions />, '/form-submissions')
    await waitFor(() => fireEvent.click(row('Ada Note')))
    await user.click(await screen.findByRole('textbox', { name: 'Note' }))
    await user.paste('Called, j k 1 2')
    fireEvent.click(row('Ben Note'))
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue(''))
    fireEvent.click(row('Ada Note'))
    const field = await screen.findByRole('textbox', { name: 'Note' })
    expect(field).toHaveValue('Called, j k 1 2')
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
    const history = await screen.findByRole('list', { name: 'History' })
    expect(await within(history).findByText('Called, j k 1 2')).toBeVisible()
    await waitFor(() => expect(field).toHaveValue(''))
    fireEvent.click(within(history).getByRole('button', { name: /^Remove/ }))
    await waitFor(() => expect(history).not.toHaveTextContent('Called'))
  })
})

describe('a snoozed submission', () => {
  const untilOf = async (id: string) =>
    (await service.from('submissions').select('put_off_until').eq('id', id).single()).data
      ?.put_off_until as string

  it('leaves the waiting list by a key, is counted, and comes back after Undo', async () => {
    const id = await sent('contact_messages', { name: 'Late Reply', message: 'Hello' })
    draw(<Submissions />, `/form-submissions?tab=messages&view=waiting&open=${id}`)
    await waitFor(() => expect(listed()).toEqual(['Late Reply']))
    press('h')
    const dialog = within(await screen.findByRole('dialog'))
    await someone().click(dialog.getByRole('button', { name: 'Snooze' }))
    expect(await dialog.findByText(/^Please choose a day from tomorrow on/)).toBeVisible()
    expect(await untilOf(id)).toBe('-infinity')

    await someone().click(dialog.getByRole('button', { name: 'When they reply' }))
    await waitFor(() => expect(listed()).toEqual([]))
    expect(await untilOf(id)).toBe('infinity')
    expect(
      await screen.findByRole('button', { name: /^Snoozed\s*1$/, pressed: false }),
    ).toBeVisible()

    notices.at(-1)!.action!.onClick()
    await waitFor(() => expect(listed()).toEqual(['Late Reply']))
    expect(await untilOf(id)).toBe('-infinity')
  })

  it('says that a day is after the due date, and takes a reason, which becomes a note', async () => {
    const id = await sent('contact_messages', { name: 'Too Late', message: 'Hello' })
    await service
      .from('submissions')
      .update({ due_at: new Date(Date.now() - 86_400_000).toISOString() })
      .eq('id', id)
      .throwOnError()
    await opened('messages', id)
    press('h')
    const dialog = within(await screen.findByRole('dialog'))
    const user = someone()
    await user.click(dialog.getByRole('button', { name: /^Tomorrow\s+after the due date/ }))
    await user.click(dialog.getByRole('button', { name: 'Snooze' }))
    expect(await dialog.findByText('Please say why it can wait')).toBeVisible()
    expect(await untilOf(id)).toBe('-infinity')
    await user.type(dialog.getByLabelText(/^Reason/), 'Waits for a reference')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Keep Editing' }))
    expect(dialog.getByLabelText(/^Reason/)).toHaveValue('Waits for a reference')
    await user.click(dialog.getByRole('button', { name: 'Snooze' }))
    await waitFor(async () => expect(await untilOf(id)).toMatch(/^2/))
    const { data: notes } = await service
      .from('submission_notes')
      .select('body')
      .eq('submission_id', id)
    expect(notes).toEqual([{ body: 'Waits for a reference' }])
  })

  it('cannot be one that a colleague has just answered', async () => {
    const id = await sent('contact_messages', { name: 'Just Answered', message: 'Hello' })
    await opened('messages', id)
    press('h')
    await screen.findByRole('dialog')
    await service.from('contact_messages').update({ status: 'contacted' }).eq('id', id)
    await someone().click(await screen.findByRole('button', { name: 'When they reply' }))
    expect(await screen.findByText(/^It has been answered/)).toBeVisible()
    expect(await untilOf(id)).toBe('-infinity')
  })
})

describe('a registration', () => {
  const registered = (first_name: string, more: object = {}) =>
    sent('program_registrations', { program: 'health', first_name, last_name: 'Wright', ...more })
  const change = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  const health = () => screen.findByRole('region', { name: 'Community Health' })

  it('waits for a seat, shows its position, and gets an offer after a question', async () => {
    const ada = await registered('Ada')
    draw(<Submissions />, '/form-submissions?tab=seats')
    expect(await health()).toHaveTextContent('0 confirmed · 0 offered · 0 waiting · 1 undecided')
    change('Last day of Community Health', '2199-06-30')
    fireEvent.submit(screen.getByLabelText('Last day of Community Health'))
    await waitFor(() => expect(notices.at(-1)?.title).toBe('Last Day Updated'))
    change('Seats of Community Health', '1')
    fireEvent.submit(screen.getByLabelText('Seats of Community Health'))
    await waitFor(async () => expect(await health()).toHaveTextContent('0 of 1 confirmed'))
    cleanup()

    await service
      .from('program_registrations')
      .update({ status: 'confirmed' })
      .eq('id', ada)
      .throwOnError()
    const ben = await registered('Ben', { wants_waitlist: true, accessibility: 'A ramp' })
    const part = await opened('registrations', ben)
    await waitFor(() => expect(part).toHaveTextContent('Position 1 of 1 on the waitlist'))
    expect(part).not.toHaveTextContent('A ramp')
    change('Status of Ben Wright', 'confirmed')
    await waitFor(() =>
      expect(notices.at(-1)).toMatchObject({
        title: 'Not changed',
        description: expect.stringContaining('No seat is free') as string,
      }),
    )
    cleanup()

    draw(<Submissions />, '/form-submissions?tab=seats')
    await waitFor(async () => expect(await health()).toHaveTextContent('1 waiting'))
    change('Seats of Community Health', '2')
    fireEvent.submit(screen.getByLabelText('Seats of Community Health'))
    expect(within(await health()).getByRole('alert')).toHaveTextContent(
      'One person on the waitlist will get an offer by email at once. This can’t be undone.',
    )
    expect(await statusOf(ben)).toBe('waitlisted')
    fireEvent.click(screen.getByRole('button', { name: /^Save and offer/ }))
    await waitFor(async () =>
      expect(await health()).toHaveTextContent('1 of 2 confirmed · 1 offered'),
    )
    expect(await statusOf(ben)).toBe('offered')
  })
})

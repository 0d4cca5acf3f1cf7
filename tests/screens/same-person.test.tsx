import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { MergeDialog } from '@/features/crm/people/merge/merge-dialog'
import { mentees } from '@/features/crm/people/records/mentees'
import { mentors } from '@/features/crm/people/records/mentors'
import { ResourceDialog } from '@/engine/write/resource-dialog'
import { RecordPanel } from '@/engine/record/record-panel'
import type { EditableResource } from '@/engine/core/define-resource'
import { backend, button, draw, notices, service, setUpScreens, someone, type } from './screen'

setUpScreens()

async function newMentor(values: object): Promise<string> {
  const { data } = await service.from('mentors').insert(values).select('id').throwOnError()
  return (data as { id: string }[])[0]!.id
}
const stored = async (email: string) => {
  const { data } = await service.from('mentors').select('*').eq('email', email).throwOnError()
  return data as Record<string, unknown>[]
}

it('the editor shows similar people, and adds a person anyway', async () => {
  const id = await newMentor({ first_name: 'Ina', last_name: 'Twice', email: 'ina@example.org' })
  const onClose = vi.fn()
  draw(<ResourceDialog resource={mentors as EditableResource} row={undefined} onClose={onClose} />)
  const user = someone()
  await type(user, { 'First name': 'Ína', 'Last name': 'Twice', Email: 'INA@example.org' })
  await user.click(await button('Add Mentor'))
  const warning = await screen.findByRole('alert')
  expect(warning).toHaveTextContent('This mentor may already exist.')
  expect(warning).toHaveTextContent('Same address and name')
  expect(within(warning).getByRole('link', { name: /^Ina Twice/ })).toHaveAttribute(
    'href',
    `/?open=${id}`,
  )
  expect(onClose).not.toHaveBeenCalled()
  await user.click(await button('Add anyway'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(await stored('INA@example.org')).toHaveLength(1)
})

it('merges a person with a suggested one, value by value, and undoes it', async () => {
  const kept = await newMentor({
    first_name: 'Joa',
    last_name: 'Kim',
    email: 'joa@example.org',
    bio: 'Short',
  })
  const other = await newMentor({
    first_name: 'Joa',
    last_name: 'Kim',
    phone: '+1 512 555 9999',
    bio: 'Long',
  })
  const before = await stored('joa@example.org')
  const onClose = vi.fn()
  draw(<MergeDialog table="mentors" resource={mentors} id={kept} onClose={onClose} />)
  const user = someone()
  await user.click(await button(/^Joa Kim\s*Same name/))
  const winner = async (field: string) => {
    const choices = await screen.findByRole('group', { name: field })
    return within(choices).getByRole('radio', { checked: true }).closest('label')!.textContent
  }
  expect(await winner('Phone')).toMatch('+1 512 555 9999')
  expect(await winner('Bio')).toMatch('Short')
  expect(screen.queryByRole('group', { name: 'First name' })).toBeNull()
  await user.click(screen.getByRole('radio', { name: /^Long/ }))

  await service.from('mentors').update({ bio: 'Longer' }).eq('id', other).throwOnError()
  await user.click(await button('Merge into one'))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Someone else has changed one of the two',
  )
  await user.click(await button('Look again'))
  expect(await screen.findByRole('radio', { name: /^Longer/ })).toBeChecked()
  await user.click(await button('Merge into one'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(await stored('joa@example.org')).toMatchObject([
    { id: kept, phone: '+1 512 555 9999', bio: 'Longer' },
  ])
  expect(notices.find(({ title }) => title === 'Joa Kim was merged')).toMatchObject({
    action: { label: 'Undo' },
  })

  const Panel = mentors.slots!.panel!
  draw(
    <RecordPanel
      resource={mentors}
      id={kept}
      row={undefined}
      actionsOf={undefined}
      panelOf={(row) => <Panel row={row} title="" open={() => {}} edit={() => {}} />}
      takesFocus={false}
      onClose={() => {}}
    />,
  )
  await user.click(await button('Undo the merge of Joa Kim'))
  await waitFor(() => expect(notices.at(-1)).toMatchObject({ title: 'Joa Kim is back' }))
  expect(await stored('joa@example.org')).toEqual(before)
})

it('asks what an adult is to a child in two records, and joins them as the more careful one', async () => {
  const parent = { parent_name: 'Pat Careful', parent_email: 'pat.careful@example.org' }
  await service
    .from('donations')
    .insert({
      donor_name: parent.parent_name,
      donor_email: parent.parent_email,
      amount: 5,
      donation_type: 'one-time',
    })
    .throwOnError()
  const children = ['Cary', 'Carrie'].map((first_name) => ({
    id: crypto.randomUUID(),
    first_name,
    last_name: 'Careful',
    ...parent,
  }))
  await service.from('mentees').insert(children).throwOnError()
  const [cary, carrie] = children.map(({ id }) => id)
  const run = async <Row,>(sql: string) =>
    backend.exclusive(async (pg) => (await pg.query<Row>(sql)).rows)
  const person = (id: string) => `(select person_id from public.mentees where id = '${id}')`
  await run(`update private.guardians set may_collect = true where child_id = ${person(cary!)}`)
  await run(
    `update private.guardians set relation = 'guardian', no_contact = true where child_id = ${person(carrie!)}`,
  )
  await run(`update private.people set do_not_contact = true where id = ${person(carrie!)}`)
  const ties = () =>
    run(`select relation, may_collect, no_contact, do_not_contact
      from private.guardians join private.people on id = child_id
      join public.mentees on mentees.person_id = child_id where last_name = 'Careful' order by first_name desc`)
  const before = await ties()

  draw(<MergeDialog table="mentees" resource={mentees} id={cary!} onClose={vi.fn()} />)
  const user = someone()
  await user.type(await screen.findByRole('searchbox'), 'Carrie')
  await user.click(await button(/^Carrie Careful/))
  const differs = await screen.findByRole('region', { name: 'What differs' })
  expect(differs).toHaveTextContent(
    'Do not contact: yesthe record to keep: no · the other record: yes',
  )
  await user.click(await button('Merge into one'))
  const question = screen.getByRole('group', { name: 'What Pat Careful is to Cary Careful' })
  expect(await within(question).findByRole('alert')).toHaveTextContent('Please choose one')
  expect(await ties()).toEqual(before)
  await user.click(within(question).getByRole('radio', { name: /^Guardian/ }))
  await user.click(await button('Merge into one'))
  await waitFor(() => expect(notices.at(-1)).toMatchObject({ title: 'Carrie Careful was merged' }))
  expect(await ties()).toEqual([
    { relation: 'guardian', may_collect: false, no_contact: true, do_not_contact: true },
  ])
  notices.at(-1)!.action!.onClick()
  await waitFor(async () => expect(await ties()).toEqual(before))
})

import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { MergeDialog } from '@/features/crm/people/merge/merge-dialog'
import { mentors } from '@/features/crm/people/mentors'
import { ResourceDialog } from '@/engine/write/resource-dialog'
import { RecordPanel } from '@/engine/record/record-panel'
import type { EditableResource } from '@/engine/core/define-resource'
import { button, draw, notices, service, setUpScreens, someone, type } from './screen'

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

it('merges a person with a proposed one, value by value, and back', async () => {
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
  expect(notices.at(-1)).toMatchObject({ title: 'Joa Kim was merged', action: { label: 'Undo' } })

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

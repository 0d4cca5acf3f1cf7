import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Command } from 'cmdk'
import { useState } from 'react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { Found } from '@/engine/core/people-search'
import type { StoredFile } from '@/engine/files/file-queries'
import { supabase } from '@/shared/supabase/client'
import { PeopleResults } from './people-results'

interface Request {
  search: string
  signal?: AbortSignal
  answer: (found: Found[]) => void
  fail: () => void
}
let requests: Request[] = []
/** What is found among the files */
let files = (): StoredFile[] => []

beforeEach(() => {
  requests = []
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  Element.prototype.scrollIntoView = () => {}
  onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'scrollIntoView'))
  files = () => []
  vi.spyOn(supabase, 'rpc').mockImplementation(((name: string, { search }: { search: string }) => {
    if (name === 'search_files') {
      const found = {
        abortSignal: () => found,
        retry: () => found,
        throwOnError: () => new Promise((resolve) => resolve({ data: files() })),
      }
      return found
    }
    const asked: Partial<Request> = { search }
    const request = {
      abortSignal: (signal: AbortSignal) => {
        asked.signal = signal
        return request
      },
      retry: () => request,
      throwOnError: () =>
        new Promise((resolve, reject) => {
          asked.answer = (data) => resolve({ data })
          asked.fail = () => reject(new Error('No line'))
          requests.push(asked as Request)
        }),
    }
    return request
  }) as never)
})

const ada: Found = {
  person: '00000000-0000-4000-8000-0000000000aa',
  kind: 'mentor',
  source: 'mentors',
  id: '00000000-0000-4000-8000-00000000000a',
  name: 'Ada Winters',
  address: 'ada@example.org',
  kinds: ['mentor', 'donor', 'volunteer'],
  hint: 'a…@example.org',
  last_gift_at: null,
  last_gift: null,
}
const kit: Found = {
  ...ada,
  person: '00000000-0000-4000-8000-0000000000bb',
  id: '00000000-0000-4000-8000-00000000000b',
  source: 'mentees',
  name: 'Kit',
  address: null,
  kinds: ['mentee'],
}

function Palette({ onFind }: { onFind: (target: object) => void }) {
  const [text, setText] = useState('')
  return (
    <Command shouldFilter={false} label="Search">
      <Command.Input value={text} onValueChange={setText} />
      <PeopleResults text={text} look={{ list: '', group: '', item: '' }} onFind={onFind}>
        {null}
      </PeopleResults>
    </Command>
  )
}

function open() {
  const onFind = vi.fn()
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <Palette onFind={onFind} />
    </QueryClientProvider>,
  )
  return { user: userEvent.setup(), onFind, box: screen.getByRole('combobox') }
}
const asked = (count: number) => vi.waitFor(() => expect(requests).toHaveLength(count))
const names = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

it('searches once per text, and labels each person', async () => {
  const { user, onFind, box } = open()
  await user.type(box, 'ad')
  expect(screen.getByRole('status')).toHaveTextContent('type three letters or digits')
  await user.type(box, 'a w')
  expect(screen.getByRole('status')).toHaveTextContent('Searching people and files…')
  await asked(1)
  expect(requests[0]!.search).toBe('ada\nw')
  requests[0]!.answer([ada, kit])
  await vi.waitFor(() =>
    expect(names()).toEqual([
      'Ada WintersMentor, Donor, Volunteer application · ada@example.org',
      'KitMentee',
    ]),
  )
  await user.keyboard('{Enter}')
  expect(onFind).toHaveBeenLastCalledWith({ person: ada.person })
  await user.keyboard('{ArrowDown}{Enter}')
  expect(onFind).toHaveBeenLastCalledWith({ person: kit.person })
})

it('keeps results during the next search, and aborts outdated requests', async () => {
  const { user, box } = open()
  await user.type(box, 'ada')
  await asked(1)
  requests[0]!.answer([ada])
  await screen.findByText('Ada Winters')
  await user.type(box, 'm')
  await asked(2)
  expect(screen.getByText('Ada Winters')).toBeVisible()
  await user.type(box, 's')
  await asked(3)
  expect(requests[1]!.signal!.aborted).toBe(true)
  requests[2]!.answer([])
  expect(await screen.findByText('No people or files found')).toBeVisible()
  expect(names()).toEqual([])
})

it('offers everything under a phone number that someone has', async () => {
  const { user, onFind, box } = open()
  await user.type(box, '+1 (512) 909-0101')
  await asked(1)
  requests[0]!.answer([ada])
  await user.click(await screen.findByText('Everything under this phone number'))
  expect(onFind).toHaveBeenLastCalledWith({ person: 'tel:15129090101' })
})

it('finds files by name, and leads to their record', async () => {
  files = () => [
    {
      id: 'f',
      name: 'Agreement.pdf',
      type: 'application/pdf',
      record_kind: 'programs',
      record_id: 'p',
      record_name: 'Weaving',
    } as StoredFile,
  ]
  const { user, onFind, box } = open()
  await user.type(box, 'agreement')
  await asked(1)
  requests[0]!.answer([])
  await user.click(await screen.findByText('Agreement.pdf'))
  expect(names()).toEqual(['Agreement.pdfPDF · Weaving'])
  expect(onFind).toHaveBeenLastCalledWith({ to: '/crm?tab=programs&open=p' })
  await vi.waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('1 found'))

  files = () => {
    throw new Error('No line')
  }
  await user.type(box, 's')
  expect(await screen.findByText(/Files could not be searched/)).toBeVisible()
})

it('reports a failed search, and tries again', async () => {
  const { user, box } = open()
  await user.type(box, 'ada')
  await asked(1)
  requests[0]!.fail()
  await user.click(await screen.findByText(/People could not be searched/))
  await asked(2)
  requests[1]!.answer([ada])
  expect(await screen.findByText('Ada Winters')).toBeVisible()
})

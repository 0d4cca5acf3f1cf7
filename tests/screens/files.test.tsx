import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { mentees } from '@/features/crm/people/records/mentees'
import { PersonPanel } from '@/features/crm/people/person/person-panel'
import { programs } from '@/features/crm/programs/programs'
import { recordFilesQuery } from '@/engine/files/file-queries'
import { fileOrders } from '@/engine/files/file-words'
import { ResourceList } from '@/engine/resource-list'
import { endSession, endedSession, goOn, openPageOf } from '@/shared/supabase/ended-session'
import { exif, jpeg, pdf } from '../file-samples'
import { queryClient } from '@/app/query-client'
import {
  adminId,
  backend,
  button,
  draw,
  notices,
  onRequest,
  service,
  setUpScreens,
  someone,
} from './screen'

setUpScreens()

let program: string
const query = async <Row,>(sql: string, given: unknown[] = []) =>
  backend.exclusive(async (pg) => (await pg.query<Row>(sql, given)).rows)
const stored = (record = program) =>
  query<{ id: string; name: string; state: string; removed: boolean }>(
    `select id, name, state, removed_at is not null as removed from public.files where record_id = $1 order by name`,
    [record],
  )
const names = async () => (await stored()).map(({ name }) => name)
const objects = async () =>
  (await query<{ name: string }>(`select name from storage.objects where bucket_id = 'files'`)).map(
    ({ name }) => name,
  )

/** Sends parts by `fetch`, because jsdom's own requests cannot send a file's data. */
class FetchedRequest {
  upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number }) => void } = {}
  onload?: () => void
  onerror?: (error: unknown) => void
  status = 0
  responseText = ''
  private headers = new Headers()
  private answer?: Response
  private method = ''
  private address = ''
  private aborting = new AbortController()
  open(method: string, address: string) {
    this.method = method
    this.address = address
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value)
  }
  getResponseHeader(name: string) {
    return this.answer?.headers.get(name) ?? null
  }
  abort() {
    this.aborting.abort()
  }
  send(body: Blob | null) {
    void fetch(this.address, {
      method: this.method,
      headers: this.headers,
      body,
      signal: this.aborting.signal,
    })
      .then(async (answer) => {
        this.answer = answer
        this.status = answer.status
        this.responseText = await answer.text()
        if (body) this.upload.onprogress?.({ lengthComputable: true, loaded: body.size })
        this.onload?.()
      })
      .catch((error: unknown) => !this.aborting.signal.aborted && this.onerror?.(error))
  }
}

beforeEach(async () => {
  vi.stubGlobal('XMLHttpRequest', FetchedRequest)
  await query('delete from public.files where true')
  program = crypto.randomUUID()
  await service
    .from('programs')
    .insert({ id: program, name: 'Weaving', status: 'active' })
    .throwOnError()
})

const text = (name: string, content = name) => new File([content], name)

async function open() {
  draw(<ResourceList resource={programs} />, `/crm?tab=programs&open=${program}`)
  return screen.findByRole('region', { name: /^Files/ })
}

async function choose(...files: File[]) {
  const part = await open()
  await within(part).findByText(/^No files/)
  await someone().upload(within(part).getByLabelText('Add files'), files)
  return part
}

const listed = (part: HTMLElement) =>
  [...part.querySelectorAll('[data-name]')].map(({ textContent }) => textContent)

const act = async (name: string, action: string) => {
  await someone().click(await button(`Actions for ${name}`))
  await someone().click(await screen.findByRole('menuitem', { name: action }))
}

it('adds several files, the picture without its place, and sorts them', async () => {
  const part = await choose(
    new File([pdf()], 'Policy 10.pdf'),
    new File([jpeg(exif(6))], 'Visit.jpg'),
    text('Policy 2.txt'),
  )
  await waitFor(async () =>
    expect((await stored()).map(({ name, state }) => [name, state])).toEqual([
      ['Policy 10.pdf', 'ready'],
      ['Policy 2.txt', 'ready'],
      ['Visit.jpg', 'ready'],
    ]),
  )
  await waitFor(() => expect(listed(part)).toHaveLength(3))
  const visit = within(part).getByText('Visit.jpg').closest('li')!
  expect(visit).toHaveTextContent(/Picture · \d+ bytes · .+ · Grace Tolbert/)
  const { id } = (await stored())[2]!
  const { data } = await service.storage.from('files').download(id)
  expect(Buffer.from(await data!.arrayBuffer()).toString('latin1')).not.toContain('GPS')

  const order = within(part).getByRole('combobox', { name: 'Order of the files' })
  await someone().selectOptions(order, 'By name')
  expect(listed(part)).toEqual(['Policy 2.txt', 'Policy 10.pdf', 'Visit.jpg'])
  await someone().selectOptions(order, 'By kind')
  expect(listed(part)).toEqual(['Policy 10.pdf', 'Visit.jpg', 'Policy 2.txt'])
})

it('sorts all files of a record, however many', async () => {
  await query(
    `insert into public.files (id, name, size, type, hash, version, state, program_id, created_at)
     select gen_random_uuid(), case n when 1001 then 'A.txt' else 'Report ' || n || '.txt' end, 1, 'text/plain',
       repeat('0', 56) || to_char(n, 'fm00000000'), 'v', 'ready', $1, now() - n * interval '1 minute'
     from generate_series(1, 1001) n`,
    [program],
  )
  const files = await new QueryClient().fetchQuery(
    recordFilesQuery({ kind: 'programs', id: program }),
  )
  const byName = files.toSorted(fileOrders.name.compare).map(({ name }) => name)
  expect(byName.slice(0, 3)).toEqual(['A.txt', 'Report 1.txt', 'Report 2.txt'])
})

it('says beside a file why it is refused, and that another is here already', async () => {
  const before = (await objects()).length
  const part = await choose(
    text('logo.png', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
    text('a.txt', 'One'),
    text('b.txt', 'One'),
    text('none.txt', ''),
  )
  expect(await within(part).findByText(/^This is not a PDF, JPEG/)).toBeVisible()
  expect(await within(part).findByText('The file is empty.')).toBeVisible()
  expect(await within(part).findByText('This file is already here: a.txt')).toBeVisible()
  await waitFor(() => expect(listed(part)).toContain('a.txt'))
  expect(await names()).toEqual(['a.txt'])

  await someone().click(await button('Dismiss logo.png'))
  expect(screen.queryByText('logo.png')).toBeNull()

  // The server refuses the copy, and it is removed.
  await someone().upload(within(part).getByLabelText('Add files'), text('c.txt', 'One'))
  await waitFor(() =>
    expect(within(part).getAllByText('This file is already here: a.txt')).toHaveLength(2),
  )
  expect(await names()).toEqual(['a.txt'])
  expect(await objects()).toHaveLength(before + 1)
})

it('continues after a dropped connection, without choosing the file again', async () => {
  const network = globalThis.fetch
  const parts: (string | null)[] = []
  let isCut = false
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    if (init?.method === 'PATCH') {
      const offset = new Headers(init.headers).get('upload-offset')
      parts.push(offset)
      isCut ||= offset !== '0' && parts.length === 2
    }
    return isCut ? Promise.reject(new TypeError('Failed to fetch')) : network(input, init)
  })
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => !isCut)
  const part = await choose(text('Long report.txt', 'A'.repeat(7 * 1024 * 1024)))
  expect(await within(part).findByText(/^The connection dropped/)).toBeVisible()
  expect((await stored())[0]!.state).toBe('uploading')

  isCut = false
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(listed(part)).toEqual(['Long report.txt']))
  const second = String(6 * 1024 * 1024)
  expect(parts).toEqual(['0', second, second])
  expect((await stored()).map(({ state }) => state)).toEqual(['ready'])
})

it('waits where the session has ended, and goes on once its account is back', async () => {
  openPageOf(adminId)
  onTestFinished(() => openPageOf(undefined))
  let refused = 0
  onRequest(
    (address) => address.includes('/upload/resumable') && refused === 0,
    () => {
      refused += 1
      // The auth service's answer about the session then
      endSession()
      return Promise.resolve(new Response(null, { status: 403 }))
    },
  )
  const part = await choose(text('Minutes.txt'))
  await waitFor(() => expect(endedSession()?.waiting).toBe(1))
  expect(part).not.toHaveTextContent('no longer add files')
  expect(await stored()).toMatchObject([{ state: 'uploading' }])
  goOn()
  await waitFor(() => expect(listed(part)).toEqual(['Minutes.txt']))
  expect(await stored()).toMatchObject([{ name: 'Minutes.txt', state: 'ready' }])
})

it('says that there is no space left, and adds the file once there is', async () => {
  const send = fetch
  vi.stubGlobal('fetch', (...given: Parameters<typeof fetch>) =>
    typeof given[0] === 'string' && given[0].includes('/upload/resumable')
      ? Promise.resolve(new Response('full', { status: 507 }))
      : send(...given),
  )
  const part = await choose(text('a.txt'))
  const failure = 'There is no space left for files. Ask an admin to free some, then try again.'
  expect(await within(part).findByText(failure)).toBeVisible()
  vi.stubGlobal('fetch', send)
  await someone().click(within(part).getByRole('button', { name: /^(Try again|Retry)/ }))
  await waitFor(() => expect(listed(part)).toEqual(['a.txt']))
})

it('goes on after its panel has closed, says what failed, and shows it there again', async () => {
  const network = globalThis.fetch
  let cut = (_error: Error) => {}
  let isCut = true
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    isCut && init?.method === 'PATCH'
      ? new Promise((_, reject) => (cut = reject))
      : network(input, init),
  )
  const part = await choose(text('a.txt'), text('b.txt'), text('c.txt'))
  await within(part).findByText('Waiting')
  await waitFor(async () => expect(await names()).toEqual(['a.txt', 'b.txt']))
  cleanup()
  await waitFor(() => expect(cut).toHaveLength(1))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  isCut = false
  cut(new TypeError('Failed to fetch'))
  await waitFor(() =>
    expect(notices).toMatchObject([
      {
        tone: 'error',
        title: 'A file was not added.',
        description: expect.stringMatching(
          /^[ab]\.txt, to Weaving: The connection dropped/,
        ) as string,
      },
    ]),
  )
  await waitFor(async () =>
    expect((await stored()).find(({ name }) => name === 'c.txt')?.state).toBe('ready'),
  )
  const again = await open()
  await someone().click(within(again).getByRole('button', { name: /^Try again/ }))
  await waitFor(async () =>
    expect((await stored()).filter(({ state }) => state === 'ready')).toHaveLength(2),
  )
  await someone().click(within(again).getByRole('button', { name: /^Cancel [ab].txt/ }))
})

it('cancels an upload, and asks before a page with one is left', async () => {
  const network = globalThis.fetch
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    init?.method === 'PATCH' ? new Promise(() => {}) : network(input, init),
  )
  const part = await choose(text('a.txt'), text('b.txt'), text('c.txt'))
  expect(await within(part).findByText('Waiting')).toBeVisible()
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)

  await waitFor(async () => expect(await names()).toEqual(['a.txt', 'b.txt']))
  for (const name of ['a.txt', 'b.txt', 'c.txt']) {
    await someone().click(await button(`Cancel ${name}`))
  }
  expect(within(part).queryByRole('list', { name: 'Files being added' })).toBeNull()
  await waitFor(async () => expect((await stored()).every(({ removed }) => removed)).toBe(true))
  await waitFor(() => {
    const later = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(later)
    expect(later.defaultPrevented).toBe(false)
  })
})

it('asks for a shorter name, and gives a name without an ending one', async () => {
  const part = await choose(text(`${'é'.repeat(300)}.txt`, 'Long'))
  fireEvent.paste(document.body, { clipboardData: { files: [text('Notes', 'Short')] } })
  const name = await screen.findByRole('textbox', { name: /^A shorter name/ })
  expect(name).toHaveValue(`${'é'.repeat(125)}.txt`)
  await someone().clear(name)
  await someone().paste('Été')
  await someone().click(await button('Add file'))
  await waitFor(() => expect(listed(part).toSorted()).toEqual(['Notes.txt', 'Été.txt']))
  expect((await names()).toSorted()).toEqual(['Notes.txt', 'Été.txt'])
})

it('takes what is dropped on the panel or pasted', async () => {
  const part = await open()
  const dataTransfer = { types: ['Files'], files: [text('dropped.txt')] }
  fireEvent.dragOver(part, { dataTransfer })
  expect(within(part).getByText('Drop to add to Weaving')).toBeVisible()
  fireEvent.drop(screen.getByRole('complementary'), { dataTransfer })
  expect(within(part).queryByText('Drop to add to Weaving')).toBeNull()
  fireEvent.drop(document.body, { dataTransfer: { ...dataTransfer, files: [text('beside.txt')] } })
  fireEvent.paste(document.body, { clipboardData: { files: [text('pasted.txt')] } })
  await waitFor(() => expect(listed(part)).toHaveLength(2))
  expect(await names()).toEqual(['dropped.txt', 'pasted.txt'])
})

it('renames a file unless someone else did, and keeps what was typed', async () => {
  const part = await choose(text('a.txt'))
  await within(part).findByRole('button', { name: 'a.txt' })
  await act('a.txt', 'Rename')
  await query(`update public.files set name = 'theirs.txt' where name = 'a.txt'`)
  const name = await screen.findByRole('textbox', { name: /^Name/ })
  await someone().clear(name)
  await someone().paste('mine.pdf')
  await someone().click(await button('Rename'))
  const dialog = screen.getByRole('dialog')
  expect(await within(dialog).findByText('Someone else renamed it in the meantime.')).toBeVisible()
  expect(name).toHaveValue('mine.pdf')
  expect(await names()).toEqual(['theirs.txt'])

  await within(dialog).findByText(/^Someone renamed it to theirs.txt/)
  await someone().click(await button('Rename'))
  expect(await within(dialog).findByText(/ends in one of: txt/)).toBeVisible()
  await someone().clear(name)
  await someone().paste('mine.txt')
  await someone().click(await button('Rename'))
  await within(part).findByRole('button', { name: 'mine.txt' })
  expect(await names()).toEqual(['mine.txt'])
})

it('removes a file, moves the focus to the next, and undoes that', async () => {
  const part = await choose(text('a.txt'), text('b.txt'))
  await waitFor(() => expect(listed(part)).toHaveLength(2))
  await someone().selectOptions(within(part).getByRole('combobox'), 'By name')
  await act('a.txt', 'Remove')
  await waitFor(() => expect(listed(part)).toEqual(['b.txt']))
  await waitFor(() => expect(within(part).getByText('b.txt')).toHaveFocus())
  expect((await stored()).map(({ removed }) => removed)).toEqual([true, false])
  const notice = notices.find(({ title }) => title === 'File removed')!
  notice.action!.onClick()
  await waitFor(() => expect(listed(part)).toEqual(['a.txt', 'b.txt']))
  expect((await stored()).some(({ removed }) => removed)).toBe(false)
})

it('saves files from memory, read with the user’s own token, and a mentee’s only with a reason', async () => {
  const addresses = new Map<string, Blob>()
  let made = 0
  URL.createObjectURL = (blob: Blob) => {
    made += 1
    addresses.set(`blob:${made}`, blob)
    return `blob:${made}`
  }
  URL.revokeObjectURL = (address) => void addresses.delete(address)
  const saved: { name: string; content: Promise<string> }[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, content: addresses.get(this.href)!.text() })
  })
  const network = globalThis.fetch
  const asked: string[] = []
  let answer = (_response: Response | undefined) => {}
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (!init?.headers || !/\/storage\/v1\/object\//.test(input)) return network(input, init)
    const [, claims] = new Headers(init.headers).get('authorization')!.split('.')
    const { sub } = JSON.parse(atob(claims!)) as { sub: string }
    asked.push(`${init.method} by ${sub}`)
    const held = await new Promise<Response | undefined>((resolve) => (answer = resolve))
    return held ?? network(input, init)
  })
  const part = await choose(text('Plan é.txt'), new File([jpeg()], 'Visit.jpg'))
  const name = await within(part).findByRole('button', { name: 'Plan é.txt' })
  // A second press before the answer saves nothing twice.
  for (let press = 0; press < 2; press += 1) await someone().click(name)
  await act('Plan é.txt', 'Download')
  expect(await within(part).findByText('Downloading Plan é.txt')).toBeInTheDocument()
  expect(asked).toEqual([`GET by ${adminId}`])
  answer(undefined)
  await waitFor(() => expect(saved).toHaveLength(1))
  expect([saved[0]!.name, await saved[0]!.content]).toEqual(['Plan é.txt', 'Plan é.txt'])
  await waitFor(() => expect(within(part).queryByText(/^Downloading/)).toBeNull())

  // The right is gone in the meantime.
  await query('update public.files set removed_at = now() where record_id = $1', [program])
  await someone().click(name)
  await waitFor(() => expect(asked).toHaveLength(2))
  answer(undefined)
  await waitFor(() =>
    expect(notices.at(-1)).toMatchObject({
      tone: 'error',
      title: 'The file could not be downloaded.',
      description: 'It was removed, or you no longer have access to it.',
    }),
  )
  expect(saved).toHaveLength(1)
  vi.stubGlobal('fetch', network)

  // A picture has an address as long as it is shown.
  await query('update public.files set removed_at = null where record_id = $1', [program])
  await someone().click(await within(part).findByRole('button', { name: 'Visit.jpg' }))
  const shown = (await screen.findByRole('img', { name: 'Visit.jpg' })).getAttribute('src')
  expect([...addresses.keys()]).toEqual([shown])
  await someone().click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!)
  expect(addresses.size).toBe(0)

  cleanup()
  const child = crypto.randomUUID()
  await service.from('mentees').insert({ id: child, first_name: 'Lucky' }).throwOnError()
  draw(<ResourceList resource={mentees} />, `/crm?tab=mentees&open=${child}`)
  const protectedPart = await screen.findByRole('region', { name: /^Files/ })
  await someone().upload(
    within(protectedPart).getByLabelText('Add files'),
    text('Report card.txt', 'Grades'),
  )
  await someone().click(
    await within(protectedPart).findByRole('button', { name: 'Report card.txt' }),
  )
  const dialog = await screen.findByRole('dialog', { name: 'Open Report card.txt' })
  await someone().click(within(dialog).getByRole('button', { name: 'Download' }))
  expect(await within(dialog).findByText('Please write at least 10 characters.')).toBeVisible()
  const opened = () =>
    query(`select changes ->> 'reason' as reason from public.change_log where action = 'opened'`)
  expect(await opened()).toEqual([])

  await someone().type(within(dialog).getByRole('textbox'), 'A talk with the school')
  await someone().click(within(dialog).getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(saved).toHaveLength(2))
  expect([saved[1]!.name, await saved[1]!.content]).toEqual(['Report card.txt', 'Grades'])
  expect(await opened()).toEqual([{ reason: 'A talk with the school' }])
  expect(addresses).toEqual(new Map())
  const kept = queryClient.getMutationCache().getAll()
  expect(kept.some(({ state }) => state.data instanceof Blob)).toBe(false)
})

it('shows the files of all records of a person, and adds to the one that is chosen', async () => {
  const mentor = crypto.randomUUID()
  const trainer = crypto.randomUUID()
  const person = { first_name: 'Nell', last_name: 'Quaye', email: 'nell@example.org' }
  await service
    .from('mentors')
    .insert({ ...person, id: mentor })
    .throwOnError()
  await service
    .from('trainers')
    .insert({ ...person, id: trainer })
    .throwOnError()
  draw(<PersonPanel person={person.email} onClose={() => {}} />)
  const part = await screen.findByRole('region', { name: /^Files/ })
  const target = await within(part).findByRole('combobox', { name: 'Add to' })
  await someone().selectOptions(target, 'Add to Trainer Nell Quaye')
  await someone().upload(within(part).getByLabelText('Add files'), text('Check.txt'))
  await waitFor(() => expect(listed(part)).toEqual(['Check.txt']))
  expect(within(part).getByText(/· Trainer$/)).toBeVisible()
  expect(await stored(trainer)).toHaveLength(1)
  expect(await stored(mentor)).toEqual([])
})

it('says that the files could not be loaded, and tries again', { tags: 'long' }, async () => {
  const network = globalThis.fetch
  let isCut = true
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    isCut && input.includes('/rest/v1/files')
      ? Promise.reject(new TypeError('Failed to fetch'))
      : network(input, init),
  )
  const part = await open()
  expect(await within(part).findByText('The files could not be loaded.')).toBeVisible()
  isCut = false
  await someone().click(within(part).getByRole('button', { name: 'Try again' }))
  expect(await within(part).findByText(/^No files/)).toBeVisible()
})

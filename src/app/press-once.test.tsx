import { readdirSync, readFileSync } from 'node:fs'
import {
  mutationOptions,
  useMutation,
  type MutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import ts from 'typescript'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { undoable } from '@/engine/core/undoable'
import { DataProviders } from './data-providers'
import { queryClient } from './query-client'

type Answer = { resolve: (answer: string) => void; reject: (error: Error) => void }

/** The sent requests, with their pending answers. */
let sent: ({ values: unknown } & Answer)[]
const succeeded = vi.fn()
beforeEach(() => {
  sent = []
  succeeded.mockReset()
  queryClient.clear()
})

const send = (values: unknown) =>
  new Promise<string>((resolve, reject) => sent.push({ values, resolve, reject }))
const values = () => sent.map((one) => one.values)
const once = mutationOptions({ mutationFn: send, onSuccess: succeeded })

type Saving = UseMutationResult<string, Error, unknown>

/** A screen with a control that a test presses. */
function control(write: () => MutationOptions<string, Error, unknown>): () => Saving {
  let saving: Saving | undefined
  function Control() {
    saving = useMutation(write())
    return <p>{saving.status}</p>
  }
  render(
    <DataProviders>
      <Control />
    </DataProviders>,
  )
  return () => saving!
}

const rows = [
  '10000000-0000-4000-8000-000000000001',
  '10000000-0000-4000-8000-000000000002',
] as const
/** What follows a press is sent a moment later. */
const press = (make: () => unknown) => act(() => Promise.resolve(make()))
const answerAll = () => press(() => sent.forEach(({ resolve }) => resolve('stored')))

describe('a second press before the answer', () => {
  it.each([
    ['a write that all screens share', () => once],
    [
      'a write made at each rendering',
      () => ({ ...once, mutationFn: (row: unknown) => send(row) }),
    ],
  ])('of %s sends nothing, and its caller gets the same answer', async (_case, write) => {
    const saving = control(write)
    const done = vi.fn()
    const promises: Promise<string>[] = []
    // In one moment, and again when the screen shows that it saves.
    await press(() => {
      saving().mutate({ id: rows[0] }, { onSuccess: done })
      promises.push(saving().mutateAsync({ id: rows[0] }))
    })
    expect(screen.getByText('pending')).toBeVisible()
    await press(() => promises.push(saving().mutateAsync({ id: rows[0] })))
    expect(values()).toEqual([{ id: rows[0] }])
    await answerAll()
    expect(await Promise.all(promises)).toEqual(['stored', 'stored'])
    expect(done).toHaveBeenCalledOnce()
    expect(succeeded).toHaveBeenCalledOnce()
    await press(() => saving().mutate({ id: rows[0] }))
    expect(sent).toHaveLength(2)
    await answerAll()
  })

  it('that fails can be made again', async () => {
    const saving = control(() => once)
    await press(() => saving().mutate({ id: rows[0] }))
    await press(() => saving().mutate({ id: rows[0] }))
    await press(() => sent[0]!.reject(new Error('Not stored')))
    vi.mocked(console.error).mockClear()
    expect(screen.getByText('error')).toBeVisible()
    await press(() => saving().mutate({ id: rows[0] }))
    expect(sent).toHaveLength(2)
    await answerAll()
    expect(screen.getByText('success')).toBeVisible()
  })

  it('of an undo that a message offers sends nothing', async () => {
    const undo = undoable(queryClient, once, { id: rows[0] })
    await press(() => [undo(), undo()])
    expect(values()).toEqual([{ id: rows[0] }])
    await answerAll()
  })

  it.each([
    [
      'other values of a row',
      [
        { id: rows[0], role: 'a' },
        { id: rows[0], role: 'b' },
      ],
    ],
    ['a value that is set, taken back and set again', [true, false, true]],
    [
      'a row that is changed, changed back and changed again',
      ['a', 'b', 'a'].map((role) => ({ id: rows[0], role })),
    ],
    ['files of one name', [new File(['1'], 'a.csv'), new File(['2'], 'a.csv')]],
  ])('with %s is sent', async (_case, presses) => {
    const saving = control(() => once)
    for (const values of presses) await press(() => saving().mutate(values))
    expect(values()).toEqual(presses)
    await answerAll()
  })

  it('of another row is sent, and each once', async () => {
    const saving = control(() => once)
    for (const row of [0, 1, 0, 1, 0]) await press(() => saving().mutate({ id: rows[row] }))
    expect(values()).toEqual([{ id: rows[0] }, { id: rows[1] }])
    await answerAll()
  })
})

// Reads the sources, so that no new write escapes.

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|database\.types/.test(name))
  .map((name) => ({ name, text: readFileSync(`src/${name}`, 'utf8') }))
const volatile = new Set(
  [
    ...readdirSync('supabase/schemas', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.sql'))
      .map((name) => readFileSync(`supabase/schemas/${name}`, 'utf8'))
      .join('\n')
      .matchAll(/create function public\.(\w+)([\s\S]*?)\bas \$/g),
  ]
    .filter(([, , head = '']) => !/\b(stable|immutable)\b/.test(head))
    .map(([, name]) => name),
)

const writing = /\.(insert|update|upsert|delete|rpc|invoke|upload)\(/

/** A call that stores something: in a table, by a function that may write, in storage or by an Edge Function. */
function isWrite(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  const { name, expression } = node.expression
  switch (name.text) {
    case 'insert':
    case 'update':
    case 'upsert':
    case 'delete':
      return /from\(|rows\(/.test(expression.getText())
    case 'rpc': {
      const names = node.arguments[0]?.getText().match(/(?<=')\w+(?=')/g)
      return !names || names.some((one) => volatile.has(one))
    }
    case 'invoke':
    case 'upload':
      return /functions|storage/.test(expression.getText())
    default:
      return false
  }
}

/**
 * The function around a write; undefined inside a mutation or a query, which are also sent once.
 */
function placeOf(write: ts.Node): string | undefined {
  for (let node = write.parent; !ts.isSourceFile(node); node = node.parent) {
    if (ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node)) {
      if (/^(mutationFn|queryFn|store)$/.test(node.name.getText())) return undefined
    }
    if (ts.isCallExpression(node) && node.expression.getText() === 'selectQuery') return undefined
    if (ts.isFunctionDeclaration(node)) return node.name?.text
    if (!ts.isVariableDeclaration(node)) continue
    if (node.initializer && ts.isFunctionLike(node.initializer)) return node.name.getText()
  }
  return 'the file'
}

it('every write is that of a mutation, or of a function that mutations call', () => {
  const places = sources
    .filter(({ text }) => writing.test(text))
    .flatMap(({ name, text }) => {
      const found: string[] = []
      const look = (node: ts.Node): void => {
        const place = isWrite(node) && placeOf(node)
        if (place) found.push(`${name}: ${place}`)
        ts.forEachChild(node, look)
      }
      look(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true))
      return found
    })
  expect([...new Set(places)].sort()).toEqual(
    [
      // Called by mutations
      'engine/core/openings.ts: openRecords',
      'engine/core/openings.ts: openRows',
      'engine/core/row-changes.ts: addOnce',
      'engine/core/row-changes.ts: saveProtected',
      'engine/core/row-changes.ts: update',
      'engine/import/import-queries.ts: storeRows',
      'engine/import/import-queries.ts: undoInSteps',
      'features/crm/people/rights/rights-queries.ts: readHandedFile',
      'features/crm/people/rights/rights-queries.ts: withChildren',
      'features/crm/programs/page/roster-dialog.tsx: listOf',
      'features/crm/people/family/ties-queries.ts: markPoint',
      'features/crm/people/family/ties-queries.ts: renameGroup',
      'features/crm/people/family/ties-queries.ts: saveAddress',
      'features/crm/people/family/ties-queries.ts: saveTraits',
      'features/crm/campaigns/campaign-queries.ts: count',
      'features/portal/sign-in/second-factor/factors.ts: spendRecoveryCode',
      'features/submissions/common/protected-fields.ts: readProtectedFields',
      'features/submissions/queue/put-off.ts: store',
      'shared/auth/account-proof.ts: offerRole',
      // A read, by one of some functions
      'engine/core/all-rows.ts: selectSubset',
      // Reads, each after its opening
      'features/crm/programs/meetings/meeting-queries.ts: readGoingHome',
      'features/crm/programs/meetings/meeting-queries.ts: readNote',
      // Its own queue, which refuses a file that is already on its way
      'engine/files/uploads.ts: announce',
      'engine/files/uploads.ts: check',
      'engine/files/uploads.ts: withdraw',
      // Sent without a press
      'app/report-fault.ts: send',
      // Visitors, by the token of a link: a second one changes nothing
      'features/site/components/confirm-action.tsx: confirm',
      'features/site/components/status-link-form.tsx: send',
      'features/site/components/status-message-form.tsx: send',
      'features/site/lib/use-consent.ts: answer',
      'features/site/lib/use-consent.ts: read',
      'features/site/lib/use-status-step.ts: step',
    ].sort(),
  )
})

it('no press makes an id, which a second press would not know', () => {
  // Made with the form, and again once its row is stored.
  const isKept = (line: string) =>
    /(useState\(\(\) => .*|\bset[A-Z]\w*\()crypto.randomUUID/.test(line)
  const places = sources
    .filter(({ text }) =>
      text.split('\n').some((line) => line.includes('randomUUID') && !isKept(line)),
    )
    .map(({ name }) => name)
  expect(places.sort()).toEqual(
    [
      // Each file, row and gift is separate.
      'engine/files/uploads.ts',
      'engine/import/check-rows.ts',
      'features/crm/giving/desk/gift-rows.ts',
      'features/crm/giving/desk/pasted-gifts.ts',
      'features/crm/giving/desk/split-lines.ts',
      'features/crm/giving/gifts/gift-fields.ts',
      'features/crm/programs/clearances/evidence-rows.tsx',
      // Kept with the row, or with the answer about a donor
      'engine/import/unsure-donors.ts',
      // Names the storage of a client
      'features/crm/accounts/create-user.ts',
      // A password that nobody knows
      'features/crm/accounts/invite.ts',
      // Kept with the draft
      'features/submissions/answers/answer-composer.tsx',
      'features/crm/people/family/family-draft.ts',
      'features/crm/people/family/family-editor.tsx',
      // Each press is a meeting of its own; it waits on the device under its id.
      'features/portal/mentoring/mentor-page.tsx',
      // Names no row
      'features/submissions/queue/use-viewers.ts',
      'shared/supabase/shared-session.ts',
    ].sort(),
  )
})

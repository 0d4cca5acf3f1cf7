import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plan } from '../../.config/recipes/plan'
import { addedBy, follow, readBlocks, readFile, type Read } from '../../.config/recipes/recipes'
import { defaultSqlDirectory, projectRoot } from '../../supabase/embedded/config'
import { installTap, runTapFile } from '../../supabase/embedded/pgtap'
import { serveBackend, type ServedBackend } from '../../supabase/embedded/server'
import { asService, newAddress, signIn, visit } from './support'

const blocks = readBlocks()
const blocksOf = (recipe: string) => blocks.filter((block) => block.recipe === recipe)

/** What each command writes again, and another with a name of its own. */
const commands = [
  ['A field of a managed table', 'field mentors nickname', 'field mentors favorite_book'],
  ['A field of a gift', 'field donations listed_as', 'field donations desk'],
  ['A managed table', 'table study_rooms courses', 'table bus_lines giving'],
  ['A form for visitors', 'form hall', 'form venue'],
] as const

const planned = (command: string) => plan(command.split(' ')).files

it('no recipe with code is without its command', () => {
  expect([...new Set(blocks.map(({ recipe }) => recipe))]).toEqual(commands.map(([name]) => name))
})

describe.each(commands)('%s', (recipe, example, other) => {
  it('fits the files of today, and has as many as the guide says', () => {
    const heading = recipe.toLowerCase()
    const [, count] = new RegExp(`^\\| \\[${heading}\\]\\S+ *\\| (\\d+)`, 'm').exec(
      readFile('docs/recipes.md')!,
    )!
    expect(follow(blocksOf(recipe)).size).toBe(Number(count))
  })

  it('is what its command writes', () => {
    expect(planned(example)).toEqual(follow(blocksOf(recipe)))
  })

  it('still fits once its command was used with another name', () => {
    const written = planned(other)
    expect(() =>
      follow(blocksOf(recipe), (file) => written.get(file) ?? readFile(file)),
    ).not.toThrow()
  })
})

describe('a command', () => {
  /** The lines that it adds to what is there. */
  function addedFor(command: string): string[] {
    return Array.from(planned(command)).flatMap(([file, text]) => {
      const before = new Set(readFile(file)?.split('\n'))
      return text.split('\n').filter((line) => !before.has(line))
    })
  }

  it('writes a table with its own names, in the folders and with the permission of its subject', () => {
    const files = planned('table bus_lines giving')
    expect([...files.keys()]).toEqual(
      expect.arrayContaining([
        'supabase/schemas/giving/bus_lines.sql',
        'src/features/crm/giving/bus-lines.tsx',
      ]),
    )
    const added = addedFor('table bus_lines giving').join('\n')
    expect(added).not.toMatch(/study|room|can_manage_courses/i)
    expect(added).toContain("has_permission('can_manage_donations')")
    expect(added).toContain("import { busLines } from '@/features/crm/giving/bus-lines'")
    expect(added).toContain("label: { one: 'bus line', many: 'bus lines', add: 'Add Bus Line' }")
  })

  it('writes a form with its own names and the first of its letters that is free', () => {
    const added = addedFor('form venue').join('\n')
    expect(added).not.toMatch(/\bhall|Hall/)
    // V is that of the volunteers.
    expect(added).toContain("('venue', 'venue_requests', 'E', 3)")
    expect(added).toContain('export const venueSchema = z.object({')
  })

  it.each(['trainers', 'programs', 'courses', 'email_campaigns', 'answer_templates', 'holidays'])(
    'adds a field to %s where its column, grants, form and rows are',
    (table) => {
      const added = addedFor(`field ${table} nick_name`).map((line) => line.trim())
      expect(added).toContain('nick_name text check (private.is_line(nick_name, 100))')
      expect(added).toContainEqual(expect.stringMatching(/insert \([^)]*, nick_name\)/))
      expect(added).toContainEqual(expect.stringMatching(/update \([^)]*, nick_name\)/))
      expect(added).toContain("nick_name: { kind: 'text', label: 'Nick name' },")
      expect(added).toContainEqual(
        expect.stringMatching(/nick_name: (?:parts\.)?optionalLine\(100\),/),
      )
      expect(added).toContainEqual(expect.stringMatching(`^update public.${table} set nick_name`))
    },
  )

  it.each([
    ['', 'What is new?'],
    ['page about', 'What is new?'],
    ['table mentors people', 'The table mentors exists.'],
    ['table Rooms courses', 'The name of a table is plural, in lower case, such as study_rooms.'],
    ['table room courses', 'The name of a table is plural'],
    ['table class courses', 'The name of a table is plural'],
    ['table study_rooms', 'Name its subject, one of accounts, campaigns,'],
    ['table study_rooms cooking', 'Name its subject, one of accounts, campaigns,'],
    ['table study_rooms people', 'Name its permission too, one of can_view_all_users,'],
    ['table study_rooms people can_fly', 'No permission is called can_fly.'],
    ['table users accounts', 'The table users exists.'],
    ['form message', 'The form message exists.'],
    ['form newsletter', 'The form newsletter exists.'],
    ['form study_room', 'The name of a form is one word in lower case, such as hall.'],
    ['field rooms nickname', 'No table is called rooms, such as mentors.'],
    ['field mentors bio', 'The table mentors has the column bio.'],
    ['field mentors Nick', 'The name of a field is in lower case, such as nickname.'],
    ['field mentees nickname', 'Whether a field of mentees is protected is for you'],
    ['field funds nickname', 'No list of src/features shows funds.'],
  ])('refuses "%s"', (command, said) => {
    expect(() => plan(command.split(' ').filter(Boolean))).toThrow(said)
  })
})

it('a form has below its table what contact_messages has', () => {
  const below = (text: string) => text.slice(text.indexOf('create index ')).trim()
  const messages = readFile('supabase/schemas/submissions/contact_messages.sql')!
  const [hall] = blocksOf('A form for visitors')
  expect(below(hall!.text)).toBe(
    below(messages)
      .replaceAll('contact_messages', 'hall_requests')
      .replaceAll(/\bmessage\b/g, 'day'),
  )
})

describe('a block that fits no more', () => {
  const lists = 'src/app/crm-lists.ts'
  const fit = (change: (text: string) => string) => () => {
    const read: Read = (file) => (file === lists ? change(readFile(file)!) : readFile(file))
    follow(blocksOf('A managed table'), read)
  }

  it('names its line of the guide, the file and the line that is missing', () => {
    expect(fit((text) => text.replace('  campaigns,\n', ''))).toThrow(
      /^docs\/recipes\.md:\d+: src\/app\/crm-lists\.ts lacks this line, or has it elsewhere: campaigns,$/,
    )
  })

  it('names lines that the file has twice', () => {
    expect(fit((text) => text.replace('  campaigns,\n', '  campaigns,\n  campaigns,\n'))).toThrow(
      /^docs\/recipes\.md:\d+: src\/app\/crm-lists\.ts has these lines 2 times: campaigns,$/,
    )
  })
})

describe('a database to which a migration adds the table and the form', () => {
  let backend: ServedBackend
  beforeAll(async () => {
    backend = await serveBackend({ trustProxy: true })
    const added = ['A managed table', 'A form for visitors'].flatMap(blocksOf)
    const textOf = (form: RegExp) =>
      added
        .filter(({ file }) => form.test(file))
        .map((block) => addedBy(block).join('\n'))
        .join('\n')
    // As a migration does it: all in one transaction.
    await backend.exclusive((pg) =>
      pg.transaction(async (migration) => {
        await migration.exec(`${textOf(/schemas/)}\ncall private.disable_statistics();`)
      }),
    )
    await backend.exclusive((pg) => pg.exec(textOf(/seed/)))
  })
  afterAll(() => backend?.stop())

  it('passes the tests of all tables', { tags: 'long' }, async () => {
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'recipes-'))
    const names = fs.readdirSync(path.join(defaultSqlDirectory, 'tests'))
    const general = names.filter((name) => /^0(?:00|10|15|20)-/.test(name)).sort()
    const followed = follow(blocksOf('A managed table'))
    try {
      await backend.exclusive(async (pg) => {
        const session = await installTap(pg)
        for (const name of general) {
          const file = `supabase/tests/${name}`
          fs.writeFileSync(path.join(directory, name), followed.get(file) ?? readFile(file)!)
          expect((await runTapFile(session, directory, name)).failures, name).toEqual([])
        }
      })
    } finally {
      fs.rmSync(directory, { recursive: true })
    }
  })

  const request = (name: string) => ({ name, email: `${name}@example.org`, day: '2030-05-04' })

  const stored = async (email: string) => {
    const { data } = await asService(backend)
      .from('submissions')
      .select('id, kind, reference, name, status')
      .eq('email', email)
      .throwOnError()
    return data
  }

  it('lets visitors send the form, which joins the queue with a receipt', async () => {
    const visitor = visit(backend)
    expect((await visitor.from('hall_requests').insert(request('ada'))).status).toBe(201)
    expect(await stored('ada@example.org')).toEqual([
      {
        id: expect.any(String) as string,
        kind: 'hall',
        reference: expect.stringMatching(/^H-\d+$/) as string,
        name: 'ada',
        status: 'new',
      },
    ])
    const { rows } = await backend.exclusive((pg) =>
      pg.query(`
        select kind, data ->> 'kind' as about, (
          select due_at = private.due_at(created_at, 3) from public.submissions where id = submission_id
        ) as is_due_in_three_days
        from private.outbox where recipient = 'ada@example.org'
      `),
    )
    expect(rows).toEqual([{ kind: 'receipt', about: 'hall', is_due_in_three_days: true }])
  })

  it('stores the same once, refuses a sixth, and lets its sender choose no status', async () => {
    const visitor = visit(backend, { 'cf-connecting-ip': newAddress() })
    const forged = await visitor
      .from('hall_requests')
      .insert({ ...request('eve'), status: 'confirmed' })
    expect(forged.error?.code).toBe('42501')
    const statuses: number[] = []
    for (let count = 1; count <= 6; count += 1) {
      statuses.push((await visitor.from('hall_requests').insert(request('ben'))).status)
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
    expect(await stored('ben@example.org')).toHaveLength(1)
    expect(await stored('eve@example.org')).toEqual([])
  })

  it('lets only reviewers read the form and decide on it', async () => {
    await visit(backend).from('hall_requests').insert(request('cleo'))
    const [sent] = await stored('cleo@example.org')
    const decision = {
      ids: [sent!.id as string],
      to_status: ['confirmed'],
      from_status: ['new'],
    }
    for (const account of ['supporter', 'program.manager']) {
      const client = await signIn(backend, account)
      expect((await client.from('hall_requests').select('name')).data).toEqual([])
      expect((await client.rpc('set_submission_status', decision)).data).toEqual([])
    }
    const anon = await visit(backend).from('hall_requests').select('name')
    expect(anon.error?.code).toBe('42501')
    expect(await stored('cleo@example.org')).toMatchObject([{ status: 'new' }])

    const admin = await signIn(backend, 'admin')
    const rows = admin.from('hall_requests').select('day').eq('name', 'cleo')
    expect((await rows.throwOnError()).data).toEqual([{ day: '2030-05-04' }])
    await admin.rpc('set_submission_status', decision).throwOnError()
    expect(await stored('cleo@example.org')).toMatchObject([{ status: 'confirmed' }])
  })
})

describe('a copy of the repository', { tags: 'long' }, () => {
  const tap = 'npx tsx tests/run-tap.ts'
  const screens = 'npx vitest run --project screens tests/screens'
  const own: Record<string, string[]> = {
    'A field of a gift': [`${tap} 235 245 250`, `${screens}/gift-desk.test.tsx`],
    'A form for visitors': [
      `${tap} 235 245 250`,
      `${screens}/visitor-forms.test.tsx`,
      'npx vitest run --project backend tests/embedded/public-forms.test.ts tests/embedded/privacy-notice.test.ts',
    ],
  }
  /** Neither what is made from it, nor what a run leaves */
  const left = /^(?:node_modules|\.git|dist|test-results|supabase\/\.temp)$/

  it.each(commands)('"%s" by "%s" passes its checks', async (recipe, command) => {
    const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'recipes-'))
    const run = (line: string) =>
      promisify(execFile)(line.split(' ')[0]!, line.split(' ').slice(1), {
        cwd: copy,
        env: { PATH: process.env.PATH, HOME: process.env.HOME },
      }).catch((error: { stdout: string; stderr: string }) =>
        expect.fail(`${line}\n${error.stdout}\n${error.stderr}`),
      )
    try {
      fs.cpSync(projectRoot, copy, {
        recursive: true,
        filter: (name) => !left.test(path.relative(projectRoot, name).split(path.sep).join('/')),
      })
      fs.symlinkSync(path.join(projectRoot, 'node_modules'), path.join(copy, 'node_modules'))
      const refused = promisify(execFile)('npm', 'run new -- field mentors bio'.split(' '), {
        cwd: copy,
      })
      await expect(refused).rejects.toMatchObject({ code: 1 })
      const mentors = 'supabase/schemas/people/mentors.sql'
      expect(fs.readFileSync(path.join(copy, mentors), 'utf8')).toBe(readFile(mentors))
      await run(`npm run new -- ${command}`)
      for (const [file, text] of follow(blocksOf(recipe))) {
        expect(fs.readFileSync(path.join(copy, file), 'utf8'), file).toBe(text)
      }
      await run('npm run db:update')
      await run('npm run format')
      await run('npm run lint')
      await run(`${tap} 010 015 020`)
      await run(`${screens}/resource-contract.test.ts`)
      for (const line of own[recipe] ?? []) await run(line)
    } finally {
      fs.rmSync(copy, { recursive: true })
    }
  })
})

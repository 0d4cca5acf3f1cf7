import { expect, test } from 'vitest'
import { z } from 'zod'
import { paths } from '@/shared/config/paths'
import type { PictureData } from '../components/picture'
import { academyPrograms, shownOnAcademyPage } from './academy'
import { checkContent, contentModules } from './check-content'
import { earlyChildhood } from './early-childhood'
import { findProgram, programs } from './programs'
import { coreProgramIds, programTitles } from './programs-page'

test('every module has what its pages show', () => {
  expect(() => checkContent()).not.toThrow()
})

test('says where a figure is missing', () => {
  const program = z.object({ id: z.string(), maxParticipants: z.number() })
  expect(() => checkContent([['programs', z.array(program), [{ id: 'early-childhood' }]]])).toThrow(
    /programs[^]*\[0\]\.maxParticipants/,
  )
})

const files = import.meta.glob<string>('/public/images/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
})

function picturesIn(value: unknown): PictureData[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.values(value).flatMap(picturesIn)
  return 'src' in value ? [value as PictureData, ...inside] : inside
}

test.each(contentModules)(
  'the pictures of %s exist, as large as it says',
  (_, _schema, content) => {
    for (const { src, width, height } of picturesIn(content)) {
      if (!src.endsWith('.svg')) continue
      const file = files[`/public${src}`] ?? ''
      expect(file, src).toContain(`viewBox="0 0 ${width} ${height}"`)
      expect(new Blob([file]).size, src).toBeLessThanOrEqual(8 * 1024)
    }
  },
)

test('every program has its motif', () => {
  expect(programs.filter(({ motif }) => !(`/public${motif}` in files))).toEqual([])
})

test('nothing is offered twice, and every reference leads somewhere', () => {
  const ids = programs.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(programs.map(({ programId }) => programId)).toEqual(ids)
  expect(ids).toEqual(Object.keys(programTitles))

  const references = [
    ...coreProgramIds,
    ...academyPrograms.flatMap(({ programId }) => programId ?? []),
  ]
  expect(references.filter((id) => !findProgram(id))).toEqual([])
  expect(earlyChildhood.closing.ways.filter(({ to }) => !(to in paths))).toEqual([])
})

test('the academy page shows the programs of three kinds', () => {
  expect(academyPrograms.filter(shownOnAcademyPage).map(({ title }) => title)).toEqual([
    'Adult Literacy',
    'Early Childhood Education',
    'Family Engagement',
  ])
})

test('the academy’s places are those that were agreed', () => {
  const places = academyPrograms.map(
    ({ id, participants, maxParticipants, isPilot }) =>
      `${id} ${participants}/${maxParticipants}${isPilot ? ' pilot' : ''}`,
  )
  expect(places).toEqual([
    'youth-mentorship 45/100',
    'adult-literacy 32/60',
    'early-childhood 150/250',
    'family-engagement 89/150',
    'leadership 24/40 pilot',
    'health 67/120',
  ])
})

test('nothing that visitors download imports the schemas, and zod with them', () => {
  const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  expect(Object.keys(sources)).toContain('../pages/home-page.tsx')
  const importing = Object.keys(sources).filter((path) =>
    /^import (?!type).*from '.*\/(site-schema|program-schema)'/m.test(sources[path] ?? ''),
  )
  expect(importing).toEqual(['./check-content.ts'])
})

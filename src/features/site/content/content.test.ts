import { expect, test } from 'vitest'
import type { PictureData } from '../components/picture'
import { academyPrograms, shownOnAcademyPage } from './academy'
import { programs } from './programs'
import { programTitles } from './programs-page'

// What the compiler cannot see in the content.

const modules = Object.entries(import.meta.glob('./**/*.ts', { eager: true })).filter(
  ([path]) => !path.endsWith('.test.ts'),
)
const files = import.meta.glob<string>('/public/images/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** All objects within a module that have this key. */
function objectsWith<Shape>(key: keyof Shape & string, value: unknown): Shape[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.values(value).flatMap((part) => objectsWith<Shape>(key, part))
  return key in value ? [value as Shape, ...inside] : inside
}

test.each(modules)('the pictures of %s exist, as large as it says', (_, content) => {
  for (const { src, width, height } of objectsWith<PictureData>('src', content)) {
    if (!src.endsWith('.svg')) continue
    const file = files[`/public${src}`] ?? ''
    expect(file, src).toContain(`viewBox="0 0 ${width} ${height}"`)
    expect(new Blob([file]).size, src).toBeLessThanOrEqual(8 * 1024)
  }
})

test('every page has a description that search engines show in full', () => {
  const pages = objectsWith<{ lead: string; description?: string }>('lead', modules)
  const lengths = pages.flatMap(({ description }) => description?.length ?? [])
  expect(lengths.length).toBeGreaterThan(10)
  expect(lengths.filter((length) => length < 70 || length > 160)).toEqual([])
  expect(programs.filter(({ shortDescription }) => shortDescription.length > 160)).toEqual([])
})

test('every program is listed once, with its motif, and costs more than others pay of it', () => {
  const ids = programs.map(({ id }) => id)
  expect(ids).toEqual(Object.keys(programTitles))
  expect(programs.map(({ programId }) => programId)).toEqual(ids)
  expect(programs.filter(({ motif }) => !(`/public${motif}` in files))).toEqual([])
  expect(programs.filter(({ cost }) => cost.subsidized > cost.total)).toEqual([])
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

import { expect, test } from 'vitest'
import type { ZodType } from 'zod'
import type { PictureData } from '../components/picture'
import { aboutContent } from './about'
import { contactContent } from './contact'
import { donateContent } from './donate'
import { founderContent } from './founder'
import { getInvolvedContent } from './get-involved'
import { homeContent } from './home'
import { joinProgramsContent } from './join-programs'
import { organisation } from './organisation'
import { partnerContent } from './partner'
import * as schemas from './site-schema'

const modules: [string, ZodType, unknown][] = [
  ['organisation', schemas.organisationSchema, organisation],
  ['home', schemas.homeSchema, homeContent],
  ['about', schemas.aboutSchema, aboutContent],
  ['founder', schemas.founderSchema, founderContent],
  ['get-involved', schemas.getInvolvedSchema, getInvolvedContent],
  ['join-programs', schemas.joinProgramsSchema, joinProgramsContent],
  ['partner', schemas.partnerSchema, partnerContent],
  ['donate', schemas.donateSchema, donateContent],
  ['contact', schemas.contactSchema, contactContent],
]

test.each(modules)('%s has the shape that its page shows', (_, schema, content) => {
  expect(schema.safeParse(content).error?.issues ?? []).toEqual([])
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

test.each(modules)('the pictures of %s exist, as large as it says', (_, _schema, content) => {
  for (const { src, width, height } of picturesIn(content)) {
    if (!src.endsWith('.svg')) continue
    const file = files[`/public${src}`] ?? ''
    expect(file, src).toContain(`viewBox="0 0 ${width} ${height}"`)
    expect(new Blob([file]).size, src).toBeLessThanOrEqual(8 * 1024)
  }
})

test('nothing that visitors download imports the schemas, and zod with them', () => {
  const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  expect(Object.keys(sources)).toContain('../pages/home-page.tsx')
  const importing = Object.keys(sources).filter((path) =>
    /from '.*\/site-schema'/.test(sources[path] ?? ''),
  )
  expect(importing).toEqual([])
})

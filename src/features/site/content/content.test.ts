import { describe, expect, test } from 'vitest'
import type { PictureData } from '../components/picture'
import { paths } from '@/shared/config/paths'
import { organisation } from '@/shared/data/organisation'
import { formatDollars } from '@/shared/lib/format-dollars'
import { costPerSession } from '../lib/gift'
import { formatShare, shareSubsidized } from '../lib/program-figures'
import { registeredPrograms } from '@/shared/data/registered-programs'
import { clothOf } from '@/shared/data/cloths'
import { aboutContent } from './about'
import { academyPrograms, academyTeam, shownOnAcademyPage } from './academy'
import { donateContent } from './donate'
import { morning } from './morning'
import { founderContent } from './founder'
import { getInvolvedContent } from './get-involved'
import { homeContent } from './home'
import { publicFigures } from './figures'
import { allPartners, partnerContent } from './partner'
import { funding, programCosts } from './program-costs'
import { phoneInLiberia } from './reach'
import { leaders } from './team'
import { programs as summaries } from './programs'
import { programTitles } from './program-titles'
import { loadProgram } from '../lib/load-program'

// Details are loaded program by program.
const programs = await Promise.all(summaries.map(({ id }) => loadProgram(id)!))
const findProgram = (id: string) => programs.find((program) => program.id === id)

// Rules of the content that the compiler cannot check.

const modules = Object.entries(import.meta.glob('./**/*.ts', { eager: true })).filter(
  ([path]) => !path.endsWith('.test.ts'),
)
const files = import.meta.glob<string>('/public/images/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const drawings = import.meta.glob<string>('@/shared/ui/**/*.svg', {
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
    const [path = '', view] = src.split('#')
    if (!path.endsWith('.svg')) continue
    const file = files[`/public${path}`] ?? ''
    const [, tag = ''] = file.split(view ? `<view id="${view}"` : '<svg')
    const [, ...size] = /^[^>]*viewBox="0 \d+ (\d+) (\d+)"/.exec(tag) ?? []
    expect(size, src).toEqual([`${width}`, `${height}`])
    expect(new Blob([file]).size, src).toBeLessThanOrEqual(16 * 1024)
  }
})

test('each program has a cloth of its own, and the drawings within the styles are small', () => {
  const cloths = Object.keys(drawings).filter((path) => path.includes('/cloths/'))
  expect(cloths.map((path) => path.replace(/.*\/|\.svg/g, '')).toSorted()).toEqual(
    summaries.map(({ id }) => clothOf(id)).toSorted(),
  )
  const inStyles = Object.entries(drawings).map(([path, file]) => [path, new Blob([file]).size])
  expect(inStyles.length).toBeGreaterThan(summaries.length)
  expect(inStyles.filter(([, size]) => Number(size) > 1024)).toEqual([])
})

test('the morning at school goes from half past seven to noon', () => {
  expect(morning.hours.map(({ time }) => time)).toEqual([
    '7:30',
    '8:00',
    '8:45',
    '9:30',
    '11:00',
    '12:00',
  ])
})

test('the founder’s first class has the chairs that her story tells of', () => {
  const { pupils, chairs, alt } = founderContent.classroom
  expect([pupils, chairs]).toEqual([52, 19])
  expect(alt).toBe(
    `${pupils} chairs, of which ${chairs} are filled in and ${pupils - chairs} are outlines.`,
  )
  expect(JSON.stringify(founderContent.sections)).toContain('fifty-two pupils and nineteen chairs')
})

test('every page has a description that search engines show in full', () => {
  const pages = objectsWith<{ lead: string; description?: string }>('lead', modules)
  const lengths = pages.flatMap(({ description }) => description?.length ?? [])
  expect(lengths.length).toBeGreaterThan(10)
  expect(lengths.filter((length) => length < 70 || length > 160)).toEqual([])
  expect(programs.filter(({ shortDescription }) => shortDescription.length > 160)).toEqual([])
})

test('every program is listed once, and costs more than others pay of it', () => {
  const ids = programs.map(({ id }) => id)
  expect(ids).toEqual(Object.keys(programTitles))
  expect(programs.map(({ programId }) => programId)).toEqual(ids)
  expect(programs.filter(({ cost }) => cost.subsidized > cost.total)).toEqual([])
})

test('mails and the back office use the titles of the program pages', () => {
  const titles = [...academyPrograms, ...programs].map(({ id, title }) => [id, title])
  expect(registeredPrograms).toEqual(Object.fromEntries(titles))
})

test('the academy page shows the programs of three kinds', () => {
  expect(academyPrograms.filter(shownOnAcademyPage).map(({ title }) => title)).toEqual([
    'Adult Literacy',
    'Early Childhood Classes',
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

/** All texts of a module. */
function textsOf(content: unknown): string[] {
  if (typeof content === 'string') return [content]
  if (typeof content !== 'object' || content === null) return []
  return Object.values(content).flatMap(textsOf)
}

describe('one truth for figures', () => {
  test.each(programs.map((program) => [program.id, program] as const))(
    '%s counts people, not places, and its money adds up',
    (_, { participants, maxParticipants, cost, communityImpact, successMetrics }) => {
      const { directBeneficiaries, indirectBeneficiaries, localSpending } = communityImpact
      expect(directBeneficiaries).toBe(participants)
      expect(indirectBeneficiaries % participants).toBe(0)
      expect(localSpending).toBeLessThanOrEqual(cost.total)
      // Cost and payment per participant are rounded to the dollar.
      const rounding = maxParticipants / 2
      const paid = cost.participantPays * maxParticipants
      expect(Math.abs(cost.perParticipant * maxParticipants - cost.total)).toBeLessThan(rounding)
      expect(Math.abs(cost.subsidized + paid - cost.total)).toBeLessThan(rounding)
      for (const { current, target, metric } of successMetrics) {
        if (metric.includes('%')) expect(Math.max(current, target)).toBeLessThanOrEqual(100)
      }
    },
  )

  test('more than 500 people are enrolled, the number of lives impacted', () => {
    const enrolled = programs.reduce((sum, { participants }) => sum + participants, 0)
    expect(enrolled).toBe(545)
    expect(getInvolvedContent.figures[0]).toMatchObject({ value: '500+', label: 'lives impacted' })
    expect(homeContent.proof.figures[0].value).toBe(String(enrolled))
  })

  test('the figures above the tabs of the home page are those in them', () => {
    const [raised, donors, projects] = homeContent.impact.statistics
    const { figures } = homeContent.proof
    expect(figures.slice(1).map(({ value }) => value)).toEqual([
      donors.value.toLocaleString('en-US'),
      String(projects.value),
      `${raised.prefix}${raised.value}${raised.suffix}`,
    ])
  })

  test('a morning at school costs what the program’s costs say', () => {
    const { text } = homeContent.ways.list.find(({ to }) => to === 'donate')!
    expect(text).toContain(formatDollars(costPerSession(programCosts['early-childhood'])))
  })

  test('each figure equals the row that it leads to', () => {
    const { impact, proof } = homeContent
    const shown = [
      ...proof.figures,
      ...getInvolvedContent.figures,
      ...partnerContent.impact.figures,
      ...donateContent.facts.flatMap((fact) => ('id' in fact ? fact : [])),
      ...aboutContent.progress.bars.map(({ id, percent }) => ({ id, value: `${percent}%` })),
      ...impact.statistics.map((figure) => ({
        id: figure.id,
        value: `${'prefix' in figure ? figure.prefix : ''}${figure.value.toLocaleString('en-US')}${'suffix' in figure ? figure.suffix : ''}`,
      })),
    ]
    for (const { id, value } of shown) expect(value, id).toBe(publicFigures.rows[id].value)
    expect(new Set(shown.map(({ id }) => id))).toEqual(new Set(Object.keys(publicFigures.rows)))
  })

  /** What is asked or offered, and no result: years, ages, hours, days, class sizes, prices. */
  const offered: readonly RegExp[] = [
    /\b20\d\d-\d\d-\d\d|\b20\d\d/g,
    /\b(?:[Aa]ges?|aged|child of|Youth) \d+(?:-| to )\d+/g,
    /\b(?:[Aa]ges?|Youth) \d+/g,
    /^(?:3-6|3-10|12-18|18\+)$|\b18\+/g,
    /\b\d-\d hours\/|\b\d (?:business )?days\b|\b\d\d-month/g,
    /^\d+:\d\d$|\b\d to \d pm/g,
    /\bat most 15\b/gi,
    /about L\$[\d,]+|circle L\$[\d,]+/g,
    /\b501\(c\)\(3\)/g,
    /\$1\.2 million|\$4\.3 million/g,
  ]
  const addresses = [
    organisation.taxNumber,
    organisation.phone,
    phoneInLiberia,
    ...organisation.postalAddress,
  ]
  const numbersIn = (text: string) =>
    (text.match(/[$+]?\d[\d.,]*[KM%+]*/g) ?? []).map((number) => number.replace(/[.,]+$/, ''))

  test('every number of the pages is in the ledger, is of a program, or measures nothing', () => {
    const { rows, told } = publicFigures
    const entries = [...Object.values(rows), ...told]
    const costs = Object.values(programCosts).flatMap((cost) => [
      formatDollars(cost.perParticipant),
      formatDollars(cost.participantPays),
      formatDollars(costPerSession(cost)),
      formatShare(1 - shareSubsidized(cost)),
      'sessions' in cost ? String(cost.sessions) : '',
    ])
    const places = [...programs, ...academyPrograms].flatMap((program) =>
      [program.participants, program.maxParticipants].map(String),
    )
    const known = new Set([
      ...entries.flatMap(({ value, counts }) => [value, ...numbersIn(counts)]),
      ...costs,
      ...places,
    ])
    const unknown = modules
      .filter(([path]) => !/legal|program-details|\/programs\//.test(path))
      .flatMap(([path, content]) => textsOf(content).map((text) => [path, text] as const))
      .filter(([, text]) => !/^(?:[/#]|mailto:|tel:)|\.svg/.test(text))
      .flatMap(([path, text]) => {
        const results = [...offered, ...addresses].reduce<string>(
          (rest, pattern) => rest.replaceAll(pattern, ''),
          text,
        )
        return numbersIn(results)
          .filter((number) => !known.has(number.replace(/^\+/, '')))
          .map((number) => `${path}: ${number} in “${text}”`)
      })
    expect(unknown).toEqual([])
  })

  test('each source is a page of the site, or named so that it can be asked for', () => {
    const { rows, told } = publicFigures
    for (const { source } of [...Object.values(rows), ...told]) {
      expect(source.name).not.toBe('')
      if ('to' in source) expect(Object.values(paths)).toContain(source.to)
    }
  })

  test('budgets with every place taken are named as such beside what was raised', () => {
    const budget = programs.reduce((sum, { cost }) => sum + cost.total, 0)
    expect(publicFigures.rest.join(' ')).toContain(`$${(budget / 1e6).toFixed(1)} million`)
  })

  test('where two names and two capacities meet, each says what it counts', () => {
    for (const { participants, maxParticipants, programId, counted = '' } of academyPrograms) {
      const program = programId && findProgram(programId)
      if (!program) continue
      expect(counted).toContain(`${program.participants} of ${program.maxParticipants}`)
      expect(program.counted).toContain(`${participants} of ${maxParticipants}`)
    }
  })

  test('a voice of a program comes from where the program is, and no place that closed holds it', () => {
    for (const { id, location, voice } of programs) {
      const [state] = /\b(?:NY|TX|NC)$/.exec(voice.role) ?? []
      const names = { NY: 'New York', TX: 'Texas', NC: 'North Carolina' }
      if (!state) continue
      expect(
        [state, names[state as keyof typeof names]].some((name) => location.includes(name)),
        id,
      ).toBe(true)
    }
    const closed = publicFigures.missed.join(' ')
    for (const { location } of programs) {
      for (const place of location.match(/[A-Z]\w+(?=,)/g) ?? [])
        expect(closed).not.toContain(place)
    }
  })

  test('all partners are named, those of the home page among them', () => {
    expect(allPartners.length).toBeGreaterThanOrEqual(parseInt(publicFigures.rows.partners.value))
    const investedIn = homeContent.work.partners.map(({ name }) => name)
    const stories = partnerContent.stories.map(({ name }) => name)
    expect(allPartners).toEqual(expect.arrayContaining([...investedIn, ...stories]))
  })

  test('nothing is visited, coached or planned more often than there are people enrolled', () => {
    const count = (id: string, metric: string) =>
      findProgram(id)?.successMetrics.find((one) => one.metric === metric)?.current
    const { participants: children = 0 } = findProgram('early-childhood') ?? {}
    const { participants: teachers = 0 } = findProgram('teacher-training') ?? {}
    expect(count('early-childhood', 'Families visited at home')).toBe(children)
    expect(academyTeam.find(({ name }) => name === 'Ruth Kollie')?.impactMetric).toBe(
      `${children} home visits`,
    )
    expect(count('teacher-training', 'Coaching visits made')).toBeLessThanOrEqual(18 * teachers)
    expect(count('bawg-workshops', 'Household plans completed')).toBe(24)
  })

  test('the owners’ course has room for all seats of its program, in the cities that it names', () => {
    const estate = findProgram('real-estate-investment')
    const course = estate?.benefits.find((benefit) => benefit.includes('owners’ course')) ?? ''
    const [, perCity, cities] = /up to (\d+) leaders in each of the (\w+) cities/.exec(course) ?? []
    expect(cities).toBe('three')
    expect(estate?.location.match(/\b[A-Z]{2}\b/g)).toHaveLength(3)
    expect(Number(perCity) * 3).toBe(estate?.maxParticipants)
  })

  test('no one text promises to everyone what a success metric counts for some', () => {
    const workshops = findProgram('bawg-workshops')
    const fund = workshops?.successMetrics.find(({ metric }) => /emergency fund/.test(metric))
    expect(fund?.current).toBeLessThan(100)
    expect(workshops?.fullDescription).not.toMatch(/emergency fund/)
  })

  test('the same sources pay for what participants do not, wherever it is said', () => {
    const told = modules
      .flatMap(([, content]) => textsOf(content))
      .filter((text) => /pay(?:s)? for (?:the rest|most|\d+%)/i.test(text))
    expect(told).toHaveLength(2)
    expect(told.filter((text) => !text.includes(funding))).toEqual([])
    const { total, subsidized } = programCosts['early-childhood']
    expect(1 - subsidized / total).toBeCloseTo(0.1)
    expect(donateContent.lead).toContain('Families pay 10% of what a place at our school costs')
    expect(told.some((text) => text.includes('families pay a tenth'))).toBe(true)
  })

  test('each ROI says what it is the return of', () => {
    expect(homeContent.impact.statistics.find(({ label }) => label.includes('ROI'))?.note).toBe(
      'what our investments earned in a year, divided by what we invested; invested again',
    )
  })

  test('the newsletter comes as often as organisation.ts says', () => {
    const frequencies = modules
      .flatMap(([, content]) => textsOf(content))
      .filter((text) => /(?:once|twice|times) a (?:month|year)/.test(text) && /^News/.test(text))
    expect(frequencies).toEqual([
      `News from our teachers and partners, ${organisation.newsletterFrequency}.`,
    ])
  })

  test('the academy’s classes and circles are more and fewer than the programs that they belong to', () => {
    const [, , classes, circles] = academyPrograms
    const children = findProgram('early-childhood')
    const parents = findProgram('parent-engagement')
    expect(classes?.description).toContain(`pays for ${children?.maxParticipants} of these places`)
    expect(classes?.maxParticipants).toBeGreaterThan(children?.maxParticipants ?? 0)
    expect(circles?.participants).toBeLessThan(parents?.participants ?? 0)
    expect(circles?.maxParticipants).toBeLessThan(parents?.maxParticipants ?? 0)
  })
})

describe('all public words', () => {
  const texts = modules.flatMap(([path, content]) =>
    textsOf(content).map((text) => [path, text] as const),
  )

  test.each([
    ['email is written in one way', /e-mail/i],
    ['American spelling', /\b(?:cent(?:re|red)|organis|neighbour|honour|colour|programme)/i],
    [
      'ranges have an en dash, but for ages and hours, which are given',
      /(?<!\d{4}-|EIN )\b(?!(?:3-6|3-10|12-18|4-6|2-3|5-8|3-5)\b)\d+-\d+\b(?!-\d)/,
    ],
    [
      'no real institution is named',
      /university of|cuttington|methodist|unesco|unicef|ministry|red cross|\bLinkedIn\b/i,
    ],
    [
      'no claim that cannot be checked',
      /licensed|audited|accredited|certified teacher|we publish|next day|board of/i,
    ],
  ])('%s', (_, unwanted) => {
    expect(texts.filter(([, text]) => unwanted.test(text))).toEqual([])
  })

  test('no profile links to the front page of a network', () => {
    expect(leaders.map(({ linkedin }) => linkedin).filter((url) => url !== '#')).toEqual([])
  })
})

import { describe, expect, onTestFinished, test } from 'vitest'
import type { PictureData } from '../components/picture'
import { paths } from '@/shared/config/paths'
import { organisation } from '@/shared/data/organisation'
import { formatDollars } from '@/shared/lib/format-dollars'
import { costPerSession } from '../lib/gift'
import { formatShare, shareSubsidized } from '../lib/program-figures'
import { registeredPrograms } from '@/shared/data/registered-programs'
import { clothOf } from '@/shared/data/cloths'
import { aboutContent } from './about'
import { academyPrograms, academyTeam, grades, shownOnAcademyPage } from './academy'
import { donateContent } from './donate'
import { morning } from './morning'
import { founderContent } from './founder'
import { getInvolvedContent } from './get-involved'
import { homeContent } from './home'
import { homeEnd } from './home-end'
import { publicFigures } from './figures'
import { accounts, spentInAll, spentInWords, spending, spentOnPrograms, whoPays } from './accounts'
import { board } from './board'
import { documentLinks, documents } from './documents'
import { givingContent } from './giving'
import { parentsContent } from './parents'
import { partnerContent, partners } from './partner'
import { programCosts } from './program-costs'
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
const documentFiles = import.meta.glob('/public/documents/*')
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

test('each program has its own cloth, and the drawings within the styles are small', () => {
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

test('the founder’s first class has the chairs of her story', () => {
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

/** All texts of a module, but those under some keys. */
function textsOf(content: unknown, except: readonly string[] = []): string[] {
  if (typeof content === 'string') return [content]
  if (typeof content !== 'object' || content === null) return []
  return Object.entries(content).flatMap(([key, part]) =>
    except.includes(key) ? [] : textsOf(part, except),
  )
}

const ones = 'one two three four five six seven eight nine'.split(' ')
const teens =
  'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
/** Of numbers in words; "one" counts nothing. */
const digitsOf = new Map<string, string>([
  ...ones.slice(1).map((one, index) => [one, `${index + 2}`] as const),
  ...teens.map((teen, index) => [teen, `${index + 10}`] as const),
  ...tens.flatMap((ten, index) => [
    [ten, `${index * 10 + 20}`] as const,
    ...ones.map((one, unit) => [`${ten}-${one}`, `${index * 10 + 21 + unit}`] as const),
  ]),
])

/** "fifty-two pupils" is "52 pupils". */
const inDigits = (text: string) =>
  text
    .replaceAll(/\bhalf\b/gi, '1/2')
    .replaceAll(/\b(?:a|one)[- ]third\b/gi, '1/3')
    .replaceAll(/\btwo[- ]thirds\b/gi, '2/3')
    .replaceAll(/\b(?:a|one)[- ]quarter\b/gi, '1/4')
    .replaceAll(/\bthree[- ]quarters\b/gi, '3/4')
    .replaceAll(/\b(?:a|one)[- ]fifth\b/gi, '1/5')
    .replaceAll(/\b(?:a|one)[- ]tenth\b/gi, '10%')
    .replaceAll(/\bdozens?\b/gi, '12')
    .replaceAll(/[a-z]+-[a-z]+|[a-z]+/gi, (word) => {
      const digits = (part: string) => digitsOf.get(part.toLowerCase())
      return digits(word) ?? word.replaceAll(/[a-z]+/gi, (part) => digits(part) ?? part)
    })
    .replaceAll(/\b(\d+|an?|one) (hundred|thousand)\b/gi, (_, count: string, unit: string) =>
      String((Number(count) || 1) * (unit.toLowerCase() === 'hundred' ? 100 : 1000)),
    )

describe('one truth for figures', () => {
  test.each(programs.map((program) => [program.id, program] as const))(
    '%s counts people, not places, and its money adds up',
    (_, { participants, maxParticipants, cost, communityImpact, successMetrics }) => {
      const { directBeneficiaries, indirectBeneficiaries, indirectMeans, localSpending } =
        communityImpact
      expect(directBeneficiaries).toBe(participants)
      const [each] = /\d+(?= for each)/.exec(inDigits(indirectMeans)) ?? []
      expect(indirectBeneficiaries).toBe(Number(each) * participants)
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
    const { text } = homeEnd.ways.list.find(({ to }) => to === 'donate')!
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

  /** Facts that are no results: years, ages, hours, days, class sizes, prices. */
  const offered: readonly RegExp[] = [
    /\b20\d\d-\d\d-\d\d|\b20\d\d/g,
    /\b(?:[Aa]ges?|aged|child(?:ren)? (?:of|from)|Youth|From|boy of) \d+(?:-\d+| to \d+|\b)/g,
    /\b(?:leave our school at|learned to read at|Scholarships at|She is|by the time she was) \d+/g,
    /^(?:3-6|3-10|12-18|18\+)$|\b18\+/g,
    /\b\d-\d hours\/|\b\d+ (?:business )?days\b|\b\d\d-month/g,
    /\b(?:\d+|1\/2)(?:-| |\u00a0)(?:an hour|hours?|minutes|weeks?|months?|years?|terms?)\b/gi,
    /\b\d+ (?:mornings|evenings|times) a (?:week|year)|\bTwice\b/g,
    /\b(?:mother|father) of \d+|\bget 3 bids\b/gi,
    /^\d+:\d\d$|\b\d to \d pm|\bcloses at \d+/g,
    /\b(?:at most|class of) 15\b|\b(?:circle of|program:) 12\b/gi,
    /\b2 (?:adults|trained adults|references|pages|times that suit|shifts|entries|records)\b|\bcounts to 20\b/gi,
    /about L\$[\d,]+|circle L\$[\d,]+|another costs \$\d+/g,
    /\b501\(c\)\(3\)|\b(?:3|4) (?:ways|kinds)\b|\b2 of (?:the|them)\b|\bEither of the 2\b/g,
    /\bup to 50 leaders\b|\$400 emergency\b/g,
    /\$1\.2 million|\$4\.3 million|\bmillion\b/g,
  ]
  const addresses = [
    organisation.taxNumber,
    organisation.phone,
    phoneInLiberia,
    ...organisation.postalAddress,
  ]
  const numbersIn = (text: string) =>
    (inDigits(text).match(/[$+]?\d[\d.,/]*[KM%+]*/g) ?? []).map((number) =>
      number.replace(/[.,]+$/, ''),
    )

  test.each([
    ['forty young women', '40'],
    ['nine of them teachers', '9'],
    ['a third of all meetings', '1/3'],
    ['Twenty-seven homes', '27'],
    ['half of them', '1/2'],
    ['two hundred mornings and a dozen songs', '200 12'],
    ['more than a thousand pupils', '1000'],
    ['three-quarters of the fathers', '3/4'],
  ])('the net catches “%s”', (text, numbers) => {
    expect(numbersIn(text).join(' ')).toBe(numbers)
  })

  test('every number of the pages, in digits or words, is in the ledger, is of a program, or measures nothing', () => {
    const { rows, told, rest } = publicFigures
    const entries = [...Object.values(rows), ...told]
    const costs = Object.values(programCosts).flatMap((cost) => [
      formatDollars(cost.perParticipant),
      formatDollars(cost.participantPays),
      formatDollars(costPerSession(cost)),
      formatShare(1 - shareSubsidized(cost)),
      'sessions' in cost ? String(cost.sessions) : '',
    ])
    const places = [...programs, ...academyPrograms, grades].flatMap((program) =>
      [program.participants, program.maxParticipants].map(String),
    )
    const each = programs.map(({ participants, communityImpact }) =>
      String(communityImpact.indirectBeneficiaries / participants),
    )
    const spent = spending.rows.flatMap(({ spent: dollars, perPlace }) => [dollars, perPlace ?? ''])
    const known = new Set([
      ...entries.flatMap(({ value, counts }) => numbersIn(`${value} ${counts}`)),
      ...rest.flatMap(numbersIn),
      ...costs,
      ...places,
      ...each,
      ...spent,
      ...givingContent.amounts.flatMap(({ amount, text }) => [amount, ...numbersIn(text)]),
    ])
    const unknown = modules
      .filter(([path]) => !/legal/.test(path))
      .flatMap(([path, content]) =>
        textsOf(content, ['alt', 'quote']).map((text) => [path, text] as const),
      )
      .filter(([, text]) => !/^(?:[/#]|mailto:|tel:|https:)|\.svg/.test(text))
      .flatMap(([path, text]) => {
        const results = [...offered, ...addresses].reduce<string>(
          (left, pattern) => left.replaceAll(pattern, ''),
          inDigits(text),
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

  test('budgets with every place taken say so beside the money raised', () => {
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

describe('the sums agree', () => {
  const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)
  const { raised, spent, paidBy, returns } = accounts
  const [before, yearBefore, lastYear] = [raised['to 2024'], raised[2025], raised[2026]]
  const millionsIn = (text: string) =>
    [...text.matchAll(/\$([\d.]+) million/g)].map(([, number]) => Number(number))

  test('gifts of all years are what was raised, and grew as much as it says', () => {
    expect(sum([before, yearBefore, lastYear])).toBe(1_200_000)
    expect(publicFigures.rows.raised.value).toBe('$1.2M')
    expect(Math.round((lastYear / yearBefore - 1) * 100)).toBe(23)
    const [total, , , roi] = homeContent.impact.statistics
    expect(total).toMatchObject({ label: 'Total Raised', value: 1.2, change: '+23%' })
    expect(total.note).toMatch(/^gifts and grants of the year .*against the year before$/)
    expect(roi).toMatchObject({ label: 'ROI Generated', value: returns[2026], change: '+2.1%' })
    expect(returns[2025] + 2.1).toBeCloseTo(returns[2026])
    for (const text of [roi.note, publicFigures.rows.returns.counts]) {
      expect(text).toContain(`${returns[2025]}%`)
      expect(text).toContain('in percentage points')
      expect(text).toMatch(/our investments.* earned.*, divided by what we/)
    }
  })

  test('each share of what we spent is of the sum that stands beside it', () => {
    const parts = [spentOnPrograms, spent.office, spent.fundraising]
    expect(sum(parts)).toBe(spentInAll)
    const [programShare = '', ...overhead] = parts.map((dollars) =>
      formatShare(dollars / spentInAll),
    )
    expect([programShare, ...overhead]).toEqual(['88%', '8%', '4%'])
    const { value, counts } = publicFigures.rows.programShare
    const { answer = '' } =
      givingContent.questions.list.find(({ question }) => /overhead/.test(question)) ?? {}
    expect(value).toBe(programShare)
    for (const share of overhead) {
      expect(counts).toContain(share)
      expect(answer).toContain(share)
    }
    for (const text of [counts, answer, donateContent.facts[0].text]) {
      expect(text).toContain(spentInWords)
    }
    expect(spending.rows.at(-1)?.spent).toBe(formatDollars(spentInAll))
  })

  test('each program spent what its participants paid and what gifts gave, and no more was given', () => {
    const fees = programs.map(({ participants, cost }) => participants * cost.participantPays)
    programs.forEach(({ id }, index) => {
      expect(spent.programs[id], id).toBe(fees[index]! + paidBy[id].gifts)
    })
    const gifts = sum(Object.values(paidBy).map((payers) => payers.gifts))
    expect(gifts + spent.courses + spent.office + spent.fundraising).toBeLessThanOrEqual(lastYear)
    expect(spentInAll).toBeLessThanOrEqual(lastYear + sum(fees))
  })

  test('the places that are taken are paid by those who are named, to the dollar', () => {
    for (const { id, participants, cost } of programs) {
      const { gifts, partners: inKind = 0, investors = 0 } = paidBy[id]
      const paid = participants * cost.participantPays + gifts + inKind + investors
      expect(paid, id).toBe(participants * cost.perParticipant)
      expect(cost.funding.includes('gifts'), id).toBe(gifts > 0)
      expect(cost.funding.includes('investors'), id).toBe(investors > 0)
      expect(/partners|universities/.test(cost.funding), id).toBe(inKind > 0)
    }
    const [total, ...parts] = millionsIn(whoPays)
    expect(total).toBe(2.8)
    expect(parts).toHaveLength(4)
    expect(sum(parts)).toBeCloseTo(total!)
    expect(publicFigures.rest.join(' ')).toContain(whoPays)
    expect(givingContent.questions.list.map(({ answer }) => answer)).toContain(whoPays)
  })

  test('where it is told who pays the rest, the program’s payers are named', () => {
    const school = programCosts['early-childhood']
    const told = modules
      .flatMap(([, content]) => textsOf(content))
      .filter((text) => /pays? for the rest/i.test(text))
    expect(told).toHaveLength(2)
    expect(told.filter((text) => !text.includes(school.funding))).toEqual([])
    expect(shareSubsidized(school)).toBeCloseTo(0.9)
    expect(donateContent.lead).toContain('Families pay 10% of what a place at our school costs')
    expect(told.some((text) => text.includes('families pay a tenth'))).toBe(true)
  })

  test('each church, clinic and center that is a partner has three coordinators', () => {
    const program = findProgram('community-partnerships')!
    const [weekly] = program.successMetrics
    const [kind, names] = Object.entries(partners)[0]!
    expect(kind).toBe('Churches, clinics and centers')
    expect(program.benefits).toContain('Three trained coordinators for each partner')
    expect(names).toHaveLength(program.participants / 3)
    expect(names).toHaveLength(parseInt(publicFigures.rows.partners.value))
    expect(weekly!.current).toBeLessThanOrEqual(names.length)
    expect(weekly!.target).toBe(program.maxParticipants / 3)
  })

  test('all partners are named, those of other pages among them', () => {
    const [neighbors = [], ...others]: (readonly string[])[] = Object.values(partners)
    const all = [neighbors, ...others].flat()
    expect(new Set(all).size).toBe(all.length)
    const investedIn = homeContent.work.partners.map(({ name }) => name)
    const stories = partnerContent.stories.map(({ name }) => name)
    expect(all).toEqual(expect.arrayContaining([...investedIn, ...stories]))
    expect(publicFigures.rows.partners.counts).toContain(`${others.flat().length} schools`)
    const { fullDescription } = findProgram('uca-partnerships')!
    expect(fullDescription).toContain('two universities and eleven partners')
    expect(all.filter((name) => name.includes('University'))).toHaveLength(2)
    expect(neighbors.length).toBeGreaterThanOrEqual(11)
  })

  test('the question of price to which each program leads is not about one price', () => {
    const [first] = parentsContent.questions.list
    expect(first?.question).toBe('What if the price is too much?')
    expect(first?.answer).not.toContain('$')
  })

  test('school closes its enrollment at one time, wherever that is told', () => {
    const { timeline } = findProgram('early-childhood') ?? {}
    const answer = parentsContent.questions.list.find(({ question }) => /^By when/.test(question))
    for (const text of [timeline, answer?.answer]) {
      expect(text).toMatch(/opens in May/)
      expect(text).toMatch(/end of July/)
      expect(text).toMatch(/classes begin in September/)
    }
  })

  test('who is on the board says so where they speak, and whom we fund', () => {
    const names = board.members.map(({ name }) => name)
    expect(names).toHaveLength(5)
    const spoken = modules
      .filter(([path]) => !/board|founder|people|team/.test(path))
      .flatMap(([, content]) => objectsWith<{ name: string; role?: string }>('name', content))
      .filter(({ name }) => names.some((member) => name.includes(member)))
    expect(spoken).toHaveLength(4)
    for (const voice of spoken) expect(JSON.stringify(voice)).toContain(' on our board')
    const chapel = spoken.find(({ role }) => role?.includes('Pine Hollow Chapel'))
    expect(chapel?.role).toContain('which we fund')
  })
})

test('a document that is named is there, and is linked in place of an email', () => {
  for (const file of Object.values(documents)) {
    if (file) expect(Object.keys(documentFiles)).toContain(`/public${file}`)
  }
  const links = () => documentLinks('accounts', 'taxReturn').map(({ to }) => to)
  documents.accounts = documents.taxReturn = undefined
  expect(links()).toEqual([expect.stringMatching(/^mailto:.*accounts.*tax/)])
  documents.accounts = '/documents/accounts.pdf'
  onTestFinished(() => void (documents.accounts = undefined))
  expect(links()).toEqual([
    '/documents/accounts.pdf',
    expect.stringMatching(/^mailto:(?!.*accounts).*tax/),
  ])
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

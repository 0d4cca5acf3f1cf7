import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { paths } from '@/shared/config/paths'
import { academy, academyPrograms, academyTeam, shownOnAcademyPage } from './academy'
import { earlyChildhood } from './early-childhood'
import {
  academyProgramSchema,
  academySchema,
  earlyChildhoodSchema,
  leaderSchema,
  programSchema,
  programsPageSchema,
  teamMemberSchema,
  teamPageSchema,
} from './program-schema'
import { coreProgramIds, findProgram, programs, programsPage } from './programs'
import { leaders, teamPage } from './team'

test.each<[string, z.ZodType, unknown]>([
  ['the programs page', programsPageSchema, programsPage],
  ['the programs', z.array(programSchema), programs],
  ['the academy', academySchema, academy],
  ['the academy’s team', z.array(teamMemberSchema).length(4), academyTeam],
  ['the academy’s programs', z.array(academyProgramSchema), academyPrograms],
  ['early childhood', earlyChildhoodSchema, earlyChildhood],
  ['the team page', teamPageSchema, teamPage],
  ['the leaders', z.array(leaderSchema).length(6), leaders],
])('%s has all that its pages show', (_name, schema, content) => {
  expect(z.prettifyError(schema.safeParse(content).error ?? new z.ZodError([]))).toBe('')
})

test('nothing is offered twice, and every reference leads somewhere', () => {
  const ids = programs.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(programs.map(({ programId }) => programId)).toEqual(ids)

  const references = [
    ...coreProgramIds,
    earlyChildhood.programId,
    ...academyPrograms.flatMap(({ programId }) => programId ?? []),
  ]
  expect(references.filter((id) => !findProgram(id))).toEqual([])
  expect(earlyChildhood.closing.ways.filter(({ to }) => !(to in paths))).toEqual([])
})

test('every picture exists', () => {
  const pictures = [
    ...programs.map(({ motif }) => motif),
    ...[...academyTeam, ...leaders, academy, earlyChildhood].map(({ image }) => image.src),
  ]
  expect(pictures.filter((picture) => !existsSync(`public${picture}`))).toEqual([])
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

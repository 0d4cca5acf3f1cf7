import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { unguarded } from '@/shared/lib/csv'
import { spending } from '../content/accounts'
import { publicFigures } from '../content/figures'
import { programs } from '../content/programs'
import { figuresCsv } from './figures-file'

test('the file of figures holds each figure of the site, what it counts and where it comes from', async () => {
  const { data } = Papa.parse<Record<string, string>>((await figuresCsv()).replace('\uFEFF', ''), {
    header: true,
    skipEmptyLines: true,
  })
  for (const line of data) {
    for (const [head, cell] of Object.entries(line)) expect(cell, head).not.toBe('')
    expect(line['Where to find it']).toMatch(/^(https:\/\/\S+|Ask \S+@\S+)$/)
  }
  const told = data.map((line) => `${unguarded(line.Figure!)} ${line['What it counts']}`)
  const { rows, told: withinStories } = publicFigures
  for (const { value, counts } of [...Object.values(rows), ...withinStories]) {
    expect(told).toContain(`${value} ${counts}`)
  }
  const of = (name: string) =>
    data.filter((line) => line.Of === name).map(({ Figure = '' }) => Figure)
  for (const { purpose, spent, perPlace = spent } of spending.rows) {
    expect(of(purpose)).toEqual(expect.arrayContaining([spent, perPlace]))
  }
  for (const { title, participants, cost } of programs) {
    const dollars = `$${cost.total.toLocaleString('en-US')}`
    expect(of(title)).toEqual(expect.arrayContaining([String(participants), dollars]))
  }
})

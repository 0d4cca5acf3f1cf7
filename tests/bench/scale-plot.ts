import { readFile, writeFile } from 'node:fs/promises'

/*
 * Draws docs/images/scale.svg of docs/scale.json: p95 in ms over the rows of a table, both on
 * logarithmic scales.
 */

const docs = new URL('../../docs/', import.meta.url)
const results = JSON.parse(await readFile(new URL('scale.json', docs), 'utf8')) as Record<
  string,
  Record<string, { p95: number }>
>

const [left, top, width, height] = [48, 16, 420, 300]
const [fewest, most, least, greatest] = [10_000, 1_000_000, 0.1, 10_000]
const part = (value: number, from: number, to: number) =>
  Math.log(value / from) / Math.log(to / from)
const x = (rows: number) => Math.round(left + width * part(rows, fewest, most))
const y = (ms: number) =>
  Math.round(top + height * (1 - part(Math.max(ms, least), least, greatest)))

const colors = ['#1d4d3a', '#b3541e', '#2b5f9e', '#8a5a00', '#7a3b7a', '#4b7f52', '#a0233a']
const grid = [0.1, 1, 10, 100, 1000, 10_000].map(
  (ms) =>
    `<path d="M${left} ${y(ms)}h${width}" stroke="${ms === 100 ? '#a0233a' : '#ddd'}"/><text x="${left - 6}" y="${y(ms) + 4}" text-anchor="end">${ms.toLocaleString('en-US')}</text>`,
)
const ends = [10_000, 100_000, 1_000_000].map(
  (rows) =>
    `<text x="${x(rows)}" y="${top + height + 18}" text-anchor="middle">${rows.toLocaleString('en-US')}</text>`,
)
const asked = Object.entries(results).filter(([name]) => !name.startsWith('over HTTP'))
const lines = asked.map(([name, bySize], index) => {
  const color = colors[index % colors.length]!
  const dash = ['', ' stroke-dasharray="5 3"', ' stroke-dasharray="1 3"'][
    Math.floor(index / colors.length)
  ]!
  const points = Object.entries(bySize).map(([rows, { p95 }]) => `${x(Number(rows))},${y(p95)}`)
  const at = top + 8 + index * 22
  return `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="2"${dash}/><path d="M${left + width + 44} ${at}h18" stroke="${color}" stroke-width="2"${dash}/><text x="${left + width + 68}" y="${at + 4}">${name}</text>`
})

const bottom = Math.max(top + height, top + 22 * asked.length) + 34

await writeFile(
  new URL('images/scale.svg', docs),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 790 ${bottom}" font-family="sans-serif" font-size="12"><title>p95 in milliseconds by rows</title><rect width="790" height="${bottom}" fill="#fff"/>
${[...grid, ...ends, ...lines].join('\n')}
</svg>
`,
)

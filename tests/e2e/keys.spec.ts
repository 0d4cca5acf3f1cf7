import { test } from './fixtures'
import { expectSeenIsStored } from './keys'

test('at the end of a page on a slow line each key decides on what the screen shows', async ({
  page,
  baseURL,
}) => {
  await expectSeenIsStored(page, baseURL, {
    address: '?tab=all&view=waiting',
    count: 53,
    from: 47,
    latency: 400,
    slowness: 1,
    pause: 150,
  })
})

const lists = {
  'the end of a page': { address: '?tab=all', count: 53, from: 47 },
  'the end of a page that a filter fills': {
    address: '?tab=all&view=waiting',
    count: 53,
    from: 47,
  },
  'a filter that empties': { address: '?tab=all&status=new', count: 5, from: 0 },
}

for (const [place, list] of Object.entries(lists)) {
  for (const latency of [0, 400, 2_000]) {
    for (const slowness of [1, 6]) {
      for (const pause of [0, 150]) {
        const name = `${place}, ${latency} ms line, ${slowness} times as slow, a key each ${pause} ms`
        test(name, { tag: '@long' }, async ({ page, baseURL }) => {
          const presses = await expectSeenIsStored(page, baseURL, {
            ...list,
            latency,
            slowness,
            pause,
          })
          const unseen = presses.filter(({ heading }) => heading === null).length
          test.info().annotations.push({
            type: 'keys',
            description: `${presses.length}, ${unseen} of them with nothing open`,
          })
        })
      }
    }
  }
}

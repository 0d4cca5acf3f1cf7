import { test } from './fixtures'
import { expectSeenIsStored } from './keys'

/* Other lists, lines and processors: `keys.long.spec`. */

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

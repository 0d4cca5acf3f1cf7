import { beforeEach, it } from 'vitest'
import { query, setUpAttack } from './attacker'
import { expectRightBooks } from './payment-events'

/* `payments.test` has a short one of these. */

setUpAttack()

beforeEach(async () => {
  await query('delete from public.donations where payment_id is not null')
  await query('delete from private.payments')
  await query('delete from private.payment_reversals')
})

it.each([2, 3, 4])(
  '500 events of the payment provider end with the right books, told twice in random order %i',
  (seed) => expectRightBooks(seed, 500),
)

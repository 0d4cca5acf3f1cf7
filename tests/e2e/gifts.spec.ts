import Stripe from 'stripe'
import { localKeys } from '../../supabase/embedded/config.js'
import { deleteRows } from './backend-access'
import { expectAccessible } from './expect-accessible'
import { emailOf, expect, signIn, test } from './fixtures'

test('a gift of which the payment provider tells is thanked for, and its giver prints the receipt', async ({
  page,
  newVisitor,
  baseURL,
}) => {
  const payload = JSON.stringify({
    id: 'evt_journey',
    object: 'event',
    type: 'checkout.session.completed',
    created: Math.floor(Date.now() / 1000),
    data: {
      object: {
        mode: 'payment',
        payment_status: 'paid',
        payment_intent: 'pi_journey',
        amount_total: 6250,
        currency: 'usd',
        customer_details: { name: 'Marcus Bell', email: emailOf('supporter') },
        metadata: { campaign: 'Library' },
      },
    },
  })
  const told = await fetch(`${baseURL}/functions/v1/payment-events`, {
    method: 'POST',
    body: payload,
    headers: {
      'stripe-signature': await Stripe.webhooks.generateTestHeaderStringAsync({
        payload,
        secret: localKeys.paymentEvents,
      }),
    },
  })
  expect(told.status).toBe(200)

  await signIn(page, 'fundraiser')
  await page.goto('/crm?tab=donors')
  await expect(page.getByRole('row', { name: /Marcus Bell.*\$62.50.*Library/ })).toBeVisible()
  await page.getByRole('link', { name: 'Each donor' }).click()
  await page.getByRole('button', { name: 'Marcus Bell', exact: true }).click()
  const panel = page.getByRole('complementary').or(page.getByRole('dialog'))
  await panel.getByRole('button', { name: 'Mark as thanked: Marcus Bell' }).click()
  await expect(panel.getByText('Thanks: due')).toBeVisible()
  await expectAccessible(page, 'a donor')
  await panel.getByRole('link', { name: /^Receipt for/ }).click()
  await expect(page.getByText('The wording of this receipt')).toBeVisible()

  const supporter = await newVisitor()
  await signIn(supporter, 'supporter')
  await supporter.goto('/admin')
  await supporter.getByRole('link', { name: /^Receipt for/ }).click()
  await expect(supporter.getByRole('row', { name: /Total.*\$62.50/ })).toBeVisible()
  await supporter.emulateMedia({ media: 'print' })
  await expect(supporter.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(supporter.getByRole('article')).toContainText(emailOf('supporter'))
  await expect(supporter.getByRole('article')).toHaveCSS('color', 'rgb(0, 0, 0)')
  await deleteRows(baseURL!, 'donations?payment_id=eq.pi_journey')
})

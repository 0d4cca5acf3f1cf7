import Stripe from 'stripe'
import { localKeys } from '../../supabase/embedded/config.js'
import { deleteRows } from './backend-access'
import { expectAccessible } from './expect-accessible'
import { emailOf, expect, signIn, test } from './fixtures'
import { linkOfLastMail, readMails } from './mails'

/** The payment provider sends an event. */
async function tell(origin: string, type: string, object: Record<string, unknown>) {
  const payload = JSON.stringify({
    id: `evt_${crypto.randomUUID()}`,
    object: 'event',
    api_version: Stripe.API_VERSION,
    type,
    created: Math.floor(Date.now() / 1000),
    data: { object },
  })
  const told = await fetch(`${origin}/functions/v1/payment-events`, {
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
}

test('a gift from the payment provider is thanked for, and its donor prints the receipt', async ({
  page,
  newVisitor,
  baseURL,
}) => {
  await tell(baseURL!, 'checkout.session.completed', {
    mode: 'payment',
    payment_status: 'paid',
    payment_intent: 'pi_journey',
    amount_total: 6250,
    currency: 'usd',
    customer_details: { name: 'Marcus Bell', email: emailOf('supporter') },
    metadata: { campaign: 'Library' },
  })

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
  await expect(page.getByText('The wording of receipts')).toBeVisible()
  await expect(page.getByText('Draft, not issued')).toBeVisible()
  await page.getByRole('button', { name: 'Print' }).click()
  const number = page.getByText(/^\d{4}-\d+$/)
  await expect(number).toBeVisible()
  const issued = (await number.textContent())!

  const supporter = await newVisitor()
  await signIn(supporter, 'supporter')
  await supporter.goto('/admin')
  await supporter.getByRole('link', { name: /^Receipt for/ }).click()
  await expect(supporter.getByRole('row', { name: /Total.*\$62.50/ })).toBeVisible()
  await expect(supporter.getByText(issued, { exact: true })).toBeVisible()
  await supporter.emulateMedia({ media: 'print' })
  await expect(supporter.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(supporter.getByRole('article')).toContainText(emailOf('supporter'))
  await expect(supporter.getByRole('article')).toHaveCSS('color', 'rgb(0, 0, 0)')
  await deleteRows(baseURL!, 'donations?payment_id=eq.pi_journey')
})

test('a third failed payment leaves a mail with the way to pay, and a task on the home of those who look after gifts', async ({
  page,
  baseURL,
}) => {
  const giver = 'ida.journey@example.org'
  for (const attempt_count of [1, 2, 3]) {
    await tell(baseURL!, 'invoice.payment_failed', {
      id: 'in_journey',
      amount_due: 2500,
      attempt_count,
      currency: 'usd',
      customer: 'cus_journey',
      customer_name: 'Ida Journey',
      customer_email: giver,
      hosted_invoice_url: 'https://pay.example/in_journey',
      parent: { subscription_details: { subscription: 'sub_journey' } },
    })
  }
  await expect
    .poll(async () => (await readMails(page.request)).filter(({ to }) => to === giver))
    .toHaveLength(3)
  expect(await linkOfLastMail(page.request, giver)).toBe('https://pay.example/in_journey')

  await signIn(page, 'fundraiser')
  await page.goto('/admin-dashboard')
  const due = page.getByRole('main').getByRole('region', { name: 'Your tasks' })
  await due.getByRole('link', { name: /due today$/ }).click()
  await page
    .getByRole('region', { name: 'Today' })
    .getByRole('checkbox', { name: /\$25\.00 by Ida Journey failed three times/ })
    .click()
  await expect(page.getByRole('region', { name: /^Done/ })).toContainText('Ida Journey')
  await deleteRows(baseURL!, 'tasks?body=like.*Ida%20Journey*')
})

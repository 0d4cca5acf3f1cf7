import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { z } from 'zod'
import { paths } from '@/shared/config/paths'
import type { ReceiptLine } from '@/shared/data/gift-receipt'
import { requiredLine, requiredText } from '@/shared/forms/form-text'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { formatDate } from '@/shared/lib/format-date'
import { officeDay } from '@/shared/lib/office-day'
import { Button } from '@/shared/ui/button'
import { Form } from '@/shared/ui/form'
import { Failure } from '@/shared/account-ui/failure'
import { Loading } from '@/shared/account-ui/loading'
import { PageHeader } from '@/shared/account-ui/page-header'
import { Panel } from '@/shared/account-ui/panel'
import { QuestionDialog } from '@/shared/account-ui/question-dialog'
import { useLeaveWarning } from '@/shared/account-ui/use-leave-warning'
import { ReceiptPaper } from './receipt-paper'
import {
  confirmWording,
  isConfirmed,
  saveWording,
  wordingQuery,
  type GiftReceipt,
  type Wording,
} from './receipt-queries'

const words = z.object({
  title: requiredLine(100),
  in_kind: requiredText(1000),
  no_goods: requiredText(1000).refine(
    (typed) => /goods or services/i.test(typed),
    'The law asks for a statement about “goods or services”',
  ),
  in_exchange: requiredText(1000).refine(
    (typed) => /goods or services/i.test(typed),
    'The law asks for a statement about “goods or services”',
  ),
  thanks: requiredText(1000),
})

const names = words.keyof().options

const sampleLine: Omit<ReceiptLine, 'given_on'> = {
  amount: null,
  campaign: null,
  description: null,
  exchange: null,
  exchange_value: null,
  deductible: null,
}
const year = Number(officeDay(new Date()).slice(0, 4))
const sample: Omit<GiftReceipt, 'words'> = {
  number: 'Sample',
  year,
  name: 'Sample Donor',
  address: null,
  email: null,
  lines: [
    { ...sampleLine, given_on: `${year}-01-15`, amount: 100, deductible: 100 },
    { ...sampleLine, given_on: `${year}-02-01`, description: 'Used piano' },
    {
      ...sampleLine,
      given_on: `${year}-03-10`,
      amount: 150,
      campaign: 'Gala',
      exchange: 'Gala dinner',
      exchange_value: 60,
      deductible: 90,
    },
  ],
  total: 250,
  exchange_total: 60,
  deductible: 190,
  replaces: [],
}

/** For admins: the wording of receipts beside a sample. Once confirmed, new receipts use it. */
export function WordingPage() {
  const stored = useQuery(wordingQuery)
  return (
    <>
      <PageHeader title="Wording of receipts" text="What each receipt says besides its gifts." />
      <p className="mb-4">
        <Link to={paths.yearEndReceipts}>Back to the year-end receipts</Link>
      </p>
      {stored.data ? (
        <Editor stored={stored.data} />
      ) : (
        <Loading query={stored} what="The wording" label="Loading the wording..." />
      )}
    </>
  )
}

function Editor({ stored }: { stored: Wording }) {
  // The values first read; a later answer does not replace them.
  const [read, setRead] = useState(stored.draft ?? stored.words)
  const form = useSchemaForm(words, read)
  const typed = { ...read, ...useWatch({ control: form.control }) }
  const { isDirty } = form.formState
  const saving = useMutation(saveWording)
  const confirming = useMutation(confirmWording)
  const [isAsking, setAsking] = useState(false)
  useLeaveWarning(isDirty)
  const last = stored.draft ?? stored.words
  const isLast = names.every((name) => last[name] === read[name])
  const state = !isLast
    ? 'Someone else changed the wording: copy yours, and reload the page.'
    : isConfirmed(stored)
      ? `Confirmed ${formatDate(stored.confirmed_at)}.`
      : stored.confirmed_at
        ? 'Not confirmed yet: receipts keep the wording confirmed before.'
        : 'Not confirmed yet.'

  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <Panel
        title="Words"
        text="Your tax law prescribes the wording: have someone who knows the law check it."
      >
        <Form
          form={form}
          label="Wording of receipts"
          onSubmit={(given) => {
            if (saving.isPending) return
            saving.mutate(
              { given, replaced: read },
              {
                onSuccess: () => {
                  setRead(given)
                  form.reset(given, { keepValues: true })
                },
              },
            )
          }}
        >
          {(Field) => (
            <>
              <Field name="title" label="Title" required description="The year follows it." />
              <Field
                name="no_goods"
                label="Nothing in exchange"
                required
                rows={3}
                description="Of gifts for which the donor got nothing."
              />
              <Field
                name="in_exchange"
                label="Something in exchange"
                required
                rows={4}
                description="Only on receipts with a gift for which the donor got something, like a dinner. Its value and the deductible part are shown."
              />
              <Field
                name="in_kind"
                label="Gifts in kind"
                required
                rows={3}
                description="Only on receipts for a gift in kind."
              />
              <Field name="thanks" label="Thanks" required rows={2} />
              <Failure of={saving} title="The draft was not saved." />
              <p className="text-sm text-ink-soft">
                {state} Each receipt also has our name, address and tax number. Issued receipts keep
                their wording.
              </p>
              <div className="flex flex-wrap gap-3">
                <Button
                  type="submit"
                  variant="outline"
                  loading={saving.isPending}
                  disabled={!isDirty}
                >
                  Save draft
                </Button>
                <Button
                  disabled={isDirty || saving.isPending || isConfirmed(stored)}
                  onClick={() => setAsking(true)}
                >
                  Confirm the wording
                </Button>
              </div>
            </>
          )}
        </Form>
      </Panel>
      <ReceiptPaper receipt={{ ...sample, words: { ...typed, issuer: null } }} />
      {isAsking && (
        <QuestionDialog
          title="Confirm the wording of receipts?"
          description="New receipts use this wording. The change log keeps it."
          yes="Confirm the wording"
          yesVariant="primary"
          isPending={confirming.isPending}
          isHeld
          onYes={() => confirming.mutate(read, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <p className="whitespace-pre-wrap">
            {[read.title, read.no_goods, read.in_exchange, read.in_kind, read.thanks].join('\n\n')}
          </p>
          <Failure of={confirming} title="The wording was not confirmed." className="mt-3" />
        </QuestionDialog>
      )}
    </div>
  )
}

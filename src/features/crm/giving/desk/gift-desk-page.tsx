import { useRef } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { PageHeader } from '@/shared/account-ui/page-header'
import { viewAddress } from '../donor-views'
import { Batches } from './batches'
import { EnteredGifts } from './entered-gifts'
import { Funds } from './funds'
import { GiftForm } from './gift-form'
import { GiftRowList } from './gift-row-list'
import { useGiftRows } from './gift-rows'

export function GiftDeskPage() {
  const [params, setParams] = useSearchParams()
  const batch = params.get('batch') ?? ''
  const { rows, add, again, remove } = useGiftRows()
  const entry = useRef<HTMLElement>(null)
  return (
    <>
      <PageHeader title="Enter gifts" text="Checks, cash and transfers, one after the other." />
      <p className="mb-4 flex flex-wrap gap-x-4 gap-y-1">
        <Link to={viewAddress('gifts')}>Back to the donors</Link>
        <Link to={paths.thankYouLetters}>Thank-you letters</Link>
        <Link to={paths.yearEndReceipts}>Year-end receipts</Link>
      </p>
      <section ref={entry} aria-label="Entry" className="mb-8 grid gap-5">
        <Batches
          chosen={batch}
          onChoose={(chosen) => setParams(chosen ? { batch: chosen } : {}, { replace: true })}
          onOpened={() => entry.current?.querySelector<HTMLElement>('[name=donor_name]')?.focus()}
        />
        <GiftForm batch={batch} onEnter={add} />
        <GiftRowList rows={rows} batch={batch} onAgain={again} onRemove={remove} />
      </section>
      <section aria-labelledby="entered" className="mb-8">
        <h2 id="entered" className="mb-2 text-subheading">
          {batch ? 'In this batch' : 'Entered last'}
        </h2>
        <EnteredGifts batch={batch || null} />
      </section>
      <section aria-labelledby="funds">
        <h2 id="funds" className="mb-2 text-subheading">
          Funds
        </h2>
        <Funds />
      </section>
    </>
  )
}

import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { Link } from 'react-router-dom'
import { ask } from '@/shared/supabase/ask'
import { supabase } from '@/shared/supabase/client'
import { resourceKey } from '@/engine/core/resource-queries'
import { Button } from '@/shared/ui/button'
import { Failure } from '@/shared/account-ui/failure'
import { LoadMore } from '@/shared/account-ui/load-more'
import { Loading } from '@/shared/account-ui/loading'
import { Panel } from '@/shared/account-ui/panel'
import { PersonLink } from '@/shared/account-ui/person-link'
import { viewAddress } from '../donors/donor-views'
import { leftOutOf, leftOutQuery, type LeftOut } from './receipt-queries'

const reasons: Readonly<Record<string, string>> = {
  no_address: 'no address',
  deceased: 'deceased',
  do_not_contact: 'not to be contacted',
}

/** Donors left out of every run, each with the reason, on screen or as a file. */
export function LeftOutDonors({ year, total }: { year: number; total: number }) {
  const found = useInfiniteQuery(leftOutQuery(year))
  const saving = useMutation({
    mutationFn: async () => {
      const { csvFileName, csvLines, downloadCsv } = await import('@/shared/lib/csv')
      const rows: LeftOut[] = []
      do {
        const page = await leftOutOf(year, rows.length)
        rows.push(...page)
        if (page.length === 0) break
      } while (rows.length < rows[0]!.total)
      // Nothing leaves without an entry in the log.
      await ask(
        supabase.rpc('log_export', {
          exported_table: 'donors',
          filters: { as: `no receipt for ${year}` },
          row_count: rows.length,
        }),
      )
      downloadCsv(csvFileName(`donors_without_receipt_${year}`), [
        csvLines([
          ['name', 'email', 'reason', 'donor_id'],
          ...rows.map(({ name, email, reason, donor_id }) => [
            name,
            email,
            reasons[reason],
            donor_id,
          ]),
        ]),
      ])
    },
    meta: { invalidates: [resourceKey('change_log')] },
  })
  return (
    <Panel
      title="Left out"
      text="Open a donor to enter their address, and the next run includes their receipt. You can also print any receipt in the donor’s panel."
    >
      {found.data ? (
        <>
          <ul aria-label="Left out" className="grid gap-1 sm:grid-cols-2">
            {found.data.pages.flat().map(({ donor_id, name, reason }) => (
              <li key={donor_id} className="min-w-0 wrap-anywhere">
                {reason === 'no_address' ? (
                  <PersonLink address={donor_id} enters="address">
                    {name}
                  </PersonLink>
                ) : (
                  <Link to={viewAddress('donors', donor_id)}>{name}</Link>
                )}
                <span className="text-ink-soft">, {reasons[reason]}</span>
              </li>
            ))}
          </ul>
          <LoadMore query={found} failed="More donors could not be loaded.">
            Show more
          </LoadMore>
        </>
      ) : (
        <Loading query={found} what="The donors" label="Loading the donors..." />
      )}
      <Failure of={saving} title="No file was saved." className="mt-3" />
      <Button
        variant="outline"
        className="mt-4"
        loading={saving.isPending}
        onClick={() => saving.mutate()}
      >
        <Download aria-hidden="true" />
        Download {total.toLocaleString('en-US')} as CSV
      </Button>
    </Panel>
  )
}

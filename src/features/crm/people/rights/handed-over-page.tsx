import { useMutation, useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import FolderDown from 'lucide-react/icons/folder-down'
import { useSearchParams } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { organisation } from '@/shared/data/organisation'
import { downloadFile } from '@/shared/lib/download-file'
import { formatDateTime } from '@/shared/lib/format-date'
import { failureText } from '@/shared/supabase/backend-message'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { EmptyState } from '@/shared/account-ui/empty-state'
import { Failure } from '@/shared/account-ui/failure'
import { Loading } from '@/shared/account-ui/loading'
import { Paper, PrintButton, PrintPage } from '@/shared/account-ui/print-page'
import type { HandedOver } from './archive'
import { sectionsOf } from './handed-over-words'
import { archiveMutation, handOverQuery } from './rights-queries'

/** Everything that we hold about an address or a record, as a page to print: `?of=<address or id>`. */
export function HandedOverPage() {
  const [params] = useSearchParams()
  const subject = params.get('of')?.trim() ?? ''
  const handOver = useQuery({ ...handOverQuery(subject), enabled: subject !== '' })
  const isAddress = subject.includes('@')
  const { data } = handOver

  return (
    <PrintPage
      title={data?.name ? `What we hold about ${data.name}` : 'What we hold'}
      back={{
        to: isAddress ? `${paths.crm}?person=${encodeURIComponent(subject)}` : paths.crm,
        label: isAddress ? 'Back to the person' : 'Back to the CRM',
      }}
      actions={
        data && (
          <>
            <Button
              variant="outline"
              onClick={() =>
                downloadFile(`data-${data.handed_over_at.slice(0, 10)}.json`, 'application/json', [
                  JSON.stringify(data, null, 2),
                ])
              }
            >
              <Download aria-hidden="true" />
              Download JSON
            </Button>
            <PrintButton />
          </>
        )
      }
    >
      {data ? (
        <>
          {hasFiles(data) && <FilesArchive data={data} />}
          <Document data={data} />
        </>
      ) : subject === '' || failureText(handOver.error).startsWith('We hold nothing') ? (
        <EmptyState
          as="h1"
          title="Nothing to hand over"
          text="We hold nothing about this person."
        />
      ) : (
        <Loading
          query={handOver}
          title={failureText(handOver.error)}
          className="my-16"
          label="Looking in every table..."
        />
      )}
    </PrintPage>
  )
}

const hasFiles = ({ parts }: HandedOver) => parts.some(({ table }) => table === 'public.files')

/** The files, which a printed page only lists. */
function FilesArchive({ data }: { data: HandedOver }) {
  const archive = useMutation(archiveMutation(data))
  const missing = archive.data?.missing ?? []
  return (
    <section aria-label="Archive" className="mb-6 grid justify-items-start gap-3 print:hidden">
      <Button variant="outline" loading={archive.isPending} onClick={() => archive.mutate()}>
        <FolderDown aria-hidden="true" />
        Download with files
      </Button>
      <Failure of={archive} title="The archive could not be made." />
      {missing.length > 0 && (
        <Alert tone="warning" title="Not in the archive">
          <ul className="wrap-anywhere">
            {missing.map((line, place) => (
              <li key={place}>
                <bdi>{line}</bdi>
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </section>
  )
}

function Document({ data }: { data: HandedOver }) {
  const { about, name, handed_over_at } = data
  return (
    <Paper address={[organisation.email]}>
      <h1 className="mt-10 text-heading wrap-anywhere">
        What we hold about <bdi>{name ?? about}</bdi>
      </h1>
      <p className="mt-2 wrap-anywhere text-ink-soft">
        {name && about.includes('@') && <>{about} · </>}
        {formatDateTime(handed_over_at)}
      </p>
      {sectionsOf(data).map(({ heading, rows }) => (
        <section key={heading} aria-label={heading} className="mt-8">
          <h2 className="border-b-2 border-ink pb-1 text-lg font-semibold">{heading}</h2>
          {rows.map((fields, index) => (
            <dl
              key={index}
              className="grid gap-x-6 gap-y-1 border-b border-line py-3 last:border-b-0 sm:grid-cols-[12rem_minmax(0,1fr)] print:grid-cols-[12rem_minmax(0,1fr)]"
            >
              {fields.map(([label, value], place) => (
                <div key={place} className="contents">
                  <dt className="text-ink-soft">{label}</dt>
                  <dd dir="auto" className="wrap-anywhere whitespace-pre-wrap">
                    {value}
                  </dd>
                </div>
              ))}
            </dl>
          ))}
        </section>
      ))}
    </Paper>
  )
}

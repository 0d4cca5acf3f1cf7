import { useMutation, useQuery, type UseMutationResult } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import FolderDown from 'lucide-react/icons/folder-down'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { paths } from '@/shared/config/paths'
import { organisation } from '@/shared/data/organisation'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { downloadFile } from '@/shared/lib/download-file'
import { formatDateTime } from '@/shared/lib/format-date'
import { failureText } from '@/shared/supabase/backend-message'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { Form } from '@/shared/ui/form'
import { EmptyState } from '@/shared/account-ui/empty-state'
import { Failure } from '@/shared/account-ui/failure'
import { Loading } from '@/shared/account-ui/loading'
import { Paper, PrintButton, PrintPage } from '@/shared/account-ui/print-page'
import type { HandedOver } from './archive'
import { sectionsOf } from './handed-over-words'
import {
  checkIdentity,
  identityFields,
  IdentityFields,
  identityOf,
  noIdentity,
} from './identity-fields'
import { RecordsChoice } from './records-choice'
import {
  archiveMutation,
  handOver,
  recordsQuery,
  stillThere,
  type Asked,
  type SubjectRecord,
  type SubjectRecords,
} from './rights-queries'

/**
 * Everything we hold in the chosen records of a person, an address or a child, as a page to print:
 * `?of=`.
 */
export function HandedOverPage() {
  const [params] = useSearchParams()
  const subject = params.get('of')?.trim() ?? ''
  const records = useQuery({ ...recordsQuery(subject), enabled: subject !== '' })
  const handing = useMutation(handOver(subject))
  const { data } = handing
  const isChild = records.data?.kind === 'child'

  return (
    <PrintPage
      title={data?.name ? `What we hold about ${data.name}` : 'What we hold'}
      back={{
        to: isChild || !subject ? paths.crm : `${paths.crm}?person=${encodeURIComponent(subject)}`,
        label: isChild || !subject ? 'Back to the CRM' : 'Back to the person',
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
      ) : subject === '' || failureText(handing.error).startsWith('We hold nothing') ? (
        <EmptyState
          as="h1"
          title="Nothing to hand over"
          text="We hold nothing about this person."
        />
      ) : records.data ? (
        <Choice
          shown={records.data}
          handing={handing}
          onLookAgain={async () => (await records.refetch()).data?.records}
        />
      ) : (
        <Loading
          query={records}
          what="The records"
          className="my-16"
          label="Loading the records..."
        />
      )}
    </PrintPage>
  )
}

const schema = z.object(identityFields).check(checkIdentity)

interface ChoiceProps {
  shown: SubjectRecords
  handing: UseMutationResult<HandedOver, Error, Asked>
  /** Returns the current records, unless that fails. */
  onLookAgain: () => Promise<SubjectRecord[] | undefined>
}

/** The records to hand over, and their recipient. */
function Choice({ shown, handing, onLookAgain }: ChoiceProps) {
  const form = useSchemaForm(schema, noIdentity)
  const identity = useWatch({ control: form.control, name: 'identity' })
  const [chosen, setChosen] = useState(() =>
    shown.records.flatMap(({ id, is_sure }) => (is_sure ? [id] : [])),
  )
  async function lookAgain() {
    const now = await onLookAgain()
    if (!now) return
    handing.reset()
    setChosen(stillThere(chosen, now))
  }
  const isNothing = chosen.length === 0 && shown.records.length > 0
  return (
    <>
      <h1 className="text-heading">Hand over data</h1>
      <p className="mt-2 mb-6 text-ink-soft">
        Choose the records that are theirs. The log keeps what you handed over, and how you checked
        their identity.
      </p>
      <div className="wrap-anywhere">
        <Form
          form={form}
          label="Hand over data"
          onSubmit={(typed) => {
            if (!isNothing && !handing.isPending) handing.mutate({ chosen, ...identityOf(typed) })
          }}
        >
          {() => (
            <>
              <RecordsChoice shown={shown} chosen={chosen} onChoose={setChosen} />
              <IdentityFields identity={identity} contacts={shown.contacts} />
              <Failure of={handing} title="Nothing was handed over.">
                <div>
                  <Button
                    variant="outline"
                    size="sm"
                    className="mt-3"
                    onClick={() => void lookAgain()}
                  >
                    Look again
                  </Button>
                </div>
              </Failure>
              <div>
                <Button type="submit" aria-disabled={isNothing} loading={handing.isPending}>
                  Hand over
                </Button>
              </div>
            </>
          )}
        </Form>
      </div>
    </>
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

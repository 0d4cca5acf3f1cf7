import { mutationOptions, useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { CsvValue } from '@/shared/lib/csv'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { Button, type ButtonProps } from '@/shared/ui/button'
import { Menu, MenuItem } from '@/shared/account-ui/menu'
import { officeMoment } from '@/shared/lib/office-day'
import { notify } from '@/shared/ui/notify'
import { ask } from '@/shared/supabase/ask'
import { supabase } from '@/shared/supabase/client'
import type { FailureToast } from '../core/define-resource'
import { resourceKey } from '../core/resource-queries'

const ExportDialog = lazyPart(() => import('./export-dialog'))

interface ProtectedRows {
  labels: readonly string[]
  rows: (reason: string, signal: AbortSignal) => AsyncIterable<object[]>
}

interface ExportButtonProps {
  /** Names the file. */
  table: string
  /** The name of the saved view that is open, for the file and the log. */
  view?: string | undefined
  /** The filters of the list, for the log. */
  filters: Readonly<Record<string, string>>
  /** How many rows there are to export, where that is known; without any the button is disabled. */
  total: number | undefined
  rows: (signal: AbortSignal) => AsyncIterable<object[]>
  /** The same rows with their protected fields, once the log has the reason. */
  withProtected?: ProtectedRows | undefined
  failure: FailureToast
  /** Where the file is a part: of how many rows, and which; the message says so. */
  scope?: { all: number | undefined; words: string } | undefined
  label?: string
  size?: ButtonProps['size']
  /** On a phone it is the last entry of this menu. */
  menu?: { about: string; entries?: ReactNode } | undefined
}

/** Writes all rows, not only the page in view, to a CSV file. Leaving the list cancels it. */
export function ExportButton({ total, label, size, menu, ...options }: ExportButtonProps) {
  const { withProtected } = options
  const [isAsking, setAsking] = useState(false)
  const running = useRef<AbortController>(null)
  const [written, setWritten] = useState(0)
  const exporting = useMutation(exportRows({ ...options, onProgress: setWritten }))
  useEffect(() => () => running.current?.abort(), [])

  if (exporting.isPending) {
    return (
      <div role="group" aria-label="Export" className="flex items-center gap-3">
        <div className="grid gap-1">
          <p className="text-sm text-ink-soft tabular-nums">
            {written.toLocaleString('en-US')}
            {total !== undefined && ` of ${total.toLocaleString('en-US')}`} rows
          </p>
          <progress
            aria-label="Rows exported"
            className="ui-progress w-36 max-md:w-24"
            value={total === undefined ? undefined : Math.min(written, total)}
            max={total}
          />
        </div>
        <Button variant="outline" onClick={() => running.current?.abort()}>
          Cancel
        </Button>
      </div>
    )
  }
  function start(reason?: string) {
    running.current = new AbortController()
    setWritten(0)
    setAsking(false)
    exporting.mutate({ signal: running.current.signal, reason })
  }
  const askOrStart = () => (withProtected ? setAsking(true) : start())
  return (
    <>
      {menu ? (
        <Menu
          trigger={
            <Button variant="ghost" size="icon" aria-label={`More actions for ${menu.about}`}>
              <Ellipsis aria-hidden="true" />
            </Button>
          }
        >
          {menu.entries}
          <MenuItem disabled={total === 0} onSelect={askOrStart}>
            <Download aria-hidden="true" />
            {label ?? 'Export to CSV'}
          </MenuItem>
        </Menu>
      ) : (
        <Button
          variant="outline"
          size={size}
          title={label ?? 'Export to CSV'}
          disabled={total === 0}
          onClick={askOrStart}
        >
          <Download aria-hidden="true" />
          <span className="in-data-tight:sr-only @max-4xl:sr-only">{label ?? 'Export to CSV'}</span>
        </Button>
      )}
      {withProtected && isAsking && (
        <ExportDialog
          fields={withProtected.labels}
          total={total}
          onExport={start}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

interface Export extends Omit<ExportButtonProps, 'total' | 'label' | 'size' | 'menu'> {
  onProgress: (written: number) => void
}

interface Started {
  signal: AbortSignal
  /** The reason for the protected columns; without one, the file has none. */
  reason: string | undefined
}

function exportRows(options: Export) {
  const { table, view, rows, withProtected, failure, scope, onProgress } = options
  const filters = { ...options.filters, ...(view && { saved_view: view }) }
  return mutationOptions({
    mutationFn: async ({ signal, reason }: Started) => {
      const { csvFileName, csvLines, downloadCsv, fileNamePart } = await import('@/shared/lib/csv')
      // A part goes to the browser's own storage, so that the page never holds the whole file.
      const parts: Blob[] = []
      let columns: string[] | undefined
      let written = 0
      const all =
        withProtected && reason !== undefined ? withProtected.rows(reason, signal) : rows(signal)
      try {
        for await (const batch of all) {
          const names = (columns ??= Object.keys(batch[0] ?? {}))
          const cells = batch.map((row) =>
            names.map((name) => ofOffice((row as Record<string, CsvValue>)[name])),
          )
          parts.push(new Blob([csvLines(parts.length === 0 ? [names, ...cells] : cells)]))
          onProgress((written += batch.length))
        }
      } catch (error) {
        if (!signal.aborted) throw error
      }
      if (signal.aborted) return notify({ title: 'Export cancelled' })
      // No file without an entry in the log.
      if (reason === undefined) {
        const entry = { exported_table: table, filters, row_count: written }
        await ask(supabase.rpc('log_export', entry))
      }
      const fileName = csvFileName(view ? `${table}_${fileNamePart(view)}` : table)
      downloadCsv(fileName, parts)
      notify({
        title: 'Export Successful',
        description: `${fileName} has been downloaded${partOf(written, scope)}`,
        tone: 'success',
      })
    },
    meta: { failure, invalidates: [resourceKey('change_log')] },
  })
}

const utcMoment = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)$/

/** Moments have the day that they have in the office. */
const ofOffice = (value: CsvValue): CsvValue =>
  typeof value === 'string' && utcMoment.test(value) ? officeMoment(value) : value

/** As in ": 12 of 320, overdue" */
function partOf(written: number, scope: ExportButtonProps['scope']): string {
  if (!scope) return ''
  const all = scope.all === undefined ? '' : ` of ${scope.all.toLocaleString('en-US')}`
  return `: ${written.toLocaleString('en-US')}${all}, ${scope.words}`
}

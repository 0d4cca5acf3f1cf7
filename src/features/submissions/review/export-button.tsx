import { mutationOptions, useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { csvFileName, csvLines, downloadCsv } from '@/shared/lib/csv'
import { Button } from '@/shared/ui/button'
import { notify } from '@/shared/ui/notify'
import type { Submission, SubmissionKind } from './submission-kinds'
import { allSubmissions } from './submissions-queries'

interface ExportButtonProps {
  kind: SubmissionKind
  disabled: boolean
}

/** Writes all submissions of a kind, not only the page in view, to a CSV file. */
export function ExportButton({ kind, disabled }: ExportButtonProps) {
  const exporting = useMutation(exportSubmissions(kind))
  return (
    <Button
      variant="outline"
      disabled={disabled}
      loading={exporting.isPending}
      onClick={() =>
        exporting.mutate(undefined, {
          onSuccess: (fileName) =>
            notify({
              title: 'Export Successful',
              description: `${fileName} has been downloaded`,
              tone: 'success',
            }),
        })
      }
    >
      <Download aria-hidden="true" />
      Export to CSV
    </Button>
  )
}

function exportSubmissions({ table }: SubmissionKind) {
  return mutationOptions({
    mutationFn: async () => {
      const chunks: string[] = []
      let columns: (keyof Submission)[] | undefined
      for await (const batch of allSubmissions(table)) {
        columns ??= Object.keys(batch[0] ?? {}) as (keyof Submission)[]
        if (chunks.length === 0) chunks.push(csvLines([columns]))
        const names = columns
        chunks.push(csvLines(batch.map((row) => names.map((name) => row[name]))))
      }
      const fileName = csvFileName(table)
      downloadCsv(fileName, chunks)
      return fileName
    },
    meta: { failure: { title: 'Error', description: 'Failed to fetch submissions' } },
  })
}

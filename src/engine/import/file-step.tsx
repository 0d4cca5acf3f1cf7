import FileUp from 'lucide-react/icons/file-up'
import { useEffect, useRef, useState } from 'react'
import { Alert } from '@/shared/ui/alert'
import { buttonClass } from '@/shared/ui/button'
import { Spinner } from '@/shared/ui/spinner'
import type { ImportForm, ImportTarget } from '../core/define-resource'
import { isRequired, ownColumns } from './columns'
import { EarlierImports } from './earlier-imports'
import { Step } from './step'
import { UnreadableFileError, type ChosenFile } from './read-csv'
import { readFile } from './read-file'

interface FileStepProps {
  resource: ImportTarget
  form: ImportForm
  onChosen: (file: ChosenFile) => void
}

export function FileStep({ resource, form, onChosen }: FileStepProps) {
  const [isReading, setReading] = useState(false)
  const [isOver, setOver] = useState(false)
  const [problem, setProblem] = useState<string>()
  const reading = useRef<AbortController>(null)
  useEffect(() => () => reading.current?.abort(), [])

  async function read(file: File | undefined) {
    if (!file || isReading) return
    const { signal } = (reading.current = new AbortController())
    setReading(true)
    setProblem(undefined)
    try {
      const table = await readFile(file, ownColumns(form), signal)
      const known = await form.linked?.load(signal)
      if (!signal.aborted) onChosen({ name: file.name, file, ...table, ...(known && { known }) })
    } catch (error) {
      setProblem(
        error instanceof UnreadableFileError ? error.message : 'The file could not be read.',
      )
    }
    setReading(false)
  }

  const required = Object.entries(form.fields).filter(([key]) => isRequired(form, key))
  return (
    <Step number={1} title="Choose a file">
      {problem && (
        <Alert tone="danger" role="alert" title="Nothing was imported." className="mb-4">
          {problem}
        </Alert>
      )}
      {/* Takes dropped files; keyboards and screen readers use the control inside. */}
      <div
        data-over={isOver || undefined}
        className="grid justify-items-center gap-3 rounded-control border border-dashed border-line-strong px-4 py-8 text-center data-over:bg-forest-50"
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          void read(event.dataTransfer.files[0])
        }}
      >
        {isReading ? (
          <Spinner label="Reading the file..." />
        ) : (
          <>
            <label
              className={buttonClass({
                className: 'cursor-pointer focus-within:outline-2 focus-within:outline-offset-2',
              })}
            >
              <FileUp aria-hidden="true" />
              Choose a CSV file
              <input
                type="file"
                accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
                className="sr-only"
                onChange={({ target }) => {
                  void read(target.files?.[0])
                  // Allows choosing the same file again after a correction.
                  target.value = ''
                }}
              />
            </label>
            <p className="text-sm text-ink-soft">or drop it here</p>
          </>
        )}
      </div>
      <p className="mt-3 text-sm text-ink-soft">
        A row names the columns
        {required.length > 0 &&
          `; ${new Intl.ListFormat('en-US').format(required.map(([, { label }]) => label))} ${required.length === 1 ? 'is' : 'are'} required`}
        . At most 50,000 rows and 40 MB. You see everything before it is stored.
      </p>
      <EarlierImports resource={resource} />
    </Step>
  )
}

import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import Camera from 'lucide-react/icons/camera'
import Plus from 'lucide-react/icons/plus'
import { useEffect, useId, useRef, useState } from 'react'
import { cn } from '@/shared/lib/cn'
import { Loading } from '@/shared/account-ui/loading'
import { buttonClass } from '@/shared/ui/button'
import { NativeSelect } from '@/shared/ui/native-select'
import { FileList } from './file-list'
import type { FileRecord, StoredFile } from './file-queries'
import { accepted, fileOrders } from './file-words'
import { UploadList } from './upload-list'
import { addFiles, showUploads, useUploads } from './uploads'
import { useDroppedFiles } from './use-dropped-files'

type Order = keyof typeof fileOrders

/** As many as a person can look through; the list says when there are more. */
const mostListed = 500

interface FilesPartProps {
  query: UseQueryResult<StoredFile[]>
  /** Of whom or what */
  name: string
  /** The records that take new files; with several the user chooses one. */
  records: readonly FileRecord[]
  showsRecord?: boolean
}

/** Files to look through, and ways to add some: choose, drop, paste, and take a picture with a phone. */
export function FilesPart({ query, name, records, showsRecord = false }: FilesPartProps) {
  const part = useRef<HTMLElement>(null)
  const heading = useId()
  const client = useQueryClient()
  const [order, setOrder] = useState<Order>('newest')
  const [chosen, setChosen] = useState(records[0]?.id)
  const target = records.find(({ id }) => id === chosen) ?? records[0]
  const { uploads, news } = useUploads(records)
  const ids = records.map(({ id }) => id).join()
  useEffect(() => showUploads(ids.split(',').map((id) => ({ id }))), [ids])
  const add = (files: File[]) => target && addFiles(client, target, files)
  const isDragging = useDroppedFiles(part, add)

  const files = (query.data ?? [])
    .filter(({ id }) => !uploads.some((upload) => upload.id === id))
    .toSorted(fileOrders[order].compare)
  return (
    <section
      ref={part}
      aria-labelledby={heading}
      className={cn(
        'relative mb-4 rounded-control',
        isDragging && target && 'outline-2 outline-offset-4 outline-forest-600 outline-dashed',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h3 id={heading} className="font-sans text-sm font-semibold">
          Files{files.length > 0 && ` (${files.length})`}
        </h3>
        {target && (
          <div className="flex">
            <Chooser isCamera onFiles={add} />
            <Chooser onFiles={add} />
          </div>
        )}
      </div>
      {isDragging && target && (
        <p className="my-2 rounded-control bg-forest-100 px-3 py-4 text-center font-semibold">
          Drop to add to {target.name}
        </p>
      )}
      {(records.length > 1 || files.length > 1) && (
        <div className="flex flex-wrap gap-2">
          {records.length > 1 && (
            <NativeSelect
              aria-label="Add to"
              className="min-w-0 flex-1"
              value={target?.id}
              onChange={({ target: { value } }) => setChosen(value)}
            >
              {records.map((record) => (
                <option key={record.id} value={record.id}>
                  Add to {record.name}
                </option>
              ))}
            </NativeSelect>
          )}
          {files.length > 1 && (
            <NativeSelect
              aria-label="Order of the files"
              className="min-w-36"
              value={order}
              onChange={({ target: { value } }) => setOrder(value as Order)}
            >
              {Object.entries(fileOrders).map(([value, { label }]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </NativeSelect>
          )}
        </div>
      )}
      <UploadList uploads={uploads} />
      {!query.data ? (
        <Loading query={query} what="The files" label="Loading the files..." className="my-3" />
      ) : files.length > 0 ? (
        <FileList
          label={`Files of ${name}`}
          files={files.slice(0, mostListed)}
          showsRecord={showsRecord}
        />
      ) : (
        uploads.length === 0 &&
        !isDragging && (
          <p className="text-sm text-ink-soft">
            No files.{' '}
            {target && (
              <span className="pointer-coarse:hidden">
                Drop files here, paste them, or add them.
              </span>
            )}
          </p>
        )
      )}
      {files.length > mostListed && (
        <p className="text-sm text-ink-soft">
          Only the {order === 'newest' ? 'newest' : 'first'} {mostListed} are listed.
        </p>
      )}
      <p role="status" className="sr-only">
        {news}
      </p>
    </section>
  )
}

interface ChooserProps {
  isCamera?: boolean
  onFiles: (files: File[]) => void
}

/** A button for the browser’s file dialog or a phone’s camera. */
function Chooser({ isCamera = false, onFiles }: ChooserProps) {
  const Icon = isCamera ? Camera : Plus
  return (
    <label
      className={buttonClass({
        variant: 'ghost',
        size: 'sm',
        className: cn(
          'cursor-pointer focus-within:outline-2 focus-within:outline-offset-2',
          isCamera && 'not-pointer-coarse:hidden',
        ),
      })}
    >
      <Icon aria-hidden="true" />
      {isCamera ? 'Take a picture' : 'Add files'}
      <input
        type="file"
        className="sr-only"
        {...(isCamera
          ? { accept: 'image/*', capture: 'environment' as const }
          : { accept: accepted, multiple: true })}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // The same file can be chosen again.
          target.value = ''
        }}
      />
    </label>
  )
}

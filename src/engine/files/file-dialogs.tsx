import { useMutation, useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useCallback, useState } from 'react'
import { z } from 'zod'
import { downloadFile } from '@/shared/lib/download-file'
import { isolated } from '@/shared/lib/isolated'
import { lazyModule } from '@/shared/lib/lazy-component'
import { requiredLine } from '@/shared/forms/form-text'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { PartBoundary } from '@/shared/account-ui/part-boundary'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import { Spinner } from '@/shared/ui/spinner'
import { contentQuery, openFile, renameFile, storageFailure, type StoredFile } from './file-queries'
import { isPicture, isShowable, kindOf } from './file-words'

const PdfPages = lazyModule(() => import('./pdf-pages'))

interface FileDialogProps {
  file: StoredFile
  onClose: () => void
}

const MOST_LETTERS = 255

/** Renames a file; what was typed stays after a refusal. */
export function RenameDialog({ file, onClose }: FileDialogProps) {
  const form = useSchemaForm(z.object({ name: requiredLine(MOST_LETTERS) }), { name: file.name })
  const [first] = useState(file.name)
  const saving = useMutation(renameFile)
  return (
    <FormDialog
      size="sm"
      title="Rename the file"
      description={
        file.name === first
          ? `The name of a ${kindOf(file.type).label} keeps its ending.`
          : `Someone renamed it to ${isolated(file.name)}. Save to rename it again.`
      }
      form={form}
      saving={saving}
      save="Rename"
      failed="The file was not renamed."
      onSubmit={({ name }) =>
        saving.mutate({ file: file.id, name, replaced: file.name }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      {(Field) => (
        <Field name="name" label="Name" required rows={2} dir="auto" autoComplete="off" />
      )}
    </FormDialog>
  )
}

const LEAST_REASON = 10
const MOST_REASON = 500

const reasons = z.object({
  reason: z
    .string()
    .trim()
    .min(LEAST_REASON, `Please write at least ${LEAST_REASON} characters.`)
    .max(MOST_REASON, `Please write at most ${MOST_REASON} characters.`),
})

/** A mentee's file opens only with a reason, which is recorded. */
export function OpenFileDialog({ file, onClose }: FileDialogProps) {
  const form = useSchemaForm(reasons, { reason: '' })
  const opening = useMutation(openFile(file))
  const content = opening.data
  if (content && isShowable(file.type)) {
    return <ShowDialog file={file} opened={content} onClose={onClose} />
  }
  return (
    <FormDialog
      size="sm"
      title={`Open ${isolated(file.name)}`}
      description="A mentee’s files are protected. The log records who opens one, and why."
      form={form}
      saving={opening}
      save={isShowable(file.type) ? 'Open' : 'Download'}
      failed="The file was not opened."
      onSubmit={(given) =>
        opening.mutate(given, {
          onSuccess: (blob) => {
            if (isShowable(file.type)) return
            downloadFile(file.name, blob.type, [blob])
            onClose()
          },
        })
      }
      onClose={onClose}
    >
      {(Field) => <Field name="reason" label="Reason" required rows={3} maxLength={MOST_REASON} />}
    </FormDialog>
  )
}

interface ShowDialogProps extends FileDialogProps {
  /** Where it was read already */
  opened?: Blob
}

/** Shows a picture or a PDF. */
export function ShowDialog({ file, opened, onClose }: ShowDialogProps) {
  const content = useQuery(contentQuery(file, opened))
  const { data } = content
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        size="lg"
        title={isolated(file.name)}
        description={`${kindOf(file.type).label} ${file.author_name ? `from ${file.author_name}` : ''}`}
        descriptionHidden
      >
        {content.isError ? (
          <LoadFailure
            title={`The file could not be shown. ${storageFailure(content.error)}`}
            query={content}
          />
        ) : data ? (
          <Content file={file} blob={data} />
        ) : (
          <Spinner label="Loading the file..." className="mx-auto my-16" />
        )}
        <DialogFooter>
          <DialogClose variant="outline">Close</DialogClose>
          <Button
            disabled={!data}
            onClick={() => data && downloadFile(file.name, data.type, [data])}
          >
            <Download aria-hidden="true" />
            Download
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

function Content({ file: { name, type }, blob }: { file: StoredFile; blob: Blob }) {
  const [isBroken, setBroken] = useState(false)
  const show = useCallback(
    (element: HTMLImageElement | null) => {
      if (!element) return
      const url = URL.createObjectURL(blob)
      element.src = url
      return () => URL.revokeObjectURL(url)
    },
    [blob],
  )
  if (!isPicture(type)) {
    return (
      <PartBoundary failure="The preview could not be loaded.">
        <PdfPages name={name} blob={blob} />
      </PartBoundary>
    )
  }
  if (isBroken) return <p>The browser can’t show this picture. You can download it.</p>
  return (
    <img
      ref={show}
      alt={name}
      className="mx-auto max-h-[65dvh] max-w-full rounded-control object-contain"
      onError={() => setBroken(true)}
    />
  )
}

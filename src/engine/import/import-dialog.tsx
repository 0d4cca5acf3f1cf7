import { useState } from 'react'
import { EditorDialog, useEditor } from '@/shared/account-ui/editor-dialog'
import type { ImportForm, Resource } from '../core/define-resource'
import { CheckStep } from './check-step'
import { guessColumns, type Mapping } from './columns'
import { ColumnsStep } from './columns-step'
import { FileStep } from './file-step'
import type { ChosenFile } from './read-csv'

interface ImportDialogProps {
  resource: Resource
  form: ImportForm
  onClose: () => void
}

/** From a file to rows, in steps; nothing is stored before the last of them. */
export function ImportDialog({ resource, form, onClose }: ImportDialogProps) {
  return (
    <EditorDialog
      size="lg"
      title={`Import ${resource.label.many}`}
      description="From a CSV file, which any spreadsheet program can save."
      onClose={onClose}
    >
      <Steps resource={resource} form={form} />
    </EditorDialog>
  )
}

function Steps({ resource, form }: Omit<ImportDialogProps, 'onClose'>) {
  const [file, setFile] = useState<ChosenFile>()
  const [mapping, setMapping] = useState<Mapping>()
  const [isConfirmed, setConfirmed] = useState(false)
  const [work, setWork] = useState({ isDirty: false, isSaving: false })
  const { close } = useEditor(work)

  function choose(chosen: ChosenFile | undefined) {
    setFile(chosen)
    setMapping(chosen && guessColumns(chosen.header, form))
    setConfirmed(false)
    setWork({ isDirty: chosen !== undefined, isSaving: false })
  }

  if (!file || !mapping) return <FileStep resource={resource} form={form} onChosen={choose} />
  if (!isConfirmed) {
    return (
      <ColumnsStep
        form={form}
        file={file}
        mapping={mapping}
        onChange={setMapping}
        onBack={() => choose(undefined)}
        onNext={() => setConfirmed(true)}
      />
    )
  }
  return (
    <CheckStep
      resource={resource}
      form={form}
      file={file}
      mapping={mapping}
      onBack={() => setConfirmed(false)}
      onWork={setWork}
      onDone={close}
    />
  )
}

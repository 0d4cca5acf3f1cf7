import { useState } from 'react'
import { EditorDialog, useEditor } from '@/shared/account-ui/editor-dialog'
import type { ImportForm, ImportTarget } from '../core/define-resource'
import { CheckStep } from './check-step'
import { ownColumns } from './columns'
import { ColumnsStep } from './columns-step'
import { FileStep } from './file-step'
import { importForm } from './import-form'
import { planFor, type Plan } from './plan'
import { UnreadableFileError, type ChosenFile, type ReadAs } from './read-csv'
import { readFile } from './read-file'

interface ImportDialogProps {
  resource: ImportTarget
  onClose: () => void
}

/** From a file to rows, in steps; nothing is stored before the last of them. */
export function ImportDialog({ resource, onClose }: ImportDialogProps) {
  const [form] = useState(() => importForm(resource))
  return (
    <EditorDialog
      size="lg"
      title={`Import ${resource.label.many}`}
      description="From a CSV file, which any spreadsheet program can save."
      onClose={onClose}
    >
      {form && <Steps resource={resource} form={form} />}
    </EditorDialog>
  )
}

function Steps({ resource, form }: { resource: ImportTarget; form: ImportForm }) {
  const [file, setFile] = useState<ChosenFile>()
  const [plan, setPlan] = useState<Plan>()
  const [isConfirmed, setConfirmed] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [work, setWork] = useState({ isDirty: false, isSaving: false })
  const { close } = useEditor(work)

  function choose(chosen: ChosenFile | undefined) {
    setFile(chosen)
    setPlan(chosen && planFor(chosen, form))
    setConfirmed(false)
    setWork({ isDirty: chosen !== undefined, isSaving: false })
  }

  async function readAgain({ name, file: again, known }: ChosenFile, readAs: ReadAs) {
    try {
      const { signal } = new AbortController()
      const table = await readFile(again, ownColumns(form), signal, readAs)
      choose({ name, file: again, ...table, ...(known && { known }) })
      setProblem(undefined)
    } catch (error) {
      if (!(error instanceof UnreadableFileError)) throw error
      setProblem(error.message)
    }
  }

  if (!file || !plan) return <FileStep resource={resource} form={form} onChosen={choose} />
  if (!isConfirmed) {
    return (
      <ColumnsStep
        form={form}
        file={file}
        plan={plan}
        onMap={(mapping) => setPlan(planFor(file, form, mapping, plan))}
        onChoose={(chosen) => setPlan({ ...plan, ...chosen })}
        problem={problem}
        onReadAgain={(readAs) => void readAgain(file, readAs)}
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
      plan={plan}
      onBack={() => setConfirmed(false)}
      onWork={setWork}
      onDone={close}
    />
  )
}

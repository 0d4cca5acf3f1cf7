import CircleAlert from 'lucide-react/icons/circle-alert'
import RotateCw from 'lucide-react/icons/rotate-cw'
import X from 'lucide-react/icons/x'
import type { FormEvent } from 'react'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/field'
import { sizeInWords } from './file-words'
import { cancelUpload, nameUpload, retryUpload, typeName, type Upload } from './uploads'

const words = {
  waiting: 'Waiting',
  reading: 'Checking',
  sending: 'Uploading',
  checking: 'Checking',
  failed: '',
  refused: '',
  naming: '',
} as const

/** Files on their way, with their progress or what went wrong. */
export function UploadList({ uploads }: { uploads: readonly Upload[] }) {
  if (uploads.length === 0) return null
  return (
    <ul aria-label="Files being added" className="mt-2">
      {uploads.map((upload) => (
        <li key={upload.id} className="border-b border-line py-2">
          {upload.step === 'naming' ? <Naming upload={upload} /> : <Line upload={upload} />}
        </li>
      ))}
    </ul>
  )
}

function Line({ upload: { id, name, size, step, progress, message } }: { upload: Upload }) {
  const isStopped = step === 'failed' || step === 'refused'
  const percent = Math.round(progress * 100)
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1 pt-1">
        <p className="wrap-anywhere" dir="auto">
          {name}
        </p>
        {isStopped ? (
          <p className="flex gap-1.5 text-sm text-danger-ink svg:mt-0.5 svg:size-4 svg:flex-none">
            <CircleAlert aria-hidden="true" />
            <span className="min-w-0 wrap-anywhere">{message}</span>
          </p>
        ) : (
          <>
            <p className="text-sm text-ink-soft">
              {words[step]}
              {step === 'sending' && ` ${percent}% of ${sizeInWords(size)}`}
            </p>
            {(step === 'sending' || step === 'checking') && (
              <progress
                aria-label={`Upload of ${name}`}
                max={100}
                value={step === 'checking' ? 100 : percent}
                className="mt-1 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-paper-deep text-forest-600 [&::-moz-progress-bar]:bg-forest-600 [&::-webkit-progress-bar]:bg-paper-deep [&::-webkit-progress-value]:bg-forest-600"
              />
            )}
          </>
        )}
      </div>
      {step === 'failed' && (
        <Button variant="outline" size="sm" onClick={() => retryUpload(id)}>
          <RotateCw aria-hidden="true" />
          Try again<span className="sr-only"> to add {name}</span>
        </Button>
      )}
      <Button
        variant="ghost"
        size="icon"
        className="text-ink-soft"
        aria-label={`${step === 'refused' ? 'Dismiss' : 'Cancel'} ${name}`}
        onClick={() => cancelUpload(id)}
      >
        <X aria-hidden="true" />
      </Button>
    </div>
  )
}

/** Asks for a shorter name, and suggests one. */
function Naming({ upload: { id, name } }: { upload: Upload }) {
  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() !== '') nameUpload(id, name)
  }
  return (
    <form aria-label="A shorter name" className="grid gap-2" noValidate onSubmit={submit}>
      <Field
        label="A shorter name"
        description="This file’s name is too long. Here is its beginning."
        error={name.trim() === '' ? 'Please fill this in' : undefined}
        rows={3}
        dir="auto"
        value={name}
        onChange={({ target }) => typeName(id, target.value)}
      />
      <div className="flex gap-2">
        <Button type="submit" size="sm">
          Add file
        </Button>
        <Button variant="outline" size="sm" onClick={() => cancelUpload(id)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

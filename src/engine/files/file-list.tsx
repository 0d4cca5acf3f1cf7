import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Eye from 'lucide-react/icons/eye'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { useAuth } from '@/shared/auth/auth-context'
import { refusals, type Refusal } from '@/shared/lib/file-content'
import { formatDate, formatDateTime } from '@/shared/lib/format-date'
import { isolated } from '@/shared/lib/isolated'
import { MenuItem, MoreMenu } from '@/shared/account-ui/menu'
import { Button } from '@/shared/ui/button'
import { SpinnerRing } from '@/shared/ui/spinner'
import { OpenFileDialog, RenameDialog, ShowDialog } from './file-dialogs'
import { removeFile, saveFile, type StoredFile } from './file-queries'
import { isShowable, kindOf, recordLabel, sizeInWords } from './file-words'

interface FileListProps {
  label: string
  files: readonly StoredFile[]
  /** Names the kind of record that each is on. */
  showsRecord?: boolean
}

/** Files to open, download, rename and remove. */
export function FileList({ label, files, showsRecord = false }: FileListProps) {
  const [dialog, setDialog] = useState<{ of: 'show' | 'open' | 'rename'; file: StoredFile }>()
  const list = useRef<HTMLUListElement>(null)
  const removed = useRef<number>(undefined)
  // A removed file leaves the list with the focus, which goes to the next one.
  useEffect(() => {
    if (removed.current === undefined || document.activeElement !== document.body) return
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-name]') ?? []
    rows[Math.min(removed.current, rows.length - 1)]?.focus()
    removed.current = undefined
  }, [files])
  const close = () => setDialog(undefined)
  return (
    <>
      <ul ref={list} aria-label={label} className="mt-1">
        {files.map((file, index) => (
          <FileLine
            key={file.id}
            file={file}
            showsRecord={showsRecord}
            onShow={() => setDialog({ of: 'show', file })}
            onOpen={() => setDialog({ of: 'open', file })}
            onRename={() => setDialog({ of: 'rename', file })}
            onRemove={() => {
              removed.current = index
            }}
          />
        ))}
      </ul>
      {dialog?.of === 'show' && <ShowDialog file={dialog.file} onClose={close} />}
      {dialog?.of === 'open' && <OpenFileDialog file={dialog.file} onClose={close} />}
      {dialog?.of === 'rename' && (
        <RenameDialog
          // Its current name
          file={files.find(({ id }) => id === dialog.file.id) ?? dialog.file}
          onClose={close}
        />
      )}
    </>
  )
}

interface FileLineProps {
  file: StoredFile
  showsRecord: boolean
  onShow: () => void
  onOpen: () => void
  onRename: () => void
  onRemove: () => void
}

function FileLine({ file, showsRecord, onShow, onOpen, onRename, onRemove }: FileLineProps) {
  const { id, name, type, size, state, created_at, author_name } = file
  const saving = useMutation(saveFile)
  const removal = useMutation(removeFile)
  const isProtected = file.record_kind === 'mentees'
  const { label, Icon } = kindOf(type)
  const remove = () => {
    onRemove()
    removal.mutate({ id, name, state })
  }
  const open = isProtected ? onOpen : isShowable(type) ? onShow : () => saving.mutate(file)
  return (
    <li className="flex items-start gap-2.5 border-b border-line py-1.5 last:border-b-0">
      {saving.isPending ? (
        <span role="status" className="mt-2 flex size-5 flex-none text-ink-soft">
          <SpinnerRing />
          <span className="sr-only">Downloading {name}</span>
        </span>
      ) : (
        <Icon aria-hidden="true" className="mt-2 size-5 flex-none text-ink-soft" />
      )}
      <div className="min-w-0 flex-1 py-1">
        {state === 'ready' ? (
          <button
            type="button"
            data-name
            className="max-w-full rounded-sm text-start wrap-anywhere text-(--surface-link) hover:underline pointer-coarse:min-h-8"
            dir="auto"
            onClick={open}
          >
            {name}
          </button>
        ) : (
          <p className="wrap-anywhere" dir="auto">
            {name}
          </p>
        )}
        <p className="text-sm text-ink-soft wrap-anywhere">
          {state === 'refused' ? (
            <span className="text-danger-ink">{refusals[file.refusal as Refusal]}</span>
          ) : state === 'uploading' ? (
            <Unfinished file={file} />
          ) : (
            <>
              {isProtected && (
                <LockKeyhole aria-hidden="true" className="me-1 inline size-3.5 align-[-0.125em]" />
              )}
              {label} · {sizeInWords(size)} ·{' '}
              <time dateTime={created_at} title={formatDateTime(created_at)}>
                {formatDate(created_at)}
              </time>
              {author_name && ` · ${isolated(author_name)}`}
              {showsRecord && ` · ${recordLabel(file.record_kind)}`}
            </>
          )}
        </p>
      </div>
      {state === 'ready' ? (
        <MoreMenu label={`Actions for ${name}`}>
          {isShowable(type) && (
            <MenuItem onSelect={open}>
              <Eye aria-hidden="true" />
              Open
            </MenuItem>
          )}
          {!(isProtected && isShowable(type)) && (
            <MenuItem onSelect={isProtected ? onOpen : () => saving.mutate(file)}>
              <Download aria-hidden="true" />
              Download
            </MenuItem>
          )}
          <MenuItem onSelect={onRename}>
            <Pencil aria-hidden="true" />
            Rename
          </MenuItem>
          <MenuItem onSelect={remove}>
            <Trash2 aria-hidden="true" />
            Remove
          </MenuItem>
        </MoreMenu>
      ) : (
        <Button
          variant="ghost"
          size="icon"
          className="text-ink-soft"
          aria-label={`Dismiss ${name}`}
          onClick={remove}
        >
          <X aria-hidden="true" />
        </Button>
      )}
    </li>
  )
}

/** A file that this page does not upload. */
function Unfinished({ file: { created_by, author_name } }: { file: StoredFile }) {
  const { user } = useAuth()
  return created_by === user?.id
    ? 'This upload did not finish. Add the file again.'
    : `${author_name ? isolated(author_name) : 'Someone'} is adding it.`
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EditorDialog } from '@/shared/account-ui/editor-dialog'
import { Loading } from '@/shared/account-ui/loading'
import { HeirsForm } from './heirs-form'
import { leave, leaverWorkQuery } from './leaving-queries'

interface LeavingDialogProps {
  account: string
  name: string
  onClose: () => void
}

/** Who takes over each part of an account's open work, before its rights end. */
export function LeavingDialog({ account, name, onClose }: LeavingDialogProps) {
  const work = useQuery(leaverWorkQuery(account))
  const [id] = useState(() => crypto.randomUUID())
  return (
    <EditorDialog
      title={`${name} leaves`}
      description="Role, permissions, sessions, offers and covers end, and open work goes to the colleagues you choose. What is done keeps the name. For a day you can undo this."
      onClose={onClose}
    >
      {work.data ? (
        <HeirsForm
          parts={work.data}
          action="Hand over and end the rights"
          handOver={leave(id, account)}
          again={() => void work.refetch()}
          onDone={onClose}
        >
          {work.data.length === 0 && <p>{name} has no open work.</p>}
        </HeirsForm>
      ) : (
        <Loading
          query={work}
          what="The open work"
          className="my-10"
          label="Loading the open work..."
        />
      )}
    </EditorDialog>
  )
}

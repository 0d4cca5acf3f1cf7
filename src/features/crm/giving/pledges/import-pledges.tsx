import { useQueryClient } from '@tanstack/react-query'
import { ImportDialog } from '@/engine/import/import-dialog'
import { giftChanges } from '../gifts/gift-queries'
import { importedPledges } from './imported-pledges'

/** The dialog for pledges from a file; what it stored is shown once it closes. */
export default function ImportPledges({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  return (
    <ImportDialog
      resource={importedPledges}
      onClose={() => {
        for (const queryKey of giftChanges) void client.invalidateQueries({ queryKey })
        onClose()
      }}
    />
  )
}

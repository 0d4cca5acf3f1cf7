import { useMutation } from '@tanstack/react-query'
import { QuestionDialog } from '@/shared/account-ui/question-dialog'
import { deleteView, type SavedView } from './view-queries'

interface DeleteViewDialogProps {
  view: SavedView
  onDeleted: () => void
  onClose: () => void
}

export function DeleteViewDialog({ view, onDeleted, onClose }: DeleteViewDialogProps) {
  // These run even when the view has left the menu, unlike callbacks given to `mutate`.
  const { mutate, isPending } = useMutation({
    ...deleteView,
    onSuccess: onDeleted,
    onSettled: onClose,
  })
  return (
    <QuestionDialog
      title={`Delete “${view.name}”?`}
      description={
        view.is_shared
          ? 'It disappears from your menu and from every colleague’s. The list itself does not change.'
          : 'The list itself does not change.'
      }
      yes="Delete"
      isPending={isPending}
      onYes={() => mutate(view.id)}
      onClose={onClose}
    />
  )
}

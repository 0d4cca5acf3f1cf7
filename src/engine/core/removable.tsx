import { useMutation } from '@tanstack/react-query'
import Trash2 from 'lucide-react/icons/trash-2'
import type { RowActionsProps, RowTable } from './define-resource'
import { removeRow } from './row-changes'
import { editAction, RowActions } from './row-actions'

/** Edit, and Remove with an Undo that restores these columns. */
export function removable<C extends string>(table: RowTable, columns: readonly C[]) {
  return function Removable({
    row,
    title,
    edit,
  }: RowActionsProps<{ id: string } & Record<C, unknown>>) {
    const removal = useMutation(removeRow({ table, success: `${title} removed` }))
    const stored = Object.fromEntries(columns.map((column) => [column, row[column]]))
    return (
      <RowActions
        title={title}
        actions={[
          editAction({ title, edit }),
          {
            label: 'Remove',
            name: `Remove ${title}`,
            Icon: Trash2,
            run: () => removal.mutate({ ...stored, id: row.id }),
          },
        ]}
      />
    )
  }
}

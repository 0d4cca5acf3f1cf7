import type { LucideIcon } from 'lucide-react'
import Pencil from 'lucide-react/icons/pencil'
import { createContext, use } from 'react'
import { Button } from '@/shared/ui/button'
import { MenuItem, MoreMenu } from '@/shared/account-ui/menu'
import { useMedia } from '@/shared/lib/use-media'
import type { RowActionsProps } from './define-resource'

export interface RowAction {
  label: string
  /** Names the row, as in "Edit Josephine Carter" */
  name: string
  Icon: LucideIcon
  run: () => void
}

/** The actions that the slots of a resource draw: in a row of the list, of a phone, or in the panel. */
export const ActionsVariant = createContext<'row' | 'phone' | 'panel'>('row')

interface RowActionsPartProps {
  title: string
  /** The most frequent action first: it has its own button. */
  actions: readonly RowAction[]
}

export function RowActions({ title, actions }: RowActionsPartProps) {
  const variant = use(ActionsVariant)
  const isTouched = useMedia('(pointer: coarse)')
  // A finger points at nothing before it presses: a button over the row would always cover a column.
  const isOverlaid = variant === 'row' && !isTouched
  const asButtons = variant === 'panel' ? actions : isOverlaid ? actions.slice(0, 1) : []
  const inMenu = actions.slice(asButtons.length)
  return (
    <>
      {asButtons.length > 0 && (
        <span className={variant === 'row' ? overlay : 'contents'}>
          {asButtons.map(({ label, name, Icon, run }) => (
            <Button key={label} variant="outline" size="sm" aria-label={name} onClick={run}>
              <Icon aria-hidden="true" />
              {label}
            </Button>
          ))}
        </span>
      )}
      {inMenu.length > 0 && (
        <MoreMenu label={`More actions for ${title}`} size={variant === 'phone' ? 'icon' : 'sm'}>
          {inMenu.map(({ label, name, Icon, run }) => (
            <MenuItem key={label} aria-label={name} onSelect={run}>
              <Icon aria-hidden="true" />
              {label}
            </MenuItem>
          ))}
        </MoreMenu>
      )}
    </>
  )
}

/** Over the end of the row while it is pointed at or used by keyboard. */
const overlay =
  'absolute end-full top-0 flex h-full items-center bg-inherit ps-5 mask-[linear-gradient(to_right,transparent,black_1rem)] opacity-0 group-hover/row:opacity-100! group-focus-within/row:opacity-100!'

export function editAction({
  title,
  edit,
}: Pick<RowActionsProps<unknown>, 'title' | 'edit'>): RowAction {
  return { label: 'Edit', name: `Edit ${title}`, Icon: Pencil, run: edit }
}

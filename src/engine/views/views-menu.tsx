import { useMutation, useQuery } from '@tanstack/react-query'
import Bookmark from 'lucide-react/icons/bookmark'
import BookmarkPlus from 'lucide-react/icons/bookmark-plus'
import Check from 'lucide-react/icons/check'
import LinkIcon from 'lucide-react/icons/link'
import Mail from 'lucide-react/icons/mail'
import Pencil from 'lucide-react/icons/pencil'
import Save from 'lucide-react/icons/save'
import Share2 from 'lucide-react/icons/share-2'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { areas } from '@/shared/auth/areas'
import { useAuth } from '@/shared/auth/auth-context'
import { paths } from '@/shared/config/paths'
import { cn } from '@/shared/lib/cn'
import { failureText } from '@/shared/supabase/backend-message'
import { Button, type ButtonProps } from '@/shared/ui/button'
import { Menu, MenuCheckItem, MenuItem, MenuLabel, MenuSeparator } from '@/shared/account-ui/menu'
import { notify, type Notice } from '@/shared/ui/notify'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import type { Resource } from '../core/define-resource'
import type { ListState } from '../core/list-state'
import type { AddRequest } from '../list/use-add-request'
import { useSavedView } from './use-saved-view'
import { changeUse, changeView, staffQuery, type SavedView } from './view-queries'
import { copiedLink, isSameState, suggestedName, toViewState } from './view-state'

const ViewDialog = lazyPart(() => import('./view-dialog'))
const DeleteViewDialog = lazyPart(() => import('./delete-view-dialog'))

interface ViewsMenuProps {
  resource: Resource
  list: ListState
  /** The columns that are shown, where the list has a table */
  columns?: readonly string[]
  /** Its button is an icon. */
  isTight?: boolean
}

/** Opens, saves, shares and pins the views of a list. */
export function ViewsMenu({ resource, list, columns, isTight = false }: ViewsMenuProps) {
  const auth = useAuth()
  const me = auth.user?.id
  const { address, views, view, open, leave } = useSavedView(resource)
  const [dialog, setDialog] = useState<'save' | 'weekly' | 'write' | 'rename' | 'delete'>()
  const { save, share } = useChanges(resource)
  const navigate = useNavigate()

  const isMine = ({ owner_id }: SavedView) => owner_id === me
  const own = views.data?.filter(isMine) ?? []
  const shared = views.data?.filter((one) => !isMine(one)) ?? []
  // Admins look after the shared views of colleagues who left.
  const mayChange = view && (isMine(view) || (view.owner_id === null && auth.can('admin')))
  const state = toViewState(resource, list, columns)
  const isChanged =
    view !== undefined &&
    !isSameState(state, { sort: state.sort, columns: state.columns, ...view.state })
  const close = () => setDialog(undefined)

  const entry = (one: SavedView) => (
    <Entry
      key={one.id}
      view={one}
      isOpen={one.id === view?.id}
      isMine={isMine(one)}
      onOpen={() => open(one)}
    />
  )

  return (
    <>
      <Menu trigger={<Trigger view={view} isChanged={isChanged} isTight={isTight} />}>
        {views.isError && <MenuLabel>The views could not be loaded.</MenuLabel>}
        {own.length > 0 && <MenuLabel>Your views</MenuLabel>}
        {own.map(entry)}
        {shared.length > 0 && <MenuLabel>Shared by colleagues</MenuLabel>}
        {shared.map(entry)}
        {views.data && views.data.length > 0 && <MenuSeparator />}
        {view && mayChange && isChanged && (
          <MenuItem onSelect={() => save(view, state)}>
            <Save aria-hidden="true" />
            <span className="max-w-64 truncate">Save “{view.name}” again</span>
          </MenuItem>
        )}
        {view && isChanged && (
          <MenuItem onSelect={() => open(view)}>
            <Bookmark aria-hidden="true" />
            <span className="max-w-64 truncate">Back to “{view.name}” as saved</span>
          </MenuItem>
        )}
        <MenuItem onSelect={() => setDialog('save')}>
          <BookmarkPlus aria-hidden="true" />
          Save as a view…
        </MenuItem>
        <MenuItem onSelect={() => setDialog('weekly')}>
          <Share2 aria-hidden="true" />
          Share with a weekly email…
        </MenuItem>
        <MenuItem
          onSelect={() =>
            void copyLink(
              copiedLink(resource, address, { ...list, ...(columns && { columns }) }),
              list.search !== '',
            )
          }
        >
          <LinkIcon aria-hidden="true" />
          Copy link
        </MenuItem>
        {view && <Uses view={view} onShare={isMine(view) ? () => share(view) : undefined} />}
        {resource.isAddressed && (
          <WriteCampaign view={isChanged ? undefined : view} onSave={() => setDialog('write')} />
        )}
        {mayChange && (
          <>
            <MenuItem onSelect={() => setDialog('rename')}>
              <Pencil aria-hidden="true" />
              Rename…
            </MenuItem>
            <MenuItem onSelect={() => setDialog('delete')}>
              <Trash2 aria-hidden="true" />
              Delete…
            </MenuItem>
          </>
        )}
      </Menu>
      {dialog === 'delete' && view && (
        <DeleteViewDialog view={view} onDeleted={() => leave({ replace: true })} onClose={close} />
      )}
      {dialog && dialog !== 'delete' && (
        <ViewDialog
          resource={resource}
          address={address}
          state={state}
          name={
            dialog === 'rename' && view
              ? view.name
              : suggestedName(
                  resource,
                  list,
                  own.map(({ name }) => name),
                )
          }
          purpose={dialog}
          renamed={dialog === 'rename' ? view : undefined}
          onSaved={(saved) => {
            if (dialog === 'write') void navigate(campaigns, { state: campaignTo(saved) })
            else open(saved)
          }}
          onClose={close}
        />
      )}
    </>
  )
}

interface TriggerProps extends ButtonProps {
  view: SavedView | undefined
  isChanged: boolean
  isTight: boolean
}

function Trigger({ view, isChanged, isTight, ...props }: TriggerProps) {
  return (
    <Button
      {...props}
      variant={isTight ? 'ghost' : 'outline'}
      {...(isTight && { size: 'icon' as const })}
      title={view?.name ?? 'Views'}
      aria-label={view ? `View: ${view.name}${isChanged ? ', changed' : ''}` : 'Views'}
    >
      <span className="relative">
        <Bookmark aria-hidden="true" className={cn('size-4', view && 'fill-current')} />
        {isChanged && <span className="absolute -end-1 -top-1 size-2 rounded-full bg-clay-600" />}
      </span>
      {!isTight && (
        <span className="max-w-12 truncate in-data-tight:sr-only @max-4xl:sr-only @7xl:max-w-40">
          {view?.name ?? 'Views'}
        </span>
      )}
    </Button>
  )
}

interface EntryProps {
  view: SavedView
  isOpen: boolean
  isMine: boolean
  onOpen: () => void
}

function Entry({ view, isOpen, isMine, onOpen }: EntryProps) {
  return (
    <MenuItem onSelect={onOpen}>
      <span className="grid size-4 flex-none place-items-center">
        {isOpen && <Check aria-hidden="true" className="size-4" />}
      </span>
      <span className="max-w-64 truncate">{view.name}</span>
      {isOpen && <span className="sr-only">(open)</span>}
      {isMine
        ? view.is_shared && <span className="ms-auto text-xs text-ink-soft">shared</span>
        : view.owner_id && <SharedBy owner={view.owner_id} />}
    </MenuItem>
  )
}

function SharedBy({ owner }: { owner: string }) {
  const { data: staff } = useQuery(staffQuery)
  const name = staff?.find(({ id }) => id === owner)?.full_name
  return (
    name && (
      <span className="ms-auto max-w-40 truncate text-xs text-ink-soft">shared by {name}</span>
    )
  )
}

/** The user's pin and email of the open view, and whether it is shared. */
function Uses({ view, onShare }: { view: SavedView; onShare: (() => void) | undefined }) {
  const { mutate } = useMutation(changeUse)
  return (
    <>
      <MenuSeparator />
      <MenuLabel>{view.name}</MenuLabel>
      <MenuCheckItem
        label="Pinned to the menu"
        checked={view.is_pinned}
        onToggle={() => mutate({ view: view.id, pinned: !view.is_pinned })}
      />
      <MenuCheckItem
        label="Weekly email, Mondays at 8:00"
        checked={view.is_weekly}
        onToggle={() => mutate({ view: view.id, weekly: !view.is_weekly })}
      />
      {onShare && (
        <MenuCheckItem label="Shared with colleagues" checked={view.is_shared} onToggle={onShare} />
      )}
    </>
  )
}

const campaigns = `${paths.crm}?tab=${areas.campaigns.slug}`

const campaignTo = (view: Pick<SavedView, 'id'>): AddRequest => ({
  add: true,
  values: { target_audience: `view:${view.id}` },
})

interface WriteCampaignProps {
  /** The open view, as it is saved */
  view: SavedView | undefined
  /** Saves the list as a view first. */
  onSave: () => void
}

/** Begins a campaign to the people of the list. */
function WriteCampaign({ view, onSave }: WriteCampaignProps) {
  const { can } = useAuth()
  if (!can(...areas.campaigns.requiredRights)) return null
  const label = (
    <>
      <Mail aria-hidden="true" />
      Write a campaign to them…
    </>
  )
  if (!view) return <MenuItem onSelect={onSave}>{label}</MenuItem>
  return (
    <MenuItem asChild>
      <Link to={campaigns} state={campaignTo(view)}>
        {label}
      </Link>
    </MenuItem>
  )
}

/** Saves a view again, or shares it; a message shows the outcome. */
function useChanges({ label }: Resource) {
  const again = useMutation(changeView)
  const store = (change: Parameters<typeof again.mutate>[0], said: Omit<Notice, 'tone'>) =>
    void again
      .mutateAsync(change)
      .then(() => notify({ ...said, tone: 'success' }))
      .catch(tellFailure)

  function save({ id, name, state: before }: SavedView, state: SavedView['state']) {
    const undo = () => again.mutate({ id, state: before }, { onError: tellFailure })
    store(
      { id, state },
      { title: `View “${name}” saved`, action: { label: 'Undo', onClick: undo } },
    )
  }
  function share({ id, name, is_shared: was }: SavedView) {
    const description = `Everyone who can see the ${label.many} can open “${name}”.`
    store(
      { id, is_shared: !was },
      was ? { title: 'No longer shared' } : { title: 'Shared with colleagues', description },
    )
  }
  return { save, share }
}

async function copyLink(link: string, hasSearch: boolean): Promise<void> {
  try {
    await navigator.clipboard.writeText(link)
    notify({
      title: 'Link copied',
      description: hasSearch ? 'It contains the search: share it only with colleagues.' : undefined,
      tone: 'success',
    })
  } catch {
    notify({
      title: 'The link could not be copied',
      description: 'Your browser does not allow it. Save a view and share that instead.',
      tone: 'error',
    })
  }
}

function tellFailure(error: unknown) {
  notify({ title: 'The view was not saved', description: failureText(error), tone: 'error' })
}

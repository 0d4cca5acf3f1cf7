import * as RadixDialog from '@radix-ui/react-dialog'
import { Command } from 'cmdk'
import CornerDownLeft from 'lucide-react/icons/corner-down-left'
import Plus from 'lucide-react/icons/plus'
import Search from 'lucide-react/icons/search'
import { useNavigate, type NavigateOptions } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { menuFor } from '@/shared/auth/places'
import type { StaffMenu } from './staff-rail'

interface CommandPaletteProps extends Pick<StaffMenu, 'sections'> {
  onClose: () => void
}

/** Every place and action that one may reach, found by typing. A group for other finds joins the list. */
export function CommandPalette({ sections, onClose }: CommandPaletteProps) {
  const auth = useAuth()
  const navigate = useNavigate()
  const places = menuFor(auth)
  const parts = places.flatMap(({ name, to, title }) =>
    (sections[name] ?? [])
      .filter(({ access }) => !access || auth.can(...access))
      .map((section) => ({ ...section, title, to: `${to}?tab=${section.slug}` })),
  )

  function go(to: string, options?: NavigateOptions) {
    onClose()
    void navigate(to, options)
  }

  return (
    <RadixDialog.Root open onOpenChange={onClose}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-50 grid justify-items-center bg-scrim p-3 pt-[12vh] data-[state=open]:animate-appear">
          <RadixDialog.Content
            aria-describedby={undefined}
            className="h-fit w-full max-w-xl overflow-hidden rounded-card border border-line bg-paper-raised text-ink shadow-overlay"
          >
            <RadixDialog.Title className="sr-only">Search</RadixDialog.Title>
            <Command loop label="Search">
              <div className="flex items-center gap-3 border-b border-line px-4 text-ink-soft svg:size-4 svg:flex-none">
                <Search aria-hidden="true" />
                <Command.Input
                  placeholder="Go to a place, or add something…"
                  className="h-12 w-full bg-transparent text-base text-ink outline-none! placeholder:text-ink-muted"
                />
              </div>
              <Command.List className="max-h-[min(24rem,60vh)] overflow-y-auto overscroll-contain p-2">
                <Command.Empty className="p-4 text-center text-ink-soft">
                  Nothing is called that.
                </Command.Empty>
                <Command.Group heading="Go to" className={group}>
                  {places.map(({ to, title }) => (
                    <Command.Item key={to} value={title} className={item} onSelect={() => go(to)}>
                      <CornerDownLeft aria-hidden="true" />
                      {title}
                    </Command.Item>
                  ))}
                  {parts.map(({ to, title, label, Icon }) => (
                    <Command.Item
                      key={to}
                      value={`${title} ${label}`}
                      className={item}
                      onSelect={() => go(to)}
                    >
                      <Icon aria-hidden="true" />
                      {label}
                      <span className="ms-auto text-sm text-ink-muted">{title}</span>
                    </Command.Item>
                  ))}
                </Command.Group>
                <Command.Group heading="Actions" className={group}>
                  {parts.map(
                    ({ to, add }) =>
                      add &&
                      auth.can(...add.access) && (
                        <Command.Item
                          key={to}
                          value={add.label}
                          className={item}
                          onSelect={() => go(to, { state: { add: true } })}
                        >
                          <Plus aria-hidden="true" />
                          {add.label}
                        </Command.Item>
                      ),
                  )}
                </Command.Group>
              </Command.List>
            </Command>
          </RadixDialog.Content>
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

const group =
  '*:[[cmdk-group-heading]]:px-2.5 *:[[cmdk-group-heading]]:py-1.5 *:[[cmdk-group-heading]]:text-xs *:[[cmdk-group-heading]]:font-semibold *:[[cmdk-group-heading]]:text-ink-muted'
const item =
  'flex min-h-9 cursor-pointer items-center gap-3 rounded-control px-2.5 select-none data-[selected=true]:bg-forest-100 pointer-coarse:min-h-11 svg:size-4 svg:flex-none svg:text-ink-soft'

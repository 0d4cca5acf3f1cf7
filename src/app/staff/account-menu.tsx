import { use, useState } from 'react'
import { Link } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { paths } from '@/shared/config/paths'
import { optionLabel } from '@/shared/lib/option-label'
import { appearances, chooseAppearance, chosenAppearance } from '@/shared/account-ui/appearance'
import { useAskedSignOut } from '@/shared/account-ui/leave-question'
import { PageHelp } from '@/shared/account-ui/page-help'
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuSeparator } from '@/shared/account-ui/menu'

const options = appearances.map((value) => ({ value, label: optionLabel(value) }))

export function AccountMenu() {
  const { profile, user, ...auth } = useAuth()
  const signOut = useAskedSignOut(auth.signOut)
  const [appearance, setAppearance] = useState(chosenAppearance)
  const help = use(PageHelp)
  const displayName = profile?.fullName ?? user?.email ?? ''

  return (
    <Menu
      trigger={
        <button
          type="button"
          className="grid size-8 flex-none place-items-center rounded-full bg-forest-700 text-xs font-semibold text-paper-raised hover:bg-forest-800 pointer-coarse:size-11"
        >
          <span aria-hidden="true">{initialsOf(displayName)}</span>
          <span className="sr-only">Account of {displayName}</span>
        </button>
      }
    >
      <MenuLabel>{displayName}</MenuLabel>
      <MenuItem asChild>
        <Link to={paths.staffAccount}>Your account</Link>
      </MenuItem>
      <MenuItem onSelect={help?.open}>Help</MenuItem>
      <MenuItem onSelect={signOut}>Sign Out</MenuItem>
      <MenuSeparator />
      <MenuChoice
        label="Appearance"
        value={appearance}
        options={options}
        onChoose={(next) => {
          setAppearance(next)
          chooseAppearance(next)
        }}
      />
    </Menu>
  )
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => [...(word ?? '')][0])
    .join('')
}

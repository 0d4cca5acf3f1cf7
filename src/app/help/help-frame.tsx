import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { RouteName } from '@/shared/auth/routes'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { PageHelp, type KeyLine } from '@/shared/account-ui/page-help'
import { isSingleKey } from '@/shared/lib/single-keys'

const HelpDialog = lazyPart(() => import('./help-dialog'))

interface HelpFrameProps {
  name: RouteName
  children: ReactNode
}

/** A screen with its help, which `?`, the account menu and the page's own buttons open. */
export function HelpFrame({ name, children }: HelpFrameProps) {
  const [opened, setOpened] = useState<readonly KeyLine[]>()
  const keys = useRef<() => readonly KeyLine[]>(undefined)
  const [help] = useState(() => ({
    open: () => setOpened(keys.current?.() ?? []),
    keep: (next: typeof keys.current) => void (keys.current = next),
  }))
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (!isSingleKey(event, '?')) return
      event.preventDefault()
      help.open()
    }
    // After the keys of the page, which listens on the document.
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [help])
  return (
    <PageHelp value={help}>
      {children}
      {opened && <HelpDialog name={name} keys={opened} onClose={() => setOpened(undefined)} />}
    </PageHelp>
  )
}

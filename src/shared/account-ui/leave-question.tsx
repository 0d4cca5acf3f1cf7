import {
  createContext,
  use,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { UNSAFE_NavigationContext as NavigationContext, useLocation } from 'react-router-dom'
import { hasStaffDrafts } from '@/shared/forms/draft-storage'
import { beforeSteps } from '@/shared/lib/before-step'
import { hasWaiting } from '@/shared/lib/waiting-meetings'
import { lazyPart } from './lazy-part'
import { isUnsaved } from './unsaved'

const QuestionDialog = lazyPart(() => import('./question-dialog'))

interface Asked {
  to: keyof typeof words
  go: () => void
}

type Ask = (asked: Asked) => void

const AskContext = createContext<Ask>(({ go }) => go())

const words = {
  leave: {
    title: 'Leave without saving?',
    description: 'What you typed here has not been saved.',
    no: 'Stay',
    yes: 'Leave',
  },
  'sign out with meetings': {
    title: 'Sign out before they are sent?',
    description:
      'Meetings that you logged wait on this device. They go when you sign in here again.',
    no: 'Stay signed in',
    yes: 'Sign Out',
  },
  'sign out': {
    title: 'Sign out without saving?',
    description: 'You have unsaved text. Signing out deletes it.',
    no: 'Stay signed in',
    yes: 'Sign Out',
  },
} as const

/**
 * Asks before another page of ours replaces one with unsaved text: by a link, a command, a key or
 * the Back button. A page is its path and its tab. For what calls `useLeaveWarning` beneath it.
 */
export function LeaveQuestion({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>()
  const navigation = useGuardedNavigation(setAsked)
  useGuardedBack(setAsked)
  const close = () => setAsked(undefined)
  return (
    <AskContext value={setAsked}>
      <NavigationContext value={navigation}>{children}</NavigationContext>
      {asked && (
        <QuestionDialog
          {...words[asked.to]}
          onYes={() => {
            close()
            asked.go()
          }}
          onClose={close}
        />
      )}
    </AskContext>
  )
}

/** Returns a function that signs out, and first asks if that deletes unsaved text, or leaves meetings unsent. */
export function useAskedSignOut(signOut: () => unknown): () => void {
  const ask = use(AskContext)
  return () => {
    const go = () => void signOut()
    if (isUnsaved('page', 'dialog', 'tab') || hasStaffDrafts()) ask({ to: 'sign out', go })
    else if (hasWaiting()) ask({ to: 'sign out with meetings', go })
    else go()
  }
}

const pageOf = ({ pathname = '', search = '' }: { pathname?: string; search?: string }) =>
  JSON.stringify([pathname.replace(/\/$/, ''), new URLSearchParams(search).get('tab')])

/** The router's navigation, for links and commands, which asks first. */
function useGuardedNavigation(ask: Ask) {
  const navigation = use(NavigationContext)
  return useMemo(() => {
    const { navigator } = navigation
    const guarded =
      (way: 'push' | 'replace'): typeof navigator.push =>
      (to, state, options) => {
        const go = () => navigator[way](to, state, options)
        const next = typeof to === 'string' ? new URL(to, window.location.href) : to
        const isLeft = pageOf(next) !== pageOf(window.location)
        if (isLeft && isUnsaved('page', 'dialog')) ask({ to: 'leave', go })
        else go()
      }
    // It keeps what it inherits, like the current location.
    const asking = Object.create(navigator) as typeof navigator
    asking.push = guarded('push')
    asking.replace = guarded('replace')
    return { ...navigation, navigator: asking }
  }, [navigation, ask])
}

/** The router numbers its entries of the history. */
const numberOfEntry = (): number | undefined =>
  (window.history.state as { idx?: number } | null)?.idx ?? undefined

/**
 * Back and Forward: the browser has already left, so this returns to the page, asks, and repeats
 * the step afterwards.
 */
function useGuardedBack(ask: Ask) {
  const { key, pathname, search } = useLocation()
  const entry = useRef<number>(undefined)
  useEffect(() => {
    entry.current = numberOfEntry()
  }, [key, pathname, search])
  /** Steps of ours, which the router must not see or nobody is asked about */
  const own = useRef<'return' | 'leave'>(undefined)

  const step = useEffectEvent((event: Event) => {
    const now = own.current
    own.current = undefined
    if (now === 'return') event.preventDefault()
    if (now) return
    const isOther = pathname + search !== window.location.pathname + window.location.search
    const isLeft = isOther && pageOf({ pathname, search }) !== pageOf(window.location)
    const isLost = isLeft ? isUnsaved('page', 'dialog') : isOther && isUnsaved('dialog')
    if (!isLost) return
    event.preventDefault()
    const [from, to] = [entry.current, numberOfEntry()]
    // An entry of the browser's own, as of a skip link, has no number.
    const steps = (from !== undefined && to !== undefined && to - from) || -1
    own.current = 'return'
    window.history.go(-steps)
    ask({
      to: 'leave',
      go: () => {
        own.current = 'leave'
        window.history.go(steps)
      },
    })
  })
  useEffect(() => beforeSteps((event) => step(event)), [])
}

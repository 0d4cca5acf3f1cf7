import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { lazyModule } from '@/shared/lib/lazy-component'
import { notify } from '@/shared/ui/notify'

type LazyPart<Props> = ((props: Props) => ReactNode) & { load: () => Promise<void> }

/** The parts whose code has not been requested. */
const waiting = new Set<() => Promise<unknown>>()

/** Something that a screen may open: its code downloads ahead, while the browser is idle. */
export const loadAhead = (download: () => Promise<unknown>) => void waiting.add(download)

/**
 * Downloads the code of all parts that a screen may open, one after the other. A failure shows when
 * the part is used.
 */
export async function loadParts(): Promise<void> {
  for (const load of waiting) {
    waiting.delete(load)
    await load().catch(() => {})
  }
}

/**
 * `lazyModule` for a part that a screen can do without at first: it is absent until its code has
 * loaded. A fallback of Suspense, even an empty one, would stay for at least 300 ms. When its code
 * cannot load, a closable part says so and closes; any other throws to the boundary around it.
 * @param Waiting shown until then, where the part's space would be empty
 */
export function lazyPart<Props extends object>(
  download: Parameters<typeof lazyModule<Props>>[0],
  Waiting?: (props: Props) => ReactNode,
): LazyPart<Props> {
  const Component = lazyModule(download)
  let hasCome = false
  async function load() {
    await Component.load()
    hasCome = true
  }
  loadAhead(async () => {
    // Missing code reloads the page only when the user asks for the part.
    await download()
    await load()
  })

  function Part(props: Props) {
    const [state, setState] = useState<'waiting' | 'there' | { error: unknown }>(
      hasCome ? 'there' : 'waiting',
    )
    const isThere = state === 'there'
    const close = isClosable(props) ? props.onClose : undefined
    const fail = useEffectEvent((error: unknown) => {
      if (!close) return setState({ error })
      notify({
        title: 'This could not be loaded.',
        description: 'Please check your connection, then try again.',
        tone: 'error',
      })
      close()
    })
    useEffect(() => {
      if (isThere) return
      let isGone = false
      load().then(
        () => setState('there'),
        (error: unknown) => isGone || fail(error),
      )
      return () => {
        isGone = true
      }
    }, [isThere])
    useKeysWhileAwaited(!isThere && !Waiting && close)

    if (typeof state === 'object') throw state.error
    if (isThere) return <Component {...props} />
    return Waiting ? <Waiting {...props} /> : null
  }
  return Object.assign(Part, { load })
}

function isClosable(props: object): props is { onClose: () => void } {
  return 'onClose' in props && typeof props.onClose === 'function'
}

/** Keys belong to the opening part: Escape closes it, and no key is a shortcut of the page. */
function useKeysWhileAwaited(close: (() => void) | false | undefined): void {
  const isAwaited = Boolean(close)
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    if (target instanceof Element && target.matches(textControls)) return
    event.stopPropagation()
    if (key === 'Escape' && close) close()
  })
  useEffect(() => {
    if (!isAwaited) return
    const listen = (event: KeyboardEvent) => press(event)
    // Ahead of panels and shortcuts.
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [isAwaited])
}

const textControls = 'input:not([type=checkbox], [type=radio]), textarea, select'

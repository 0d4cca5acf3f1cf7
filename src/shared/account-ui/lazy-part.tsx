import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { lazyModule } from '@/shared/lib/lazy-component'
import { notify } from '@/shared/ui/notify'

/** The parts whose code nobody has asked for. */
const waiting = new Set<() => Promise<void>>()

/** Downloads the code of all parts that a screen may open, one after the other. Their use tells what fails. */
export async function loadParts(): Promise<void> {
  for (const load of waiting) {
    waiting.delete(load)
    await load().catch(() => {})
  }
}

/**
 * `lazyModule` for a part that a screen can be without at first: nothing is there until its code has come.
 * A fallback of Suspense, even an empty one, would stay for 300 ms, however soon that is. A part that can be
 * closed says when its code cannot be had, and closes; any other tells the boundary around it.
 */
export function lazyPart<Props extends object>(
  download: Parameters<typeof lazyModule<Props>>[0],
): ComponentType<Props> {
  const Component = lazyModule(download)
  let hasCome = false
  async function load() {
    await Component.load()
    hasCome = true
  }
  async function loadAhead() {
    // Without the new start of the page that its use may come to.
    await download()
    await load()
  }
  waiting.add(loadAhead)
  return function Part(props: Props) {
    const [state, setState] = useState<'waiting' | 'there' | { error: unknown }>(
      hasCome ? 'there' : 'waiting',
    )
    const fail = useEffectEvent((error: unknown) => {
      if (!isClosable(props)) return setState({ error })
      notify({
        title: 'This could not be loaded.',
        description: 'Please check your connection, then try again.',
        tone: 'error',
      })
      props.onClose()
    })
    const isThere = state === 'there'
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
    if (typeof state === 'object') throw state.error
    return isThere ? <Component {...props} /> : null
  }
}

function isClosable(props: object): props is { onClose: () => void } {
  return 'onClose' in props && typeof props.onClose === 'function'
}

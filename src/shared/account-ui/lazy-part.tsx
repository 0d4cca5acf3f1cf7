import { useEffect, useState, type ComponentType } from 'react'
import { lazyModule } from '@/shared/lib/lazy-component'

/**
 * `lazyModule` for a part that a screen can be without at first: nothing is there until its code has come.
 * A fallback of Suspense, even an empty one, would stay for 300 ms, however soon that is.
 */
export function lazyPart<Props extends object>(
  download: Parameters<typeof lazyModule<Props>>[0],
): ComponentType<Props> {
  const Component = lazyModule(download)
  let hasCome = false
  return function Part(props: Props) {
    const [state, setState] = useState<'waiting' | 'there' | { error: unknown }>(
      hasCome ? 'there' : 'waiting',
    )
    useEffect(() => {
      if (hasCome) return
      Component.load().then(
        () => {
          hasCome = true
          setState('there')
        },
        (error: unknown) => setState({ error }),
      )
    }, [])
    if (typeof state === 'object') throw state.error
    return state === 'there' ? <Component {...props} /> : null
  }
}

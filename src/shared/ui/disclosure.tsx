import { useEffect, useRef, type ReactNode } from 'react'

interface DisclosureProps {
  /** The content of the button, and its accessible name. */
  summary: ReactNode
  summaryClass?: string
  className?: string
  children: ReactNode
}

/**
 * A menu that folds out beneath its button and works without scripts. With them it closes on Escape
 * (and returns the focus), on a click elsewhere, on one of its links, and on Back.
 */
export function Disclosure({ summary, summaryClass, className, children }: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null)

  useEffect(() => {
    function closeOutside(event: Event) {
      const element = details.current
      if (element?.open && event.target instanceof Node && !element.contains(event.target)) {
        element.open = false
      }
    }
    function closeOnEscape({ key }: KeyboardEvent) {
      if (key !== 'Escape' || !details.current?.open) return
      details.current.open = false
      details.current.querySelector('summary')?.focus()
    }
    const close = () => details.current?.removeAttribute('open')
    const mounted = new AbortController()
    const { signal } = mounted
    document.addEventListener('keydown', closeOnEscape, { signal })
    document.addEventListener('pointerdown', closeOutside, { signal })
    document.addEventListener('focusin', closeOutside, { signal })
    window.addEventListener('popstate', close, { signal })
    return () => mounted.abort()
  }, [])

  return (
    <details
      ref={details}
      className={className}
      onClick={(event) => {
        const isLink = event.target instanceof Element && event.target.closest('a')
        if (isLink && details.current) details.current.open = false
      }}
    >
      <summary className={summaryClass}>{summary}</summary>
      {children}
    </details>
  )
}

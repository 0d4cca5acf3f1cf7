import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Notice } from '@/shared/ui/notify'

/**
 * A link back to a form that the visitor left while it was being sent.
 *
 * @returns the form's `ref`, and a function that gives a message its action once the form is gone
 */
export function useReturnLink() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isGone = useRef(false)
  const hash = useRef('')

  useEffect(() => {
    isGone.current = false
    return () => void (isGone.current = true)
  }, [])

  const form = (element: HTMLFormElement | null) => {
    const heading = element?.closest('section')?.getAttribute('aria-labelledby')
    if (heading) hash.current = `#${heading}`
  }
  const returnLink = (): Pick<Notice, 'action'> =>
    isGone.current
      ? {
          action: {
            label: 'Back to the form',
            onClick: () => void navigate(pathname + hash.current),
          },
        }
      : {}
  return [form, returnLink] as const
}

import { useEffect, useRef, type ReactNode } from 'react'

interface StepProps {
  number: 1 | 2 | 3
  title: string
  children: ReactNode
}

/** Moves the focus to each new step. */
export function Step({ number, title, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (number > 1) heading.current?.focus()
  }, [number])
  return (
    <>
      <p className="text-sm text-ink-soft">Step {number} of 3</p>
      <h3 ref={heading} tabIndex={-1} className="mb-4 text-base font-semibold outline-none">
        {title}
      </h3>
      {children}
    </>
  )
}

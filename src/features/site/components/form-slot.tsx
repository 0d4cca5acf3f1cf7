import { Suspense, useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react'
import { Button } from '@/shared/ui/button'
import { Spinner } from '@/shared/ui/spinner'
import type { LateForm } from '../lib/late-form'

/** Any of them says that a visitor turns to a form. */
const attention = ['pointerover', 'focusin', 'input']

interface FormSlotProps {
  form: LateForm
  /** How to reach us where the form cannot work */
  instead: ReactNode
}

/** A form of another feature. What was typed before its code arrived is taken over by it. */
export function FormSlot({ form, instead }: FormSlotProps) {
  const slot = useRef<HTMLDivElement>(null)

  // React keeps back the events of a part that it has not taken over; the document sees them first.
  useEffect(() => {
    const element = slot.current
    if (!element) return
    function loadIfMeant({ target }: Event) {
      if (form.status() === 'waiting' && element?.contains(target as Node)) form.load()
    }
    // Somebody may have turned to it before this ran.
    if (element.matches(':hover, :focus-within') || form.isWantedAtOnce()) form.load()
    for (const sign of attention) document.addEventListener(sign, loadIfMeant, true)
    return () => {
      for (const sign of attention) document.removeEventListener(sign, loadIfMeant, true)
    }
  }, [form])

  return (
    <>
      <noscript>{instead}</noscript>
      <FailedDownload form={form} instead={instead} />
      <div ref={slot}>
        <Suspense fallback={<Waiting form={form} />}>
          <form.Form />
        </Suspense>
      </div>
    </>
  )
}

function useStatus(form: LateForm) {
  return useSyncExternalStore(form.subscribe, form.status, form.status)
}

/** Stands above the form, which keeps what was typed into it. */
function FailedDownload({ form, instead }: FormSlotProps) {
  if (useStatus(form) !== 'failed') return null
  return (
    <div role="alert" className="mb-8 rounded-card border border-danger-line bg-danger-soft p-5">
      <p className="mb-4 font-semibold text-danger-ink">
        The form could not be loaded. Please check your connection.
      </p>
      <Button variant="outline" onClick={form.load} className="mb-6">
        Try again
      </Button>
      {instead}
    </div>
  )
}

/** Where the page was not prerendered, there is nothing to turn to: the form is wanted at once. */
function Waiting({ form }: { form: LateForm }) {
  useEffect(() => form.load(), [form])
  return useStatus(form) === 'failed' ? null : (
    <Spinner label="Loading the form..." className="my-12" />
  )
}

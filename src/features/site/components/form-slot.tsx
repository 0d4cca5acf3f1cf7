import { Suspense, useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react'
import { Button } from '@/shared/ui/button'
import { Spinner } from '@/shared/ui/spinner'
import type { LazyForm } from '../lib/lazy-form'

/** Events on a form that start its download. */
const intents = ['pointerover', 'focusin', 'input']

interface FormSlotProps<Props extends object> {
  form: LazyForm<Props>
  /** How to reach us where the form cannot work */
  instead: ReactNode
}

interface PartProps {
  form: Pick<LazyForm, 'status' | 'subscribe' | 'load'>
}

/** A lazily hydrated form of another feature. Hydration keeps what was typed before. */
export function FormSlot<Props extends object>({
  form,
  instead,
  ...props
}: FormSlotProps<Props> & Props) {
  const slot = useRef<HTMLDivElement>(null)

  // React holds back the events of what is not hydrated yet; the document sees them.
  useEffect(() => {
    const element = slot.current
    if (!element) return
    function loadOnIntent({ target }: Event) {
      if (form.status() === 'waiting' && element?.contains(target as Node)) form.load()
    }
    // The pointer or the focus may have been there before this ran.
    if (element.matches(':hover, :focus-within') || form.isEager()) form.load()
    for (const intent of intents) document.addEventListener(intent, loadOnIntent, true)
    return () => {
      for (const intent of intents) document.removeEventListener(intent, loadOnIntent, true)
    }
  }, [form])

  return (
    <>
      <noscript>
        <p className="mb-4 font-semibold">
          This form needs JavaScript, which your browser does not run.
        </p>
        {instead}
      </noscript>
      <FailedDownload form={form} instead={instead} />
      <div ref={slot} className="noscript:hidden">
        <Suspense fallback={<Waiting form={form} />}>
          <form.Form {...(props as unknown as Props)} />
        </Suspense>
      </div>
    </>
  )
}

function useStatus(form: PartProps['form']) {
  return useSyncExternalStore(form.subscribe, form.status, form.status)
}

function FailedDownload({ form, instead }: PartProps & { instead: ReactNode }) {
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

/** After client-side navigation there is no prerendered form: it is loaded at once. */
function Waiting({ form }: PartProps) {
  useEffect(() => form.load(), [form])
  return useStatus(form) === 'failed' ? null : (
    <Spinner label="Loading the form..." className="my-12" />
  )
}

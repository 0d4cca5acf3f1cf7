import { Suspense, useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react'
import { Button } from '@/shared/ui/button'
import { Spinner } from '@/shared/ui/spinner'
import type { LazyForm } from '../lib/lazy-form'

/** Events on a form that start the download of its code. */
const intents = ['pointerover', 'focusin', 'input', 'click']
/** A button in it that waits for the code, see `app/boot/replay-clicks.ts` */
const pressed = '[data-waiting][aria-busy]'

interface FormSlotProps<Props extends object> {
  form: LazyForm<Props>
  /** How to reach us where the form cannot work */
  instead: ReactNode
}

interface PartProps {
  form: Pick<LazyForm, 'status' | 'hasFailed' | 'subscribe' | 'load' | 'room'>
}

/** A lazily hydrated form of another feature. Hydration keeps what was typed before. */
export function FormSlot<Props extends object>({
  form,
  instead,
  ...props
}: FormSlotProps<Props> & Props) {
  const slot = useRef<HTMLDivElement>(null)

  // React holds back events before hydration; the document sees them.
  useEffect(() => {
    const element = slot.current
    if (!element) return
    function loadOnIntent({ target }: Event) {
      if (!element?.contains(target as Node)) return
      if ((target as Element).closest(pressed)) form.load()
      else form.loadOnIntent()
    }
    function loadAgain() {
      if (form.hasFailed()) form.load()
    }
    // The pointer or the focus may already have been there.
    const isWanted = element.matches(':hover, :focus-within') || element.querySelector(pressed)
    if (isWanted || form.isEager()) form.load()
    for (const intent of intents) document.addEventListener(intent, loadOnIntent, true)
    window.addEventListener('online', loadAgain)
    return () => {
      window.removeEventListener('online', loadAgain)
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
      <div ref={slot} className="noscript:hidden">
        <Suspense fallback={<Waiting form={form} />}>
          <form.Form {...(props as unknown as Props)} />
        </Suspense>
        <FailedDownload form={form} instead={instead} />
      </div>
    </>
  )
}

function useStatus(form: PartProps['form']) {
  return useSyncExternalStore(form.subscribe, form.status, form.status)
}

/** A pressed form is not sent when its code loads after all: the message says it was not sent. */
function releasePress(message: HTMLElement | null) {
  const button = message?.parentElement?.querySelector(pressed)
  if (!button) return
  button.removeAttribute('aria-busy')
  message?.scrollIntoView?.({ block: 'center' })
}

/** Below the button. If no script loaded at all, `boot.ts` says so. */
function FailedDownload({ form, instead }: PartProps & { instead: ReactNode }) {
  const status = useStatus(form)
  if (!form.hasFailed()) return null
  return (
    <div
      ref={releasePress}
      role="alert"
      className="mt-6 rounded-card border border-danger-line bg-danger-soft p-5"
    >
      <p className="font-semibold text-danger-ink">
        Part of this form could not be loaded, so it cannot be sent yet.
      </p>
      <p className="mt-1 mb-4">
        Please check your connection. We try again as soon as it is back. What you typed is still
        here.
      </p>
      {/* A browser may remember a failed import as long as the page lives. */}
      {status === 'failed again' && (
        <p className="mb-4">If your connection works, copy what you typed, then reload the page.</p>
      )}
      <p className="mb-6 flex flex-wrap gap-3">
        <Button variant="outline" onClick={form.load}>
          Try again
        </Button>
        {status === 'failed again' && (
          <Button variant="ghost" onClick={() => window.location.reload()}>
            Reload the page
          </Button>
        )}
      </p>
      {instead}
    </div>
  )
}

/** After client-side navigation there is no prerendered form: it is loaded at once. */
function Waiting({ form }: PartProps) {
  useEffect(() => form.load(), [form])
  return (
    <div className={form.room}>
      {!useStatus(form).startsWith('failed') && (
        <Spinner label="Loading the form..." className="py-12" />
      )}
    </div>
  )
}

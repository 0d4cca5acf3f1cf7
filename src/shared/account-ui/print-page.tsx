import { use, type ReactNode } from 'react'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Printer from 'lucide-react/icons/printer'
import { Link } from 'react-router-dom'
import { organisation } from '@/shared/data/organisation'
import { cn } from '@/shared/lib/cn'
import { Button } from '@/shared/ui/button'
import { Logo } from '@/shared/ui/logo'
import { PageHelp } from './page-help'

interface PrintPageProps {
  title: string
  back: { to: string; label: string }
  /** Beside the back link, and like it not printed */
  actions?: ReactNode
  children: ReactNode
}

export function PrintPage({ title, back, actions, children }: PrintPageProps) {
  const help = use(PageHelp)
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-8 print:max-w-none print:p-0">
      <title>{title}</title>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <Link to={back.to} className="flex min-h-11 items-center gap-2 font-semibold">
          <ArrowLeft aria-hidden="true" className="size-5" />
          {back.label}
        </Link>
        <div className="flex flex-wrap gap-2">
          {help && (
            <Button variant="ghost" onClick={help.open}>
              Help
            </Button>
          )}
          {actions}
        </div>
      </div>
      {children}
    </main>
  )
}

interface PrintButtonProps {
  disabled?: boolean
  children?: ReactNode
}

export function PrintButton({ disabled, children = 'Print' }: PrintButtonProps) {
  return (
    <Button disabled={disabled} onClick={() => window.print()}>
      <Printer aria-hidden="true" />
      {children}
    </Button>
  )
}

interface PaperProps {
  label?: string
  name?: string | undefined
  /** Beneath the name */
  address: readonly string[]
  className?: string
  children: ReactNode
}

/** A printed page with our logo and address at the top. */
export function Paper({
  label,
  name = organisation.fullName,
  address,
  className,
  children,
}: PaperProps) {
  return (
    <article
      aria-label={label}
      className={cn(
        'rounded-card border border-line bg-paper-raised p-5 sm:p-10 print:rounded-none print:border-0 print:p-0',
        className,
      )}
    >
      <header className="flex flex-wrap items-start justify-between gap-6">
        <Logo size="sm" />
        <address className="not-italic">
          <strong>{name}</strong>
          {address.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </address>
      </header>
      {children}
    </article>
  )
}

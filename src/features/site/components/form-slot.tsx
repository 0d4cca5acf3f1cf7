import { Suspense, type ReactNode } from 'react'
import { LoadBoundary } from '@/shared/ui/load-boundary'
import { Spinner } from '@/shared/ui/spinner'

interface FormSlotProps {
  /** A form of another feature */
  form: ReactNode
  /** How to reach us where there is no form, or where it cannot work */
  instead: ReactNode
}

export function FormSlot({ form, instead }: FormSlotProps) {
  if (!form) return instead
  return (
    <>
      <noscript>{instead}</noscript>
      <LoadBoundary fallback={instead}>
        <Suspense fallback={<Spinner label="Loading the form..." className="my-12" />}>
          {form}
        </Suspense>
      </LoadBoundary>
    </>
  )
}

import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useToaster } from '@/shared/ui/use-toaster'
import { queryClient } from './query-client'

/** Providers for reading and writing data. Loaded with the first screen that does either. */
export function DataProviders({ children }: { children: ReactNode }) {
  useToaster()
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}

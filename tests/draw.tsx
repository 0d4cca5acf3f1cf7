import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, type RenderResult } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { AuthContext, type Auth } from '@/shared/auth/auth-context'
import { authOf } from './auth-of'

interface DrawOptions {
  auth?: Auth
  address?: string
  client?: QueryClient
}

/** Renders an element that needs an account, queries and an address; as an admin by default. */
export function draw(
  drawn: ReactNode,
  {
    auth = authOf('admin'),
    address = '/',
    client = new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  }: DrawOptions = {},
): RenderResult {
  return render(
    <QueryClientProvider client={client}>
      <AuthContext value={auth}>
        <MemoryRouter initialEntries={[address]}>{drawn}</MemoryRouter>
      </AuthContext>
    </QueryClientProvider>,
  )
}

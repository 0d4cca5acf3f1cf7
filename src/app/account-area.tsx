import { Outlet } from 'react-router-dom'
import { AuthProvider } from '@/shared/auth/auth-provider'
import { DataProviders } from './data-providers'

/** Everything beneath it knows who is signed in. */
export function AccountArea() {
  return (
    <DataProviders>
      <AuthProvider>
        <Outlet />
      </AuthProvider>
    </DataProviders>
  )
}

import './dom'
import '@testing-library/jest-dom/vitest'
import '../cheap-diagnostics'
import { configure } from '@testing-library/react'
import { beforeAll, vi } from 'vitest'
import type { SessionListener } from '@/shared/supabase/shared-session'
import { limits } from '../limits'

/*
 * Before every file of screens. They share modules and document (`isolate: false`), because loading the
 * app and compiling Postgres takes as long as what most of them do.
 */

configure({ asyncUtilTimeout: limits.expectation })

vi.mock('@/shared/supabase/client', async (original) => {
  const { signedIn } = await import('./signed-in')
  return {
    ...(await original<object>()),
    get supabase() {
      return signedIn.client
    },
    tokenOfPage: async () =>
      (await signedIn.client!.auth.getSession()).data.session?.access_token ?? '',
    onSessionChange: (listener: SessionListener) => {
      const { data } = signedIn.client!.auth.onAuthStateChange(listener)
      return () => data.subscription.unsubscribe()
    },
  }
})

// As on an idle screen: a click opens things at once.
beforeAll(async () => {
  const { loadParts } = await import('@/shared/account-ui/lazy-part')
  await loadParts()
})

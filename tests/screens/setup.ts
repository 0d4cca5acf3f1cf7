import './dom'
import '@testing-library/jest-dom/vitest'
import '../cheap-diagnostics'
import { configure } from '@testing-library/react'
import { beforeAll, vi } from 'vitest'
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
  }
})

vi.mock('@/shared/supabase/realtime', async () => {
  const { signedIn } = await import('./signed-in')
  return {
    get realtime() {
      return signedIn.client?.realtime
    },
  }
})

vi.mock('@/shared/supabase/storage', async () => {
  const { signedIn } = await import('./signed-in')
  return {
    get storage() {
      return signedIn.client?.storage
    },
  }
})

vi.mock('@/shared/supabase/functions', async () => {
  const { signedIn } = await import('./signed-in')
  return {
    get functions() {
      return signedIn.client?.functions
    },
  }
})

// As on an idle screen: a click opens things at once.
beforeAll(async () => {
  const { loadParts } = await import('@/shared/account-ui/lazy-part')
  await loadParts()
})

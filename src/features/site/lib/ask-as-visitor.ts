import type { askAsVisitor as ask } from '@/shared/supabase/public-client'

/** `askAsVisitor` of the public client, which is downloaded with the first request. */
export const askAsVisitor: typeof ask = async (request) =>
  (await import('@/shared/supabase/public-client')).askAsVisitor(request)

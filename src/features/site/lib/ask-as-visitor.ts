type PublicClient = typeof import('@/shared/supabase/public-client')

/** `askAsVisitor` of the public client, which is downloaded once there is something to ask. */
export const askAsVisitor: PublicClient['askAsVisitor'] = async (ask) =>
  (await import('@/shared/supabase/public-client')).askAsVisitor(ask)

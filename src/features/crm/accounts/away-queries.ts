import { mutationOptions } from '@tanstack/react-query'
import { coversKey } from '@/shared/auth/covers'
import { ask } from '@/shared/supabase/ask'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import type { Database } from '@/shared/supabase/database.types'
import { notify } from '@/shared/ui/notify'

/** Notes an absence under an id that the browser chose: a retry stores nothing twice. */
export const setCover = mutationOptions({
  mutationFn: (wanted: Database['public']['Functions']['set_cover']['Args']) =>
    ask(supabase.rpc('set_cover', wanted)),
  onSuccess: () => notify({ title: 'The absence is noted', tone: 'success' }),
  meta: { invalidates: [coversKey] },
})

export const endCover = mutationOptions({
  mutationFn: (cover: string) => ask(supabase.rpc('end_cover', { cover })),
  onSuccess: () => notify({ title: 'The absence has ended', tone: 'success' }),
  meta: { failure: failureAsSaid, invalidates: [coversKey] },
})

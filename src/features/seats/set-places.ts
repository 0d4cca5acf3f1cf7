import { mutationOptions } from '@tanstack/react-query'
import { resourceKey } from '@/shared/resource/list/resource-queries'
import { supabase } from '@/shared/supabase/client'

export const setPlaces = mutationOptions({
  mutationFn: async ({ program, places }: { program: string; places: number | null }) => {
    await supabase
      // The generated type does not know that null takes the limit away.
      .rpc('set_places', { of_program: program, number: places as number })
      .throwOnError()
  },
  meta: {
    success: { title: 'Places Updated' },
    failure: { title: 'Error', description: 'Failed to update places' },
    invalidates: [resourceKey('submissions'), resourceKey('change_log')],
  },
})

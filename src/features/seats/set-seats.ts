import { mutationOptions } from '@tanstack/react-query'
import { resourceKey } from '@/shared/resource/list/resource-queries'
import { supabase } from '@/shared/supabase/client'

export const setSeats = mutationOptions({
  mutationFn: async ({ program, seats }: { program: string; seats: number | null }) => {
    await supabase
      // The generated type does not know that null takes the limit away.
      .rpc('set_seats', { of_program: program, number: seats as number })
      .throwOnError()
  },
  meta: {
    success: { title: 'Seats Updated' },
    failure: { title: 'Error', description: 'Failed to update seats' },
    invalidates: [resourceKey('submissions'), resourceKey('change_log')],
  },
})

export const setLastDay = mutationOptions({
  mutationFn: async ({ program, day }: { program: string; day: string | null }) => {
    await supabase
      // The generated type does not know that null takes the day away.
      .rpc('set_last_day', { of_program: program, day: day as string })
      .throwOnError()
  },
  meta: {
    success: { title: 'Last Day Updated' },
    failure: { title: 'Error', description: 'Failed to update the last day' },
    invalidates: [resourceKey('submissions'), resourceKey('change_log')],
  },
})

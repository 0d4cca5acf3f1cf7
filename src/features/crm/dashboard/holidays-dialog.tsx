import { mutationOptions, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { resourceKey } from '@/engine/core/resource-queries'
import { Failure } from '@/shared/account-ui/failure'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { formatDay } from '@/shared/lib/format-date'
import { officeDay } from '@/shared/lib/office-day'
import { ask } from '@/shared/supabase/ask'
import { supabase } from '@/shared/supabase/client'
import { Button } from '@/shared/ui/button'
import { ChoiceSelect } from '@/shared/ui/choice-select'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import { Field } from '@/shared/ui/field'
import type { Holiday } from './public-holidays'

/** Days that are there already keep their names. */
const addHolidays = mutationOptions({
  mutationFn: (holidays: readonly Holiday[]) =>
    ask(
      supabase
        .from('holidays')
        .upsert([...holidays], { onConflict: 'day', ignoreDuplicates: true }),
    ),
  meta: {
    success: { title: 'Holidays added', description: 'Later due dates have moved.' },
    invalidates: [
      resourceKey('holidays'),
      resourceKey('submissions'),
      resourceKey('change_log'),
      ['dashboard'],
    ],
  },
})

/** The days of all countries are large: their code downloads once this dialog is open. */
const calendarQuery = queryOptions({
  queryKey: ['public holidays'],
  queryFn: () => import('./public-holidays'),
  staleTime: Infinity,
})

/** Adds a country's public holidays of this year and the next. */
export function HolidaysDialog({ onClose }: { onClose: () => void }) {
  const [country, setCountry] = useState('')
  const adding = useMutation(addHolidays)
  const [year] = useState(() => Number(officeDay(new Date()).slice(0, 4)))
  const calendar = useQuery(calendarQuery)
  const holidays = country ? (calendar.data?.publicHolidays(country, [year, year + 1]) ?? []) : []
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title="Add holidays"
        description={`The public holidays of ${year} and ${year + 1}. No answer is due on them.`}
      >
        {calendar.isLoadingError && (
          <LoadFailure title="The countries could not be loaded." query={calendar} />
        )}
        <Field
          label="Country"
          description="Regional holidays are not among them. You can add and remove days under Form Submissions, Holidays."
          as={ChoiceSelect}
          choices={calendar.data?.countries ?? []}
          none={calendar.isPending ? 'Loading the countries...' : 'Choose one'}
          value={country}
          onChange={({ target }) => setCountry(target.value)}
        />
        {country !== '' && (
          <ul aria-label="Days" className="grid gap-x-4 text-sm sm:grid-cols-2">
            {holidays.map(({ day, name }) => (
              <li key={day}>
                {formatDay(day)}: {name}
              </li>
            ))}
          </ul>
        )}
        {country !== '' && holidays.length === 0 && (
          <p className="text-ink-soft">No public holidays are known. Add the days by hand.</p>
        )}
        <Failure of={adding} title="No holiday was added." />
        <DialogFooter>
          <DialogClose variant="outline">Cancel</DialogClose>
          <Button
            loading={adding.isPending}
            disabled={holidays.length === 0}
            onClick={() => adding.mutate(holidays, { onSuccess: onClose })}
          >
            {holidays.length > 0 ? `Add ${holidays.length} days` : 'Add days'}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

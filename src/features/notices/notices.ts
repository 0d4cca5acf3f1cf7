import { queryOptions } from '@tanstack/react-query'
import { saveSetting } from '@/shared/resource/write/save-setting'
import { supabase } from '@/shared/supabase/client'
import { Constants, type Enums } from '@/shared/supabase/database.types'
import { ask } from '@/shared/supabase/ask'
import { kindNames, kinds, type SubmissionKind } from '@/shared/submissions/kinds'

export type Choice = Enums<'notice_choice'>
type Choices = Record<SubmissionKind, Choice>

export const choiceLabels: Readonly<Record<Choice, string>> = {
  at_once: 'At once',
  daily: 'Daily digest at 8:00',
  none: 'None',
}

export const noticeChoices = Constants.public.Enums.notice_choice

const queryKey = ['notice-choices']

/** The user's email choice for each kind of submission. */
export const choicesQuery = queryOptions({
  queryKey,
  queryFn: async ({ signal }) => {
    const data = await ask(supabase.from('notification_choices').select('kind,choice'), signal)
    return {
      // The database's default for users without a choice.
      ...Object.fromEntries(kindNames.map((kind) => [kind, 'daily'])),
      ...Object.fromEntries(data.map(({ kind, choice }) => [kind, choice])),
    } as Choices
  },
})

const entriesOf = (change: Partial<Choices>) => Object.entries(change) as [SubmissionKind, Choice][]

export const chooseNotices = saveSetting<Choices>({
  queryKey,
  store: async (change) => {
    for (const [of_kind, chosen] of entriesOf(change)) {
      await supabase.rpc('choose_notices', { of_kind, chosen }).throwOnError()
    }
  },
  said: (change) =>
    entriesOf(change)
      .map(([kind, choice]) => `Emails about ${kinds[kind].many}: ${choiceLabels[choice]}`)
      .join(),
})

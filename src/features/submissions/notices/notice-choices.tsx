import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useAuth } from '@/shared/auth/auth-context'
import { optionLabel } from '@/shared/lib/option-label'
import { Loading } from '@/shared/account-ui/loading'
import { Field } from '@/shared/ui/field'
import { NativeSelect } from '@/shared/ui/native-select'
import { SettingsPart } from '@/shared/account-ui/settings-part'
import { Options } from '@/shared/account-ui/options'
import { saveSetting } from '@/engine/write/save-setting'
import { kindNames, kinds, type SubmissionKind } from '@/shared/submissions/kinds'
import { ask } from '@/shared/supabase/ask'
import { supabase } from '@/shared/supabase/client'
import { Constants, type Enums } from '@/shared/supabase/database.types'

type Choice = Enums<'notice_choice'>
type Choices = Record<SubmissionKind, Choice>

const choiceLabels: Readonly<Record<Choice, string>> = {
  at_once: 'At once',
  daily: 'Daily digest at 8:00',
  none: 'None',
}

const noticeChoices = Constants.public.Enums.notice_choice

const queryKey = ['notice-choices']

/** The user's email choice for each kind of submission. */
const choicesQuery = queryOptions({
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

const chooseNotices = saveSetting<Choices>({
  queryKey,
  store: async (change) => {
    for (const [of_kind, chosen] of entriesOf(change)) {
      await ask(supabase.rpc('choose_notices', { of_kind, chosen }))
    }
  },
  said: (change) =>
    entriesOf(change)
      .map(([kind, choice]) => `Emails about ${kinds[kind].many}: ${choiceLabels[choice]}`)
      .join(),
})

/** The email choices of a reviewer; empty for other users. */
export function NoticeChoices() {
  const { can } = useAuth()
  if (!can('can_review_submissions')) return null
  return (
    <SettingsPart title="Emails about new submissions">
      <p className="text-ink-soft">
        The digest comes on business days at 8:00 AM. It lists overdue submissions and those due
        today, yours and the unassigned ones, and counts the new ones. If you choose “At once”, it
        still reminds you of due ones. When a colleague assigns you a submission, you get an email
        at once.
      </p>
      <Choices />
    </SettingsPart>
  )
}

function Choices() {
  const query = useQuery(choicesQuery)
  const { mutate } = useMutation(chooseNotices)
  if (!query.data)
    return (
      <Loading query={query} what="Your choices" className="my-6" label="Loading your choices..." />
    )
  const chosen = query.data
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {kindNames.map((kind) => (
        <Field
          key={kind}
          label={optionLabel(kinds[kind].many)}
          as={NativeSelect}
          savesAtOnce
          value={chosen[kind]}
          onChange={({ target }) => mutate({ [kind]: target.value as Choice })}
        >
          <Options values={noticeChoices} labelOf={(choice) => choiceLabels[choice]} />
        </Field>
      ))}
    </div>
  )
}

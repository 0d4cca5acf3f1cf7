import { useAuth } from '@/shared/auth/auth-context'

/** The merge fields that the user can put into a campaign. */
export function MergeFields() {
  const { can } = useAuth()
  return (
    <>
      {'{{name}}'} becomes each recipient’s own name, in the subject too.{' '}
      {can('can_manage_donations') && (
        <>
          {'{{last_gift}}, {{last_gift_day}} and {{last_gift_fund}}'} become the amount, day and
          fund of their last gift of money, {'{{year_total}}'} the sum of their gifts this year.
          With one of these, it goes only to people who have the value.{' '}
        </>
      )}
      An empty line starts a new paragraph.
    </>
  )
}

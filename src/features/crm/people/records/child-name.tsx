import { use } from 'react'
import { fullName } from '@/shared/lib/full-name'
import { AsText } from '@/shared/account-ui/as-text'

interface Child {
  first_name: string | null
  last_name: string | null
  email: string | null
}

/** A mentee's name, with the mentee's email address below it if there is room. */
export function ChildName({ email, ...names }: Child) {
  const isPhone = use(AsText)
  return (
    <>
      {fullName(names)}
      {email && !isPhone && (
        <span className="block truncate text-xs font-normal text-ink-soft">{email}</span>
      )}
    </>
  )
}

import { CallLinks } from './call-links'
import { PersonLink } from './person-link'

interface ContactProps {
  email?: string | null
  phone?: string | null
  telephones?: readonly string[] | null
}

/** Links to the person and to a call; nothing where neither is known. */
export function contact({ email, phone, telephones = null }: ContactProps) {
  if (!email && !phone) return null
  return (
    <span title={[email, phone].filter(Boolean).join(', ')}>
      {email && <PersonLink address={email} />}
      {email && phone && <span aria-hidden="true"> · </span>}
      {phone && (
        <span className="whitespace-nowrap">
          <CallLinks phone={phone} telephones={telephones} />
        </span>
      )}
    </span>
  )
}

import { use } from 'react'
import { AsText } from './as-text'
import { CallLinks } from './call-links'
import { PersonLink } from './person-link'

interface ContactProps {
  email?: string | null
  phone?: string | null
  telephones?: readonly string[] | null
}

/** Links to the person and to a call; nothing where neither is known. */
export const contact = (row: ContactProps) => (row.email || row.phone ? <Contact {...row} /> : null)

/** In a table the phone number takes a second line where there is no room beside the address. */
function Contact({ email, phone, telephones = null }: ContactProps) {
  const isOneLine = use(AsText)
  return (
    <span
      title={[email, phone].filter(Boolean).join(', ')}
      className={isOneLine ? '' : 'flex flex-wrap gap-x-3 leading-6'}
    >
      {email && (
        <span className="max-w-full truncate">
          <PersonLink address={email} />
        </span>
      )}
      {isOneLine && email && phone && <span aria-hidden="true"> · </span>}
      {phone && (
        <span className="whitespace-nowrap">
          <CallLinks phone={phone} telephones={telephones} />
        </span>
      )}
    </span>
  )
}

import { use } from 'react'
import { telLink } from '@/shared/lib/contact-links'
import { AsText } from './as-text'
import { PersonLink } from './person-link'

interface ContactProps {
  email?: string | null
  phone?: string | null
}

/** Leads to the person and to a call; nothing where neither is known. */
export function contact({ email, phone }: ContactProps) {
  if (!email && !phone) return null
  return (
    <span title={[email, phone].filter(Boolean).join(', ')}>
      {email && <PersonLink address={email} />}
      {email && phone && <span aria-hidden="true"> · </span>}
      {phone && (
        <span className="whitespace-nowrap">
          <CallLink phone={phone} />
        </span>
      )}
    </span>
  )
}

function CallLink({ phone }: { phone: string }) {
  if (use(AsText)) return phone
  return (
    <a href={telLink(phone)} className="text-(--surface-link) hover:underline">
      {phone}
    </a>
  )
}

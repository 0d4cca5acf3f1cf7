import { mailLink, telLink } from '@/shared/lib/contact-links'

interface ContactProps {
  email?: string | null
  phone?: string | null
}

/** Links to write and to call; nothing where neither is known. */
export function contact({ email, phone }: ContactProps) {
  if (!email && !phone) return null
  return (
    <span className="grid gap-0.5">
      {email && <a href={mailLink(email)}>{email}</a>}
      {phone && (
        <span className="whitespace-nowrap">
          <a href={telLink(phone)}>{phone}</a>
        </span>
      )}
    </span>
  )
}

import { mailLink, telLink } from '@/shared/lib/contact-links'

interface ContactProps {
  email?: string | null
  phone?: string | null
}

/** Links to write and to call; nothing where neither is known. */
export function contact({ email, phone }: ContactProps) {
  if (!email && !phone) return null
  return (
    <span title={[email, phone].filter(Boolean).join(', ')}>
      {email && (
        <a href={mailLink(email)} className={link}>
          {email}
        </a>
      )}
      {email && phone && <span aria-hidden="true"> · </span>}
      {phone && (
        <span className="whitespace-nowrap">
          <a href={telLink(phone)} className={link}>
            {phone}
          </a>
        </span>
      )}
    </span>
  )
}

const link = 'text-(--surface-link) hover:underline'

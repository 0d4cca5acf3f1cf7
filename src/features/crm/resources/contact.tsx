interface ContactProps {
  email?: string | null
  phone?: string | null
}

/** Links to write and to call; nothing where neither is known. */
export function contact({ email, phone }: ContactProps) {
  if (!email && !phone) return null
  return (
    <span className="grid gap-x-4 gap-y-0.5 break-words">
      {email && <a href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`}>{email}</a>}
      {phone && (
        <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className="ui-phone">
          {phone}
        </a>
      )}
    </span>
  )
}

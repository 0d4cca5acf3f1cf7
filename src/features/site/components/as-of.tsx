const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** @param day ISO 8601, `2026-09-30` */
export function AsOf({ day }: { day: string }) {
  return (
    <>
      As of{' '}
      <time dateTime={day} className="xs:whitespace-nowrap">
        {inWords.format(new Date(day))}
      </time>
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { formatDateTime } from '@/shared/lib/format-date'
import { programLabel } from '@/shared/submissions/program-label'
import {
  standingsQuery,
  waitingQuery,
  type Registration,
} from '@/features/submissions/common/submission-queries'

/** The position of a registration among all registrations for its program. */
export function RegistrationStanding({ registration }: { registration: Registration }) {
  const { id, program, status, offered_until: until } = registration
  const { data: standings } = useQuery(standingsQuery)
  const { data: waiting } = useQuery({ ...waitingQuery(program), enabled: status === 'waitlisted' })
  const standing = standings?.find((one) => one.program === program)
  if (!standing) return null
  const { seats, confirmed, offered } = standing
  const inLine = waiting?.filter((one) => one.status === 'waitlisted') ?? []
  const position = inLine.findIndex((one) => one.id === id) + 1
  return (
    <p className="rounded-control bg-paper-sunken px-3 py-2">
      {position > 0 && (
        <>
          <strong>
            Position {position} of {inLine.length}
          </strong>{' '}
          on the waitlist.{' '}
        </>
      )}
      {until && status === 'offered' && (
        <>
          A seat is <strong>offered until {formatDateTime(until)}</strong>.{' '}
        </>
      )}
      {seats === null
        ? `${confirmed} confirmed; no number of seats is set.`
        : `${confirmed} of ${seats} seats confirmed${offered > 0 ? `, ${offered} offered` : ''}.`}{' '}
      <Link to={`?tab=seats#${program}`}>Seats of {programLabel(program)}</Link>
    </p>
  )
}

import { isolated } from '@/shared/lib/isolated'
import type { DueClearance } from './clearance-queries'
import { StandingMark } from './standing-mark'

interface DueListProps {
  due: readonly DueClearance[]
  label: string
  showsProgram?: boolean
  /** Opens the clearances of one of them. */
  onOpen?: (one: DueClearance) => void
}

/** Who lacks a requirement, and whose evidence ends soon. */
export function DueList({ due, label, showsProgram = false, onOpen }: DueListProps) {
  const total = due[0]?.total ?? 0
  return (
    <>
      <ul aria-label={label} className="mt-2">
        {due.map((one) => (
          <li
            key={`${one.program_id}${one.record_id}${one.name}${one.version}`}
            className="border-b border-line py-1.5"
          >
            {onOpen ? (
              <button
                type="button"
                className="min-h-8 text-start font-semibold text-forest-700 underline wrap-anywhere"
                onClick={() => onOpen(one)}
              >
                {isolated(one.person_name)}
              </button>
            ) : (
              <span className="font-semibold wrap-anywhere">{isolated(one.person_name)}</span>
            )}
            {showsProgram && (
              <span className="text-ink-soft"> in {isolated(one.program_name)}</span>
            )}
            <StandingMark standing={one} className="text-sm" />
          </li>
        ))}
      </ul>
      {total > due.length && (
        <p className="mt-2 text-sm text-ink-soft">
          The first {due.length} of {total.toLocaleString('en-US')}.
        </p>
      )}
    </>
  )
}

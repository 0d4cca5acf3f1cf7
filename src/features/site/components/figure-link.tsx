import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import type { FigureId } from '../content/figures'

/** The id of a figure’s row on the page About us. */
export const figureRow = (id: FigureId) => `figure-${id}`

/** A figure that links to what it counts. */
export function FigureLink({ id, children }: { id: FigureId; children: ReactNode }) {
  return (
    <Link
      to={`${paths.about}#${figureRow(id)}`}
      title="What this counts"
      className="decoration-2 underline-offset-[0.15em] hover:underline"
    >
      {children}
    </Link>
  )
}

import { useId, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { cn } from '@/shared/lib/cn'
import {
  homePanels,
  MOST_LINES,
  type HomeFigure,
  type HomeLine,
  type HomePanel,
  type HomePanelName,
} from './home-panels'

export const homeLink = 'text-(--surface-link) underline underline-offset-2'

const worded = (words: HomeLine['text'], figure: HomeFigure) =>
  typeof words === 'string' ? words : words(figure)

interface HomePanelPartProps {
  name: HomePanelName
  figures: readonly HomeFigure[]
  /** Beneath the lines */
  children?: ReactNode
}

/** A panel of the staff's home: a number with its link on each line; nothing without lines. */
export function HomePanelPart({ name, figures, children }: HomePanelPartProps) {
  const { title, lines }: HomePanel = homePanels[name]
  const shown = Object.entries(lines)
    .flatMap(([line, how]) =>
      figures
        .filter((figure) => figure.panel === name && figure.line === line)
        .map((figure) => ({ ...how, figure })),
    )
    .slice(0, MOST_LINES)
  if (shown.length === 0 && !children) return null
  return (
    // Hidden, so that an editor that is open in it stays.
    <HomeCard title={title} hidden={shown.length === 0} isWide={Boolean(children)}>
      <ul>
        {shown.map(({ figure, text, one = text, to, urgency }) => (
          <li key={`${figure.line} ${figure.target ?? ''}`}>
            <Link
              to={worded(to, figure)}
              className="flex items-baseline gap-2 py-1 pointer-coarse:min-h-11 pointer-coarse:py-2"
            >
              <span
                className={cn(
                  'min-w-6 text-end font-semibold tabular-nums',
                  urgency === 'late' && 'text-danger',
                  urgency === 'today' && 'text-warning-ink',
                )}
              >
                {figure.items.toLocaleString('en-US')}
              </span>{' '}
              <span className={cn(homeLink, 'min-w-0 break-words')}>
                {worded(figure.items === 1 ? one : text, figure)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {children}
    </HomeCard>
  )
}

interface HomeCardProps {
  title: string
  hidden?: boolean
  /** Takes the room of two, where there is any */
  isWide?: boolean
  children: ReactNode
}

/** The frame of a panel. */
export function HomeCard({ title, hidden, isWide, children }: HomeCardProps) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      hidden={hidden}
      className={cn(
        'min-w-0 rounded-card border border-line bg-paper-raised px-4 py-2',
        isWide && 'xl:col-span-2',
      )}
    >
      <h2 id={titleId} className="text-sm font-normal text-ink-soft">
        {title}
      </h2>
      {children}
    </section>
  )
}

import { organisation } from '@/shared/data/organisation'
import { stepOf, type LogoPhase } from './storyboard'
import './logo-animation.css'

/**
 * The logo, drawn up to the phase. Its paths are those of `LogoMark`, in parts. Remount it for each
 * run, so that the first part moves again.
 */
export function LogoAnimation({ phase }: { phase: LogoPhase }) {
  const step = stepOf(phase)
  const drawn = (part: number) => step >= part || undefined

  return (
    <div role="img" aria-label={`The logo of ${organisation.fullName}`}>
      <div
        aria-hidden="true"
        data-phase={phase}
        className="logo-animation flex flex-col items-center gap-4 p-6 text-center text-forest-800 sm:flex-row sm:gap-6 sm:text-start"
      >
        <svg viewBox="0 0 32 32" className="size-28 flex-none sm:size-36">
          <path
            className="logo-part logo-ground"
            data-drawn={drawn(0)}
            pathLength={1}
            fill="none"
            stroke="currentColor"
            strokeLinecap="round"
            strokeWidth="1.6"
            d="M4.2 27.6c2.9 1.9 7.2 2.6 11.8 2.6s8.9-.7 11.8-2.6"
          />
          <path
            className="logo-part logo-leaf-left"
            data-drawn={drawn(1)}
            fill="currentColor"
            d="M15.3 27.6C14.7 21 9.9 16.5 1.5 15.9c-.2 7.3 4.9 11.7 13.8 11.7Z"
          />
          <path
            className="logo-part logo-leaf-right"
            data-drawn={drawn(1)}
            fill="currentColor"
            d="M16.7 27.6C17.3 21 22.1 16.5 30.5 15.9c.2 7.3-4.9 11.7-13.8 11.7Z"
          />
          <path
            className="logo-part logo-flame fill-marigold-400 stroke-marigold-600"
            data-drawn={drawn(2)}
            strokeWidth=".75"
            d="M16.6 1.2c.4 3.9 5.6 6.1 5.6 11.7a6.2 6.2 0 0 1-12.4 0c0-2.8 1.3-4.7 2.9-6.4.2 1.6.9 2.6 1.9 3-.5-3.2.3-6.1 2-8.3Z"
          />
        </svg>
        <div>
          <p className="logo-part logo-name font-display text-title" data-drawn={drawn(3)}>
            {organisation.name}
          </p>
          <p className="logo-part logo-tagline mt-1 text-lg font-semibold" data-drawn={drawn(4)}>
            {organisation.kind}
          </p>
        </div>
      </div>
    </div>
  )
}

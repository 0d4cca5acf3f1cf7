import { cn } from '@/shared/lib/cn'
import type { FigureId } from '../content/figures'
import { FigureLink } from './figure-link'

interface FiguresProps {
  figures: readonly { id: FigureId; value: string; label: string }[]
  className?: string
}

/** Figures side by side, large above their labels. */
export function Figures({ figures, className }: FiguresProps) {
  return (
    <dl
      className={cn(
        'grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-x-6 gap-y-5 sm:gap-y-8',
        className,
      )}
    >
      {figures.map(({ id, value, label }) => (
        <div key={label} className="flex flex-col-reverse justify-end">
          <dt className="text-balance text-ink sm:text-lg">{label}</dt>
          <dd className="font-display text-heading whitespace-nowrap">
            <FigureLink id={id}>{value}</FigureLink>
          </dd>
        </div>
      ))}
    </dl>
  )
}

import { cn } from '@/shared/lib/cn'

interface ImpactFiguresProps {
  figures: readonly { value: string; label: string }[]
  /** Their colors, which depend on the ground. */
  className?: string
}

/** Large figures side by side, in columns of one width as far as the screen allows. */
export function ImpactFigures({ figures, className }: ImpactFiguresProps) {
  return (
    <dl
      className={cn(
        'grid grid-cols-2 gap-x-5 gap-y-5 md:grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] sm:gap-x-6 sm:gap-y-8 lg:gap-x-10',
        className,
      )}
    >
      {figures.map(({ value, label }) => (
        <div key={label} className="flex flex-col-reverse justify-end">
          <dt className="sm:text-lg">{label}</dt>
          <dd className="font-display text-heading whitespace-nowrap">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

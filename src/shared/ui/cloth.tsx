import { cn } from '@/shared/lib/cn'

interface ClothProps {
  /** The id of one of the seven programs */
  program: string
  className?: string
}

/** A strip of a program's cloth: decoration, not printed. */
export function Cloth({ program, className }: ClothProps) {
  return <div aria-hidden data-cloth={program} className={cn('ui-cloth', className)} />
}

import { clothOf } from '@/shared/data/cloths'
import { cn } from '@/shared/lib/cn'

interface ClothProps {
  /** The program's id */
  program: string
  className?: string
}

/** A strip of a program's cloth. It only decorates; paper is spared it. */
export function Cloth({ program, className }: ClothProps) {
  return (
    <div
      aria-hidden="true"
      data-cloth={program}
      className={cn('shrink-0 bg-[length:auto_100%] base:h-4 print:hidden', className)}
      style={{ backgroundImage: `url(${clothOf(program)})` }}
    />
  )
}

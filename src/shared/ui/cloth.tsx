import { cn } from '@/shared/lib/cn'

interface ClothProps {
  /** The id of one of the seven programs */
  program: string
  className?: string
}

/** The style of what is covered with a program's cloth: a tile of 96 px, of the one file that has them all. */
export const clothStyle = (program: string) => ({
  backgroundImage: `url(/images/cloths.svg#${program})`,
})

/** A strip of a program's cloth: decoration, not printed. */
export function Cloth({ program, className }: ClothProps) {
  return <div aria-hidden className={cn('ui-cloth', className)} style={clothStyle(program)} />
}

import type { ReactNode } from 'react'
import { cn } from '@/shared/lib/cn'
import { Picture, type PictureData } from './picture'

interface PictureItemProps {
  picture: PictureData
  className?: string
  /** The words */
  children: ReactNode
}

/** An item of a list: a picture above its words, on a phone beside them. */
export function PictureItem({ picture, className, children }: PictureItemProps) {
  return (
    <li
      className={cn(
        'max-sm:grid max-sm:items-center max-sm:gap-x-5 xs:max-sm:grid-cols-[6rem_minmax(0,1fr)]',
        className,
      )}
    >
      <Picture
        picture={picture}
        className="aspect-square rounded-panel max-xs:w-24 sm:aspect-[4/3]"
      />
      <div className="sm:mt-5">{children}</div>
    </li>
  )
}

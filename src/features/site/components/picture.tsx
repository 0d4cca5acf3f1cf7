import { cn } from '@/shared/lib/cn'

export interface PictureData {
  /** A file under `public/`; a photo of the same proportions can replace it. */
  src: string
  width: number
  height: number
  alt: string
}

interface PictureProps {
  picture: PictureData
  /** For a picture in the first view; all others are lazy. */
  eager?: boolean
  className?: string
}

export function Picture({ picture, eager = false, className }: PictureProps) {
  return (
    <img
      {...picture}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      className={cn('h-auto w-full object-cover', className)}
    />
  )
}

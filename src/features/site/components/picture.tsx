import { cn } from '@/shared/lib/cn'

export interface PictureData {
  /** A file under `public/`; a photograph of the same proportions can take its place. */
  src: string
  width: number
  height: number
  alt: string
}

interface PictureProps {
  picture: PictureData
  /** For the picture of the first screen; all others are lazy. */
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

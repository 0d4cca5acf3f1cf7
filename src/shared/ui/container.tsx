import type { ComponentProps } from 'react'
import { cn } from '@/shared/lib/cn'

/** The look of a container for other elements; needs a width. */
export const containerClass = 'mx-auto w-full px-5 sm:px-8'

const widths = { narrow: 'max-w-narrow', page: 'max-w-page', wide: 'max-w-wide' } as const

interface ContainerProps extends ComponentProps<'div'> {
  /** `narrow` for reading and forms, `page` for public pages, `wide` for tables. */
  width?: keyof typeof widths | undefined
}

/** Centres content and keeps it off the edges of the screen. */
export function Container({ width = 'page', className, ...props }: ContainerProps) {
  return <div {...props} className={cn(containerClass, widths[width], className)} />
}

const grounds = {
  paper: '',
  raised: 'bg-paper-raised',
  sunken: 'bg-paper-sunken',
  forest: 'on-forest',
} as const

interface SectionProps extends ComponentProps<'section'> {
  /** `forest` turns text, links and buttons inside it light. */
  ground?: keyof typeof grounds | undefined
  width?: ContainerProps['width']
}

/** A full-width band of a public page with its content in a `Container`. */
export function Section({ ground = 'paper', width, className, children, ...props }: SectionProps) {
  return (
    <section {...props} className={cn('base:py-band', grounds[ground], className)}>
      <Container width={width}>{children}</Container>
    </section>
  )
}

import type { ReactNode } from 'react'
import { cn } from '@/shared/lib/cn'
import { Section } from '@/shared/ui/container'
import { Picture, type PictureData } from './picture'

interface IllustratedHeaderProps {
  title: string
  lead: string
  image: PictureData
  leadClass?: string
  /** Below the title, before the lead. */
  subtitle?: string
  /** Actions below the lead. */
  children?: ReactNode
}

/** A forest band whose picture stands in a doorway on its lower edge. */
export function IllustratedHeader({
  title,
  lead,
  image,
  leadClass = 'text-lg',
  subtitle,
  children,
}: IllustratedHeaderProps) {
  return (
    <Section ground="forest" className="overflow-hidden pb-0">
      <div className="grid items-end gap-8 sm:gap-12 md:grid-cols-[5fr_3fr] md:gap-8 lg:grid-cols-[8fr_5fr] lg:gap-10">
        <div className="self-center md:pb-band">
          <h1>{title}</h1>
          {subtitle && <p className="mt-3 text-lg font-semibold text-forest-200">{subtitle}</p>}
          <p className={cn('mt-6 max-w-[48ch]', leadClass)}>{lead}</p>
          {children && <div className="mt-7 flex flex-wrap gap-4 sm:mt-10">{children}</div>}
        </div>
        <Picture
          picture={image}
          eager
          className="mx-auto max-w-72 sm:max-w-[30rem] rounded-t-full bg-forest-700"
        />
      </div>
    </Section>
  )
}

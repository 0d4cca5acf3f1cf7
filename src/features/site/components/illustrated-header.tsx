import type { ReactNode } from 'react'
import { cn } from '@/shared/lib/cn'
import { Section } from '@/shared/ui/container'
import { Picture, type PictureData } from './picture'

interface IllustratedHeaderProps {
  title: string
  lead: string
  image: PictureData
  leadClass?: string
  imageClass?: string
  /** Below the title, before the lead. */
  subtitle?: string
  /** Actions below the lead. */
  children?: ReactNode
}

/** A forest band with a picture in a doorway on its lower edge. */
export function IllustratedHeader({
  title,
  lead,
  image,
  leadClass = 'text-lg',
  imageClass,
  subtitle,
  children,
}: IllustratedHeaderProps) {
  return (
    <Section ground="forest" className="overflow-hidden pb-0 max-sm:pt-6 lg:max-2xl:pt-20">
      <div className="grid items-end gap-x-8 gap-y-6 md:grid-cols-[5fr_4fr] lg:grid-cols-[7fr_4fr] lg:grid-rows-[auto_1fr]">
        <div className="md:col-span-2 lg:col-span-1 lg:-me-12">
          <h1>{title}</h1>
          {subtitle && <p className="mt-3 text-lg font-semibold text-forest-200">{subtitle}</p>}
        </div>
        <div className="self-start md:pb-band">
          <p className={cn('max-w-[48ch] text-balance', leadClass)}>{lead}</p>
          {children && <div className="mt-3 flex flex-wrap gap-3 sm:mt-8">{children}</div>}
        </div>
        <Picture
          picture={image}
          eager
          className={cn(
            'mx-auto max-w-72 rounded-t-full bg-forest-700 sm:max-w-[32rem] lg:col-start-2 lg:row-span-2 lg:row-start-1',
            imageClass,
          )}
        />
      </div>
    </Section>
  )
}

import type { ReactNode } from 'react'
import { Cloth } from '@/shared/ui/cloth'
import type { ProgramId } from '../content/program-titles'
import { Picture, type PictureData } from './picture'

interface ProgramRowProps {
  picture: PictureData
  /** The program whose cloth is the edge of the picture */
  cloth?: ProgramId
  title: ReactNode
  badge?: ReactNode
  text: string
  /** Below the text */
  children?: ReactNode
}

/** A program in a list with a line between its rows. */
export function ProgramRow({ picture, cloth, title, badge, text, children }: ProgramRowProps) {
  return (
    <li className="flex items-start gap-5 border-t max-xs:flex-wrap border-line-strong py-7 sm:gap-8">
      <div className="w-24 shrink-0 overflow-hidden rounded-card sm:w-40">
        <Picture picture={picture} />
        {cloth && <Cloth program={cloth} className="h-3" />}
      </div>
      <div>
        <h3>{title}</h3>
        {badge && <div className="mt-2">{badge}</div>}
        <p className="mt-2 max-w-measure text-ink-soft">{text}</p>
        {children}
      </div>
    </li>
  )
}

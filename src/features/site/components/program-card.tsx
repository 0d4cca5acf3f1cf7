import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { Badge } from '@/shared/ui/badge'
import { buttonClass } from '@/shared/ui/button'
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from '@/shared/ui/card'
import type { Program } from '../content/programs'
import { programPath } from '../lib/program-path'
import { Picture, type PictureData } from './picture'

/** A program on the overview; the featured one has a picture. */
export function ProgramCard({ program, picture }: { program: Program; picture?: PictureData }) {
  const { id, title } = program
  const body = (
    <>
      <CardHeader className="items-start">
        {!picture && (
          <img
            src={program.motif}
            width={160}
            height={160}
            alt=""
            loading="lazy"
            className="mb-2 size-24"
          />
        )}
        <Badge tone="green">{program.audience}</Badge>
        <CardTitle className={picture && 'text-heading'}>{title}</CardTitle>
      </CardHeader>
      <CardContent>
        <p className={picture ? 'text-lg text-ink-soft' : 'text-ink-soft'}>
          {program.shortDescription}
        </p>
        <p className="mt-3 text-sm font-semibold text-forest-700">{program.location}</p>
      </CardContent>
      <CardFooter className={picture ? 'pt-2 lg:mt-0' : 'pt-2'}>
        <Link to={programPath(id)} className={buttonClass({ variant: 'outline' })}>
          Learn More <span className="sr-only">about {title}</span>
        </Link>
        <Link
          to={paths.joinPrograms}
          className={buttonClass({ variant: picture ? 'primary' : 'ghost' })}
        >
          Join Program <span className="sr-only">for {title}</span>
        </Link>
      </CardFooter>
    </>
  )
  if (!picture) return <Card as="li">{body}</Card>
  return (
    <Card as="li" className="overflow-hidden lg:grid lg:grid-cols-[6fr_5fr] lg:gap-0">
      <Picture picture={picture} eager className="lg:h-full" />
      <div className="flex flex-col gap-4 lg:justify-center lg:p-6">{body}</div>
    </Card>
  )
}

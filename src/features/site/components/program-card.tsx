import { Link } from 'react-router-dom'
import { Badge } from '@/shared/ui/badge'
import { buttonClass } from '@/shared/ui/button'
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from '@/shared/ui/card'
import { Cloth } from '@/shared/ui/cloth'
import type { ProgramSummary } from '../content/program'
import { applicationPath, programPath } from '../lib/program-path'
import { Picture } from './picture'
import { ProgramTerms } from './program-terms'

/** A program on the overview; on a wide screen the featured one fills a row. */
export function ProgramCard({ program, featured }: { program: ProgramSummary; featured: boolean }) {
  const { id, title } = program
  const body = (
    <>
      <CardHeader className={featured ? 'items-start max-lg:pt-0!' : 'items-start'}>
        <Badge tone="green">{program.audience}</Badge>
        <CardTitle className={featured ? 'lg:text-heading' : ''}>{title}</CardTitle>
      </CardHeader>
      <CardContent>
        <p className={featured ? 'text-ink-soft lg:text-lg' : 'text-ink-soft'}>
          {program.shortDescription}
        </p>
        <ProgramTerms program={program} />
        <p className="mt-1 text-sm font-semibold text-forest-700">{program.location}</p>
      </CardContent>
      <CardFooter className={featured ? 'pt-2 lg:mt-0' : 'pt-2'}>
        <Link to={programPath(id)} className={buttonClass({ variant: 'outline' })}>
          Learn More <span className="sr-only">about {title}</span>
        </Link>
        <Link
          to={applicationPath(id)}
          className={buttonClass({ variant: featured ? 'primary' : 'ghost' })}
        >
          Join Program <span className="sr-only">for {title}</span>
        </Link>
      </CardFooter>
    </>
  )
  if (!featured) {
    return (
      <Card as="li" className="overflow-hidden">
        <Picture picture={program.image} className="aspect-3/2" />
        <Cloth program={id} className="-mt-4" />
        {body}
      </Card>
    )
  }
  return (
    <Card
      as="li"
      className="overflow-hidden lg:col-span-full lg:grid lg:grid-cols-[6fr_1.5rem_5fr] lg:gap-0"
    >
      <Picture picture={program.image} eager className="aspect-3/2 lg:h-full" />
      <Cloth program={id} className="max-lg:-mt-4 lg:h-auto lg:bg-[length:100%_auto]" />
      <div className="flex flex-1 flex-col gap-4 lg:justify-center lg:p-6">{body}</div>
    </Card>
  )
}

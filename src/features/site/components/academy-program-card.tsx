import { Link } from 'react-router-dom'
import { Badge } from '@/shared/ui/badge'
import { Button, buttonClass } from '@/shared/ui/button'
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from '@/shared/ui/card'
import { Cloth } from '@/shared/ui/cloth'
import type { AcademyProgram } from '../content/academy'
import { formatCount, isFull } from '../lib/program-figures'
import { programPath } from '../lib/program-path'
import { ExternalLink } from './external-link'
import { RegisterButton } from './register-button'
import type { OnRegister } from './use-registration'

interface AcademyProgramCardProps {
  program: AcademyProgram
  onRegister: OnRegister
}

export function AcademyProgramCard({ program, onRegister }: AcademyProgramCardProps) {
  const full = isFull(program)
  return (
    <Card as="li" className="overflow-hidden">
      <Cloth program={program.programId ?? 'community-partnerships'} />
      <CardHeader>
        <p className="flex flex-wrap gap-2">
          <Badge tone="green">{program.audience}</Badge>
          <Badge>{program.format}</Badge>
          {program.isPilot && <Badge tone="marigold">Pilot Program</Badge>}
          {full && <Badge tone="clay">Full</Badge>}
        </p>
        <CardTitle className="mt-2">{program.title}</CardTitle>
        <p className="text-ink-soft">{program.description}</p>
      </CardHeader>
      <CardContent className="mt-2">
        <ul className="grid gap-x-4 gap-y-2 border-t border-line pt-4 sm:grid-cols-3 lg:grid-cols-1">
          <li>
            {program.date}, {program.price.toLowerCase()}. Next: {program.next}
          </li>
          <li>{program.location}</li>
          <li>
            <span>
              <span className="font-semibold">
                {formatCount(program.participants)}/{formatCount(program.maxParticipants)}
              </span>{' '}
              places taken
              {program.counted && (
                <span className="block text-sm text-ink-soft">{program.counted}</span>
              )}
            </span>
          </li>
        </ul>
      </CardContent>
      <CardFooter className="pt-2">
        <RegisterButton
          program={{
            id: program.id,
            title: program.title,
            isFull: full,
            facts: [program.price, program.location, program.date],
          }}
          onRegister={onRegister}
        >
          {full ? 'Join Waitlist' : 'Register'} <span className="sr-only">for {program.title}</span>
        </RegisterButton>
        <LearnMore program={program} />
      </CardFooter>
    </Card>
  )
}

/** An external page takes precedence. Without any page the button is disabled. */
function LearnMore({ program: { title, externalLink, programId } }: { program: AcademyProgram }) {
  const look = buttonClass({ variant: 'outline' })
  const label = (
    <>
      Learn More <span className="sr-only">about {title}</span>
    </>
  )
  if (externalLink) {
    return (
      <ExternalLink href={externalLink} className={look}>
        {label}
      </ExternalLink>
    )
  }
  if (programId) {
    return (
      <Link to={programPath(programId)} className={look}>
        {label}
      </Link>
    )
  }
  return (
    <>
      <Button variant="outline" disabled>
        {label}
      </Button>
      <span className="sr-only">{title} has no page yet. Please ask us about it.</span>
    </>
  )
}

import { env } from '@/shared/config/env'
import { organisation } from '@/shared/data/organisation'
import type { ProgramSummary } from '../content/program'
import { programPath } from './program-path'

/** A program in the terms of schema.org, for search engines. */
export function programCourse(program: ProgramSummary): Record<string, unknown> {
  return {
    '@type': 'Course',
    name: program.title,
    description: program.shortDescription,
    url: env.siteUrl + programPath(program.programId),
    provider: { '@type': 'NGO', name: organisation.fullName, url: env.siteUrl },
    audience: { '@type': 'Audience', audienceType: program.audience },
    offers: {
      '@type': 'Offer',
      category: 'Partially Free',
      price: program.cost.participantPays,
      priceCurrency: 'USD',
    },
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: program.format.includes('online') ? 'Blended' : 'Onsite',
      location: program.location,
      maximumAttendeeCapacity: program.maxParticipants,
    },
  }
}

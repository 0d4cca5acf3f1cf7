import { env } from '@/shared/config/env'
import { paths } from '@/shared/config/paths'
import { organisation } from '@/shared/data/organisation'
import { academy } from '../content/academy'
import { founderContent } from '../content/founder'
import type { ProgramSummary } from '../content/program'
import { programs } from '../content/programs'
import { leaders } from '../content/team'
import { programPath } from './program-path'

type Thing = Readonly<Record<string, unknown>>

const foundation = { '@type': 'NGO', name: organisation.fullName, url: env.siteUrl }

/** A public page's subject in schema.org terms, for search engines. */
export function structuredData(address: string): readonly Thing[] {
  switch (address) {
    case paths.home:
      return [
        {
          ...foundation,
          url: env.siteUrl + paths.home,
          description: organisation.description,
          logo: `${env.siteUrl}/favicon.svg`,
          foundingDate: String(organisation.founded),
          email: organisation.email,
          telephone: organisation.phone,
          address: { '@type': 'PostalAddress', addressRegion: 'Texas', addressCountry: 'US' },
          areaServed: ['Liberia', 'New York', 'Texas', 'North Carolina'],
        },
      ]
    case paths.founder:
      return [{ ...person(founderContent), worksFor: foundation }]
    case paths.leadership:
      return [{ ...foundation, employee: leaders.map(person) }]
    case paths.academy:
      return [
        {
          '@type': 'School',
          name: academy.title,
          description: academy.description,
          url: env.siteUrl + paths.academy,
          parentOrganization: foundation,
          address: {
            '@type': 'PostalAddress',
            addressLocality: 'Paynesville',
            addressCountry: 'LR',
          },
        },
      ]
    default:
      return programs.filter(({ id }) => isOn(address, id)).map(course)
  }
}

/** The programs' page lists them all. */
const isOn = (address: string, id: ProgramSummary['id']) =>
  address === paths.programs || address === programPath(id)

/**
 * The path to a page, for search engines.
 *
 * @param pages those above it and the page itself, from the outside in, without Home
 */
export function breadcrumbList(pages: readonly { name: string; path: string }[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: paths.home }, ...pages].map(
      ({ name, path }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        item: env.siteUrl + path,
      }),
    ),
  }
}

interface Person {
  name: string
  title: string
  image: { src: string }
}

function person({ name, title, image }: Person): Thing {
  return { '@type': 'Person', name, jobTitle: title, image: env.siteUrl + image.src }
}

function course(program: ProgramSummary): Thing {
  return {
    '@type': 'Course',
    name: program.title,
    description: program.shortDescription,
    url: env.siteUrl + programPath(program.id),
    provider: foundation,
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

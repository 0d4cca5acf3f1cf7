import { z } from 'zod'
import { aboutContent } from './about'
import { academy, academyPrograms, academyTeam } from './academy'
import { contactContent } from './contact'
import { donateContent } from './donate'
import { earlyChildhood } from './early-childhood'
import { founderContent } from './founder'
import { getInvolvedContent } from './get-involved'
import { homeContent } from './home'
import { joinProgramsContent } from './join-programs'
import { organisation } from '@/shared/data/organisation'
import { partnerContent } from './partner'
import * as programSchemas from './program-schema'
import { programs } from './programs'
import { programsPage } from './programs-page'
import * as siteSchemas from './site-schema'
import { leaders, teamPage } from './team'

export const contentModules: readonly [name: string, schema: z.ZodType, content: unknown][] = [
  ['organisation', siteSchemas.organisationSchema, organisation],
  ['home', siteSchemas.homeSchema, homeContent],
  ['about', siteSchemas.aboutSchema, aboutContent],
  ['founder', siteSchemas.founderSchema, founderContent],
  ['get-involved', siteSchemas.getInvolvedSchema, getInvolvedContent],
  ['join-programs', siteSchemas.joinProgramsSchema, joinProgramsContent],
  ['partner', siteSchemas.partnerSchema, partnerContent],
  ['donate', siteSchemas.donateSchema, donateContent],
  ['contact', siteSchemas.contactSchema, contactContent],
  ['programs-page', programSchemas.programsPageSchema, programsPage],
  ['programs', z.array(programSchemas.programSchema), programs],
  ['academy', programSchemas.academySchema, academy],
  ['academy: team', z.array(programSchemas.teamMemberSchema).length(4), academyTeam],
  ['academy: programs', z.array(programSchemas.academyProgramSchema), academyPrograms],
  ['early-childhood', programSchemas.earlyChildhoodSchema, earlyChildhood],
  ['team', programSchemas.teamPageSchema, teamPage],
  ['team: leaders', z.array(programSchemas.leaderSchema).length(6), leaders],
]

/**
 * Checks all words and figures of the public site; part of every build.
 *
 * @throws Error that names each module, each place in it and what is wrong there
 */
export function checkContent(modules = contentModules): void {
  const problems = modules.flatMap(([name, schema, content]) => {
    const { error } = schema.safeParse(content)
    return error ? [`${name}\n${z.prettifyError(error)}`] : []
  })
  if (problems.length > 0) {
    throw new Error(`The content of the site is not complete.\n\n${problems.join('\n\n')}`)
  }
}

import { z } from 'zod'

/*
 * What the content modules must look like. Pages take only the types from here, so that no visitor
 * downloads zod; the values are checked by `program-schema.test.ts`.
 */

const text = z.string().trim().min(1)
const texts = z.array(text).min(1)
const count = z.int().nonnegative()
const dollars = z.number().nonnegative()
// eslint-disable-next-line security/detect-unsafe-regex -- linear: a hyphen begins each repetition
const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
const image = z.string().regex(/^\/images\/[a-z0-9-]+\.(svg|avif|webp|jpg|png)$/)
const picture = z.object({
  src: image,
  width: z.int().positive(),
  height: z.int().positive(),
  alt: text,
})

const capacity = {
  /** Places that are taken */
  participants: count,
  maxParticipants: z.int().positive(),
  isPilot: z.boolean(),
  /** A page elsewhere that tells more; it takes precedence over the program's own page. */
  externalLink: z.url({ protocol: /^https$/ }).optional(),
}

/** A program with a page of its own. All money is in US dollars. */
export const programSchema = z.object({
  id: slug,
  title: text,
  /** One or two sentences for cards and search results */
  shortDescription: text.max(160),
  /** Paragraphs are divided by an empty line. */
  fullDescription: text,
  audience: text,
  format: text,
  date: text,
  location: text,
  ...capacity,
  programId: slug,
  motif: image,
  cost: z
    .object({
      total: dollars.positive(),
      perParticipant: dollars,
      subsidized: dollars,
      participantPays: dollars,
    })
    .refine(({ total, subsidized }) => subsidized <= total, 'More is subsidized than it costs'),
  benefits: texts,
  communityImpact: z.object({
    directBeneficiaries: count,
    indirectBeneficiaries: count,
    jobsCreated: count,
    /** Of the total, what is paid to people and businesses nearby */
    localSpending: dollars,
  }),
  longTermBenefits: texts,
  whyImportant: text,
  timeline: text,
  /** A metric with "%" in its name is measured in percent, all others are counted. */
  successMetrics: z
    .array(
      z.object({ metric: text, target: z.number().positive(), current: z.number().nonnegative() }),
    )
    .min(1),
})

export type Program = z.infer<typeof programSchema>

/** A course of the academy, as its card shows it. */
export const academyProgramSchema = z.object({
  id: slug,
  title: text,
  description: text,
  audience: text,
  format: text,
  date: text,
  location: text,
  ...capacity,
  /** The program whose page tells more */
  programId: slug.optional(),
})

export type AcademyProgram = z.infer<typeof academyProgramSchema>

const person = {
  name: text,
  title: text,
  image: picture,
  bio: text,
  location: text,
  email: z.email(),
}

export const teamMemberSchema = z.object({
  ...person,
  expertise: texts,
  achievements: z.array(text).min(3),
  education: text,
  yearsExperience: z.int().positive(),
  impactMetric: text,
})

export type TeamMember = z.infer<typeof teamMemberSchema>

export const leaderSchema = z.object({
  ...person,
  /** "#" where there is none */
  linkedin: z.union([z.literal('#'), z.url({ protocol: /^https$/ })]),
})

export type Leader = z.infer<typeof leaderSchema>

const pageTexts = z.object({
  title: text,
  description: text.min(70).max(160),
  lead: text,
})

const illustratedPageTexts = pageTexts.extend({ image: picture })

const titled = z.object({ title: text, text })
const quote = z.object({ quote: text, name: text, role: text })

export const programsPageSchema = illustratedPageTexts.extend({
  furtherTitle: text,
  furtherText: text,
  closing: z.object({ title: text, text, contact: text, donate: text }),
})

export const academySchema = illustratedPageTexts.extend({
  storyTitle: text,
  story: texts,
  agesTitle: text,
  ages: z.array(z.object({ group: text, ages: text, text })).min(1),
  principlesTitle: text,
  principles: z.array(titled).min(1),
  teamTitle: text,
  voicesTitle: text,
  voices: z.array(quote).length(3),
  credentialsTitle: text,
  credentials: z.array(titled).length(4),
  programsTitle: text,
  programsText: text,
})

export const earlyChildhoodSchema = illustratedPageTexts.extend({
  maxPerClass: z.int().positive(),
  ages: text,
  apply: text,
  featuresTitle: text,
  features: z.array(titled).length(4),
  dayTitle: text,
  day: z.array(z.object({ time: text, text })).min(1),
  goalsTitle: text,
  goals: texts,
  impactTitle: text,
  impact: z.array(z.object({ value: text, label: text })).min(1),
  resultsTitle: text,
  closing: z.object({
    title: text,
    /** `to` is a name from `paths`. */
    ways: z.array(titled.extend({ to: text, action: text })).length(3),
  }),
})

export const teamPageSchema = pageTexts.extend({
  closing: z.object({ title: text, text, partner: text, donate: text }),
})

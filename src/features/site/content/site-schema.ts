import { z } from 'zod'

/*
 * The shape of the words. Only tests and tools read this file: a page that imported it would send
 * zod to every visitor.
 */

const text = z.string().trim().min(1)
/** What search engines show in full. */
const description = text.min(70).max(160)
const titled = z.strictObject({ title: text, text })
const paragraphs = z.array(text).min(1)

const picture = z.strictObject({
  src: z.string().regex(/^\/images\/[a-z0-9-]+\.(svg|webp|avif|jpg|png)$/),
  width: z.int().positive(),
  height: z.int().positive(),
  alt: text.max(160),
})

const figure = z.strictObject({ value: text, label: text })

const voice = z.strictObject({ quote: text, name: text, role: text, image: picture })

const statistic = z.strictObject({
  label: text,
  prefix: text.optional(),
  value: z.number().positive(),
  decimals: z.int().min(0).max(2).optional(),
  suffix: text.optional(),
  change: z.string().regex(/^[+-]\d/),
  note: text,
})

const titleText = { title: text, text }
const page = { title: text, description, lead: text }

export const organisationSchema = z.strictObject({
  name: text,
  kind: text,
  fullName: text,
  domain: z.hostname(),
  type: text,
  founded: z.int().min(1900).max(2100),
  tagline: text,
  mission: text,
  description,
  email: z.email(),
  phone: z.string().regex(/^\+[\d ]{8,20}$/),
  location: text,
  copyrightYear: z.int().min(1900).max(2100),
  social: z.array(z.strictObject({ name: text, url: z.union([z.literal('#'), z.url()]) })),
  schedulingUrl: z.url(),
  donationUrl: z.url().optional(),
})

export const homeSchema = z.strictObject({
  hero: z.strictObject({ title: text, lead: text, image: picture }),
  tabsTitle: text,
  foundation: z.strictObject({
    mission: text,
    story: paragraphs,
    values: z.array(titled).length(3),
  }),
  work: z.strictObject({
    school: z.strictObject({ title: text, action: text, text: paragraphs, image: picture }),
    partnersTitle: text,
    partnersText: text,
    partners: z
      .array(z.strictObject({ name: text, city: text, state: z.string().regex(/^[A-Z]{2}$/) }))
      .length(6),
  }),
  impact: z.strictObject({
    statisticsTitle: text,
    statistics: z.array(statistic).length(4),
    lastingTitle: text,
    lasting: z.array(titled).length(4),
    voicesTitle: text,
    voices: z.array(voice).length(3),
  }),
  contact: z.strictObject({ ...titleText, action: text }),
})

export const aboutSchema = z.strictObject({
  ...page,
  mission: z.strictObject({ ...titleText, statement: text }),
  vision: z.strictObject({ title: text, statement: text }),
  progress: z.strictObject({
    ...titleText,
    bars: z.array(z.strictObject({ label: text, percent: z.number().min(0).max(100) })).length(2),
  }),
  valuesTitle: text,
  values: z.array(titled).length(3),
  flagship: z.strictObject({
    ...titleText,
    status: text,
    facts: z.array(z.strictObject({ label: text, value: text })),
    image: picture,
  }),
  next: z.strictObject({ title: text, status: text, items: z.array(titled).length(3) }),
  invitation: z.strictObject({ ...titleText, involved: text, programs: text }),
})

export const founderSchema = z.strictObject({
  ...page,
  name: text,
  image: picture,
  highlights: z.array(titled).length(3),
  sections: z
    .array(
      z.strictObject({ id: z.string().regex(/^[a-z-]+$/), title: text, paragraphs: paragraphs }),
    )
    .length(5),
  closing: z.strictObject({ ...titleText, team: text, involved: text }),
})

const way = z.strictObject({ ...titleText, action: text })

export const getInvolvedSchema = z.strictObject({
  ...page,
  image: picture,
  waysTitle: text,
  ways: z.strictObject({ volunteer: way, partner: way, joinPrograms: way }),
  figuresTitle: text,
  figuresText: text,
  figures: z.array(figure).min(1),
  storiesTitle: text,
  stories: z
    .array(z.strictObject({ ...titleText, kind: text, name: text, image: picture.optional() }))
    .min(1),
  invitation: way,
})

export const joinProgramsSchema = z.strictObject({
  ...page,
  programsTitle: text,
  programs: z.array(z.strictObject({ ...titleText, audience: text })).min(1),
  allPrograms: text,
  applyTitle: text,
  promise: text,
  fallback: text,
  stepsTitle: text,
  steps: z.array(titled).min(1),
})

export const partnerSchema = z.strictObject({
  ...page,
  image: picture,
  action: text,
  impact: z.strictObject({ ...titleText, figures: z.array(figure).min(1) }),
  typesTitle: text,
  benefitsLabel: text,
  examplesLabel: text,
  types: z
    .array(
      z.strictObject({
        ...titleText,
        benefits: z.array(text).min(1),
        examples: z.array(text).min(1),
      }),
    )
    .length(4),
  proposal: z.strictObject({ title: text, promise: text, fallback: text }),
  storiesTitle: text,
  stories: z.array(z.strictObject({ kind: text, name: text, text, result: text })).length(3),
  invitation: z.strictObject({ ...titleText, email: text, schedule: text }),
})

export const donateSchema = z.strictObject({
  ...page,
  image: picture,
  actionOnline: text,
  actionEmail: text,
  giftsTitle: text,
  giftsText: text,
  gifts: z.array(z.strictObject({ amount: z.string().regex(/^\$[\d,.]+$/), text })).min(1),
  waysTitle: text,
  ways: z.array(titled).min(1),
  assurance: titled,
  contactTitle: text,
  contactText: text,
})

export const contactSchema = z.strictObject({
  ...page,
  newsletter: z.strictObject({ ...titleText, fallback: text }),
  touch: z.strictObject({ ...titleText, fallback: text }),
  socialTitle: text,
  missionTitle: text,
})

// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import type { Program } from '../program'
import { summary } from '../programs/real-estate-investment'

export const program: Program = {
  ...summary,
  fullDescription:
    'Many of the churches and community centers we invest in own a hall, a lot or an upper floor that stands empty. We put up capital on patient terms, bring in an architect and a lawyer, and train a team from the congregation to look after it.\n\nRents pay for child care, kitchens and classes in the same building. A share comes back to the fund, which lends it to the next neighborhood.',
  date: 'Two conversions a year, March and October',
  benefits: [
    'Capital below market rate, repaid from rent and never from offerings',
    'A building survey and a five-year maintenance plan',
    'An owners’ course for up to 50 leaders in each of the three cities',
    'Legal review of every lease and contract',
  ],
  way: {
    text: 'A congregation or center proposes its building. Its leaders then register for the owners’ course.',
    other: 'propose',
  },
  communityImpact: {
    directBeneficiaries: 89,
    indirectBeneficiaries: 1780,
    indirectMeans: 'people who use the buildings, twenty for each leader',
    jobsCreated: 40,
    localSpending: 2_125_000,
  },
  longTermBenefits: [
    'Buildings that stay in the hands of the neighborhood',
    'Child care and clinics at rents they can carry',
    'A fund that lends each repayment to the next neighborhood',
  ],
  whyImportant:
    'When a congregation has to sell, the neighborhood loses its hall and its food pantry. An income from the building lets it stay.',
  timeline:
    'Six months of survey and planning, up to a year of building work, then repayments over twelve years. The owners’ course runs through the first eighteen months.',
  voice: {
    quote: 'The upper floor stood empty for eleven years. Now it pays for the roof above it.',
    name: 'Pastor Lorraine Tibbs',
    role: 'Lanternlight Church, Brooklyn, NY',
  },
  successMetrics: [
    { metric: '% of space in use', target: 90, current: 76 },
    { metric: 'Buildings renovated', target: 12, current: 6 },
    { metric: '% of repayments on time', target: 95, current: 97 },
  ],
}

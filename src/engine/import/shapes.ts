import { fold } from '@/shared/lib/fold'
import type { ImportForm } from '../core/define-resource'
import type { CsvTable } from './read-csv'

/* Known export formats. By name only, some of their columns would fill the wrong field. */

type Role =
  | 'first'
  | 'last'
  | 'name'
  | 'email'
  | 'phone'
  | 'amount'
  | 'day'
  | 'purpose'
  | 'payment'
  | 'reference'
  | 'street'
  | 'city'
  | 'region'
  | 'postal'
  | 'country'
  | 'note'
  | 'fund'
  | 'employer'
  | 'match'

interface Shape {
  /** As in "This looks like an export of Stripe." */
  name: string
  /** Names of columns; one of each group is in the header. */
  marks: readonly (readonly string[])[]
  /** Names of columns that a file of this shape does not have */
  without?: readonly string[]
  /** The first of these columns that has a value fills the field; of payments and streets each. */
  roles: { readonly [R in Role]?: readonly string[] }
  /** The columns with the time of the day and its zone, for each row */
  clock?: { time: string; zone: readonly string[] }
  /** The columns of a second person: each that has a part of the name, as in the first of each group, and the email */
  second?: { name: readonly (readonly string[])[]; email: readonly string[] }
  /** Columns that say whether a row is a gift, under a name that elsewhere says something else */
  statuses?: readonly string[]
  /** The column that names a giver who has no name of their own: the first that is there */
  nameElse?: readonly string[]
  /** The rows are grants of a sponsor of donor-advised funds, which the file need not name. */
  hasSponsor?: true
  /** What the file does not say because it holds for all of its rows */
  always?: Readonly<Record<string, string>>
}

/** Columns of a second person; the first valid email counts. */
export interface Second {
  name: readonly number[]
  email: readonly number[]
}

const advisors = [
  ...['Acknowledgement Name', 'Acknowledgment Name', 'Addressee Name', 'Addressee'],
  ...['Advisor Name', 'Advisor', 'Advisors', 'Advisor(s)', 'Adviser Name', 'Adviser'],
  ...['Fund Advisor', 'Fund Advisor Name', 'Fund Advisors', 'Fund Advisor(s)', 'Donor Advisor'],
  ...['Donor Advisor Name', 'Donor-Advisor', 'Primary Advisor', 'Primary Advisor Name'],
  ...['Account Advisor', 'Account Holder', 'Account Holder Name', 'Account Owner'],
  ...['Grant Recommender', 'Recommender', 'Recommended By', 'Grant Recommended By'],
]
const accounts = [
  ...['Donor-Advised Fund Name', 'Donor Advised Fund Name', 'Donor-Advised Fund'],
  ...['Donor Advised Fund', 'Donor-Advised Fund Account', 'Donor-Advised Fund Account Name'],
  ...['Donor Advised Fund Account Name', 'DAF Name', 'DAF', 'DAF Account', 'DAF Account Name'],
  ...['DAF Fund Name', 'Giving Account Name', 'Giving Account', 'Giving Fund', 'Giving Fund Name'],
  ...['Charitable Account', 'Charitable Account Name', 'Philanthropic Account Name'],
]
const accountsOfAdvisors = [
  ...['Account Name', 'Fund Account Name', 'Fund Name', 'Advised Fund', 'Advised Fund Name'],
]
const grants: Omit<Shape, 'marks'> = {
  name: 'grants of donor-advised funds',
  roles: {
    name: [...advisors, 'Donor Name', 'Donor', ...accounts, ...accountsOfAdvisors],
    amount: ['Grant Amount', 'Amount', 'Payment Amount', 'Amount Paid', 'Net Amount'],
    day: [
      ...['Grant Date', 'Date of Grant', 'Effective Date', 'Payment Date', 'Date Paid'],
      ...['Paid Date', 'Distribution Date', 'Issue Date', 'Check Date', 'Date'],
    ],
    reference: [
      ...['Grant ID', 'Grant Number', 'Grant No', 'Grant #', 'Grant Reference'],
      ...['Confirmation Number', 'Transaction ID', 'Check Number'],
    ],
    fund: ['Special Purpose', 'Grant Purpose', 'Purpose', 'Designation', 'Grant Designation'],
    note: [...accounts, ...accountsOfAdvisors],
  },
  nameElse: [...accounts, ...accountsOfAdvisors],
  always: { donation_type: 'grant' },
  hasSponsor: true,
}
const ofGrants = [
  ...['Grant Amount', 'Grant ID', 'Grant Number', 'Grant No', 'Grant #', 'Grant Date'],
  ...['Grant Purpose', 'Grant Reference', 'Grant Designation'],
]

const shapes: readonly Shape[] = [
  {
    name: 'payments of Stripe',
    marks: [
      ['Created date (UTC)', 'Created (UTC)'],
      ['Customer Email', 'Customer ID', 'Customer Description', 'PaymentIntent ID'],
    ],
    roles: {
      name: ['Customer Name', 'Card Name', 'Customer Description'],
      email: ['Customer Email', 'Receipt Email'],
      amount: ['Amount'],
      day: ['Created date (UTC)', 'Created (UTC)'],
      purpose: ['campaign (metadata)'],
      payment: ['Invoice ID', 'PaymentIntent ID'],
      reference: ['id', 'Charge ID'],
    },
  },
  {
    name: 'an audience of Mailchimp',
    marks: [['Email Address'], ['MEMBER_RATING', 'LEID', 'EUID', 'OPTIN_TIME']],
    roles: {
      first: ['First Name'],
      last: ['Last Name'],
      email: ['Email Address'],
      phone: ['Phone Number'],
    },
  },
  {
    name: 'the data import of NPSP',
    marks: [
      ['Contact1 Last Name', 'Contact1 Lastname'],
      ['Donation Amount', 'Contact1 Personal Email'],
    ],
    roles: {
      first: ['Contact1 First Name', 'Contact1 Firstname'],
      last: ['Contact1 Last Name', 'Contact1 Lastname'],
      email: ['Contact1 Personal Email', 'Contact1 Work Email', 'Contact1 Alternate Email'],
      phone: ['Contact1 Mobile Phone', 'Contact1 Home Phone', 'Contact1 Work Phone'],
      street: ['Home Street'],
      city: ['Home City'],
      region: ['Home State/Province'],
      postal: ['Home Zip/Postal Code'],
      country: ['Home Country'],
      amount: ['Donation Amount'],
      day: ['Donation Date'],
      purpose: ['Donation Campaign Name'],
      reference: ['Payment Check/Reference Number'],
    },
    second: {
      name: [
        ['Contact2 First Name', 'Contact2 Firstname'],
        ['Contact2 Last Name', 'Contact2 Lastname'],
      ],
      email: ['Contact2 Personal Email', 'Contact2 Work Email', 'Contact2 Alternate Email'],
    },
    nameElse: ['Account1 Name'],
  },
  {
    name: 'the activity of PayPal',
    marks: [['Gross'], ['From Email Address', 'Transaction ID']],
    roles: {
      name: ['Name'],
      email: ['From Email Address'],
      amount: ['Gross'],
      day: ['Date'],
      purpose: ['Item Title'],
      reference: ['Transaction ID'],
      phone: ['Contact Phone Number'],
      street: ['Address Line 1', 'Address Line 2/District/Neighborhood'],
      city: ['Town/City'],
      region: ['State/Province/Region/County/Territory/Prefecture/Republic'],
      postal: ['Zip/Postal Code'],
      country: ['Country'],
    },
    clock: { time: 'Time', zone: ['TimeZone', 'Time Zone'] },
    statuses: ['Type', 'Balance Impact'],
  },
  {
    name: 'a donations report of Benevity',
    marks: [['Donor First Name'], ['Total Donation to be Acknowledged']],
    roles: {
      first: ['Donor First Name'],
      last: ['Donor Last Name'],
      email: ['Email'],
      amount: ['Total Donation to be Acknowledged'],
      day: ['Donation Date'],
      reference: ['Transaction ID'],
      street: ['Address'],
      city: ['City'],
      region: ['State/Province'],
      postal: ['Postal Code'],
      note: ['Comment'],
      employer: ['Company'],
      match: ['Match Amount'],
    },
    statuses: ['Reason'],
  },
  {
    name: 'grants of Fidelity Charitable',
    marks: [['Giving Account Name'], ['Grant Amount'], ['Grant Id'], ['Addressee Name']],
    roles: {
      name: ['Addressee Name'],
      amount: ['Grant Amount'],
      day: ['Effective Date'],
      reference: ['Grant Id'],
      fund: ['Special Purpose'],
      note: ['Giving Account Name'],
      street: [
        'Acknowledgement Address Line 1',
        'Acknowledgement Address Line 2',
        'Acknowledgement Address Line 3',
      ],
      city: ['Acknowledgement City'],
      region: ['Acknowledgement State'],
      postal: ['Acknowledgement ZipCode'],
      country: ['Acknowledgement Country'],
    },
    nameElse: ['Giving Account Name'],
    always: { legal_donor_name: 'Fidelity Charitable', donation_type: 'grant' },
  },
  { ...grants, marks: [accounts, ofGrants] },
  { ...grants, marks: [accountsOfAdvisors, advisors, ofGrants] },
  {
    ...grants,
    marks: [accountsOfAdvisors, ['Grant ID', 'Grant Number', 'Grant Amount']],
    without: ['Donor', 'Donor Name', 'Name', 'Full Name', 'First Name', 'Donor First Name'],
  },
  {
    name: 'contacts of Google',
    marks: [['E-mail 1 - Value', 'Phone 1 - Value']],
    roles: {
      first: ['First Name', 'Given Name'],
      last: ['Last Name', 'Family Name'],
      email: ['E-mail 1 - Value'],
      phone: ['Phone 1 - Value'],
    },
  },
  {
    name: 'contacts of Outlook',
    marks: [
      ['E-mail Address', 'E-mail 2 Address'],
      ['Business Phone', 'Mobile Phone', 'Home Phone'],
    ],
    roles: {
      first: ['First Name'],
      last: ['Last Name'],
      email: ['E-mail Address'],
      phone: ['Mobile Phone', 'Primary Phone', 'Home Phone', 'Business Phone'],
    },
  },
]

/** Also as the API of Salesforce names its fields */
const same = (name: string) =>
  fold(name.trim())
    .replaceAll(/^npsp__|__c$/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

export function shapeOf(header: readonly string[]): Shape | undefined {
  const names = header.map(same)
  const isThere = (name: string) => names.includes(same(name))
  return shapes.find(
    ({ marks, without = [] }) =>
      marks.every((group) => group.some(isThere)) && !without.some(isThere),
  )
}

/** The columns that tell the time and the zone of a row's day, where a known shape has them. */
export function clockOfShape(
  header: readonly string[],
): { time: number; zone: number } | undefined {
  const { clock } = shapeOf(header) ?? {}
  const names = header.map(same)
  const time = clock ? names.indexOf(same(clock.time)) : -1
  const zone = names.findIndex((name) => clock?.zone.map(same).includes(name))
  return time >= 0 && zone >= 0 ? { time, zone } : undefined
}

/** Usual names of a second person's columns */
const spouse: NonNullable<Shape['second']> = {
  name: [
    ['Spouse First Name', 'Partner First Name', 'Spouse Name', 'Spouse', 'Partner Name'],
    ['Spouse Last Name', 'Partner Last Name'],
  ],
  email: ['Spouse Email', 'Partner Email'],
}

/** The columns of a second person, as a known shape or many files name them. */
export function secondOfShape(header: readonly string[]): Second {
  const names = header.map(same)
  const { name, email } = shapeOf(header)?.second ?? spouse
  const columnsOf = (all: readonly string[]) =>
    all.map((one) => names.indexOf(same(one))).filter((at) => at >= 0)
  return { name: name.flatMap((group) => columnsOf(group).slice(0, 1)), email: columnsOf(email) }
}

/** The column that names a giver without a name, where a known shape has it. */
export function nameElseOfShape(header: readonly string[]): number | undefined {
  const names = header.map(same)
  return (shapeOf(header)?.nameElse ?? [])
    .map((name) => names.indexOf(same(name)))
    .find((column) => column >= 0)
}

/** Sponsors of donor-advised funds */
const sponsors: readonly string[] = [
  ...['DAFgiving360', 'Schwab Charitable', 'Vanguard Charitable', 'National Philanthropic Trust'],
  ...['Fidelity Charitable', 'American Endowment Foundation', 'National Christian Foundation'],
  ...['Goldman Sachs Philanthropy Fund', 'Renaissance Charitable', 'Jewish Communal Fund'],
  ...['Raymond James Charitable', 'Bank of America Charitable Gift Fund', 'Charityvest'],
  ...['Silicon Valley Community Foundation', 'ImpactAssets', 'TIAA Charitable'],
  ...['Morgan Stanley Global Impact Funding Trust', 'US Charitable Gift Trust'],
]

/** Who pays the grants of a file; empty where it does not say, undefined where it has none. */
export function sponsorIn({ header, top }: Pick<CsvTable, 'header' | 'top'>): string | undefined {
  if (!shapeOf(header)?.hasSponsor) return undefined
  const lines = fold(top.join('\n'))
  const named = sponsors.filter((name) => lines.includes(fold(name)))
  const [sponsor = '', ...others] = named
  return others.length > 0 ? '' : sponsor
}

/** Whether a column of a known shape says what its row is. */
export const isStatusOfShape = (header: readonly string[], name: string): boolean =>
  (shapeOf(header)?.statuses ?? []).map(same).includes(same(name))

/** The columns of a known shape, and the field that each fills. */
export function columnsOfShape(
  header: readonly string[],
  { fields, joined = [] }: ImportForm,
  rows: readonly (readonly string[])[],
): [column: number, field: string][] {
  const shape = shapeOf(header)
  if (!shape) return []
  const names = header.map(same)
  const columns = (role: Role) =>
    (shape.roles[role] ?? []).map((name) => names.indexOf(same(name))).filter((at) => at >= 0)
  const filled: [number, string][] = []
  const isEmpty = (column: number) => rows.every((cells) => (cells[column] ?? '').trim() === '')
  const fill = (role: Role, ...keys: string[]) => {
    const key = keys.find((one) => one in fields)
    const found = columns(role)
    const best = found.find((column) => !isEmpty(column)) ?? found[0]
    const taken = ['payment', 'street'].includes(role) ? found : best === undefined ? [] : [best]
    for (const column of taken) {
      if (key && filled.every(([one]) => one !== column)) filled.push([column, key])
    }
  }
  if ('first_name' in fields) {
    fill('first', 'first_name')
    fill('last', 'last_name')
  } else {
    fill('name', ...joined)
    if (filled.length === 0) for (const role of ['first', 'last'] as const) fill(role, ...joined)
  }
  fill('email', 'donor_email', 'email')
  fill('phone', 'donor_phone', 'phone')
  fill('amount', 'amount')
  fill('day', 'created_at')
  fill('purpose', 'campaign')
  fill('payment', 'payment_id')
  fill('reference', 'reference')
  fill('street', 'street')
  fill('city', 'city')
  fill('region', 'region')
  fill('postal', 'postal_code')
  fill('country', 'country')
  fill('fund', 'fund')
  fill('note', 'note')
  fill('employer', 'employer')
  fill('match', 'match_amount')
  return filled
}

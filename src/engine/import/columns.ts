import { fold } from '@/shared/lib/fold'
import type { z } from 'zod'
import type { ImportForm } from '../core/define-resource'
import { columnsOfShape, isStatusOfShape } from './shapes'
import { sharesIn } from './shares'

export const plain = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, '')

/** The field that each column of the file fills; undefined where it is left out. */
export type Mapping = readonly (string | undefined)[]

/** Usual names of columns, besides the names and labels of their fields. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  first_name: [
    'vorname',
    'prénom',
    'nombre',
    'nome',
    'primer nombre',
    'first',
    'given name',
    'forename',
    'christian name',
    'donor first name',
  ],
  last_name: [
    'nachname',
    'familienname',
    'nom',
    'nom de famille',
    'apellido',
    'apellidos',
    'cognome',
    'sobrenome',
    'last',
    'surname',
    'family name',
    'donor last name',
  ],
  full_name: [
    ...['name', 'display name', 'contact name', 'mentor', 'mentor name', 'trainer'],
    ...['trainer name', 'mentee', 'mentee name', 'student', 'student name', 'child', 'child name'],
  ],
  email: [
    'e-mail-adresse',
    'correo',
    'correo electrónico',
    'courriel',
    'adresse e-mail',
    'posta elettronica',
    'email address',
    'mail',
    'e-mail address',
  ],
  phone: [
    'telefon',
    'telefonnummer',
    'téléphone',
    'teléfono',
    'telefono',
    'portable',
    'handy',

    'telephone',
    'tel',
    'phone number',
    'telephone number',
    'mobile',
    'mobile phone',
    'cell',
    'cell phone',
  ],
  grade_level: ['grade', 'class'],
  school_name: ['school'],
  parent_name: ['parent', 'guardian', 'guardian name', 'parent or guardian'],
  parent_email: ['guardian email', 'parent email address'],
  parent_phone: ['guardian phone', 'parent telephone', 'parent phone number'],
  expertise: ['skills', 'subject', 'subjects'],
  specialization: ['skills', 'specialty', 'speciality', 'expertise'],
  bio: ['biography', 'about', 'notes'],
  name: [
    'full name',
    'subscriber',
    'program',
    'program name',
    'campaign',
    'campaign name',
    'holiday',
  ],
  title: ['course', 'course name', 'course title', 'name'],
  start_date: ['start', 'starts', 'begins', 'from', 'first day'],
  end_date: ['end', 'ends', 'until', 'to', 'last day'],
  capacity: ['places', 'seats', 'size'],
  donor_name: [
    'spender',
    'spenderin',
    'donateur',
    'donante',
    'primary contact',
    'begünstigter/zahlungspflichtiger',
    'beguenstigter/zahlungspflichtiger',

    'name',
    'full name',
    'donor name',
    'donor full name',
    'from',
    'customer name',
    'constituent',
    'constituent name',
    'supporter',
    'supporter name',
    'payer',
    'auftraggeber',
    'zahlungspflichtiger',
  ],
  donor_email: [
    'supporter email',
    'employee email',
    'billing email',
    'payer email',
    'contact email',
    'constituent email',
    'primary email',
    'e-mail-adresse',
    'correo electrónico',
    'courriel',
    'email',
    'email address',
    'donor email',
    'customer email',
  ],
  amount: [
    'gift',
    'donation',
    'gift amount',
    'donation amount',
    'gift amt',
    'amt',
    'pledge',
    'pledged',
    'pledge amount',
    'total pledge',
    'total gift',
    'grant amount',
    'amount usd',
    'sum',
    'total',
    'betrag',
  ],
  donation_type: ['gift type', 'frequency', 'kind'],
  campaign: ['appeal', 'purpose', 'verwendungszweck'],
  fund: [
    'fund name',
    'fund desc',
    'fund description',
    'designation',
    'restriction',
    'restricted to',
  ],
  donor_phone: [
    'telefon',
    'téléphone',
    'teléfono',

    'phone',
    'donor phone',
    'telephone',
    'tel',
    'phone number',
    'telephone number',
    'mobile',
    'mobile phone',
    'cell',
    'cell phone',
    'home phone',
    'primary phone',
  ],
  method: [
    'pay method',
    'payment method',
    'pmt method',
    'paid by',
    'payment type',
    'method of payment',
  ],
  legal_donor_name: [
    'legal donor',
    'legal donor name',
    'receipt to',
    'sponsor',
    'sponsor name',
    'sponsoring organization',
    'sponsoring organization name',
    'sponsoring charity',
    'daf sponsor',
    'donor advised fund sponsor',
    'grantmaker',
    'grantor',
    'granting organization',
  ],
  street: [
    'straße',
    'strasse',
    'rue',
    'adresse',
    'calle',
    'dirección',

    'address',
    'street address',
    'address line 1',
    'address 1',
    'street 1',
    'mailing street',
    'mailing address',
  ],
  city: ['ort', 'stadt', 'ville', 'ciudad', 'town', 'mailing city'],
  region: [
    'state',
    'st',
    'estado',
    'provincia',
    'bundesland',
    'province',
    'state province',
    'state province region',
    'mailing state',
    'county',
  ],
  postal_code: [
    'postleitzahl',
    'code postal',
    'código postal',

    'zip',
    'zip code',
    'zipcode',
    'postcode',
    'zip postal',
    'zip postal code',
    'mailing zip',
    'plz',
  ],
  country: ['land', 'pays', 'país', 'country name', 'mailing country'],
  pledged_on: ['pledge date', 'date pledged', 'date', 'created', 'created date'],
  installments: ['number of installments', 'installment count', 'payments', 'number of payments'],
  every: ['installment frequency', 'payment frequency', 'pledge frequency', 'schedule', 'period'],
  first_due: [
    'first due',
    'first due date',
    'due date',
    'first payment',
    'first installment',
    'start date',
  ],
  tribute: ['tribute type', 'dedication type'],
  tribute_name: [
    'honoree',
    'honoree name',
    'dedication name',
    'in honor of',
    'in memory of',
    'dedication',
    'tribute',
  ],
  note: ['notes', 'memo', 'comment', 'comments'],
  employer: ['matching company', 'matching employer'],
  match_amount: [
    'match',
    'match amount',
    'matching amount',
    'matched amount',
    'matching gift',
    'matching gift amount',
    'company match',
    'employer match',
    'corporate match',
  ],
  created_at: [
    'donated at',
    'donated on',
    'date donated',
    'contribution date',
    'payment date',
    'paid at',
    'paid on',
    'close date',
    'received at',
    'created at',
    'date of payment',
    'fecha',
    'date du don',
    'date opération',
    'charge date',
    'order date',

    'gift date',
    'donation date',
    'date of gift',
    'date of donation',
    'grant date',
    'received',
    'received on',
    'date received',
    'gift dt',
    'day',
    'created',
    'created date',
    'transaction date',
    'booking date',
    'posting date',
    'buchungstag',
    'buchungsdatum',
    'datum',
  ],
  payment_id: ['paymentintent id', 'payment intent id', 'payment intent'],
  reference: [
    'transaction id',
    'charge id',
    'check number',
    'check no',
    'check',
    'reference number',
  ],
  exchange_value: [
    'non deductible',
    'non deductible portion',
    'nondeductible amount',
    'value of benefits',
    'benefits value',
    'fair market value of benefits',
    'fmv of benefits',
    'value of goods or services',
    'quid pro quo amount',
    'premium value',

    'fair market value',
    'fmv',
    'benefit value',
    'value of goods and services',
    'non deductible amount',
  ],
  exchange: [
    'benefit description',
    'description of benefits',
    'goods or services',
    'in exchange',
    'benefit',
    'benefits',
    'goods and services',
  ],
  refunded: ['amount refunded', 'refunded amount', 'refund amount', 'total refunded'],
  target_audience: ['audience', 'to'],
  content: ['body', 'text', 'message'],
  body: ['content', 'message'],
  day: ['date'],
}

/** Names that say it where no column has a usual one; of a pledge, they may be what was paid. */
const lastNames: Readonly<Record<string, readonly string[]>> = {
  exchange: ['ticket type'],
  amount: [
    ...['gross amount', 'gross', 'gross transaction amount', 'transaction amount', 'total paid'],
    ...[
      'contribution',
      'contribution amount',
      'gross donation',
      'gross sales',
      'amount paid',
      'amount received',
      'payment amount',
    ],
    ...['montant', 'importe', 'monto', 'brutto', 'total amount', 'credit', 'amount credit'],
  ],
  reference: ['transaction number', 'payment number', 'payment id', 'receipt id', 'receipt number'],
}

/** Which columns fill which field, by their names; a column is used once, and so is a field outside a known shape. */
export function guessColumns(
  header: readonly string[],
  form: ImportForm,
  rows: readonly (readonly string[])[] = [],
): Mapping {
  const { fields } = form
  const isOwn = isOwnHeader(header, form)
  const isFree = (name: string) => isOwn || !isStatusOfShape(header, name)
  const names = header.map((name) => (isFree(name) ? plain(name) : ''))
  const mapping: (string | undefined)[] = header.map(() => undefined)
  if (!isOwn) {
    for (const [column, key] of columnsOfShape(header, form, rows)) mapping[column] = key
  }
  const [share] = !isOwn && form.linked?.field === 'fund' ? sharesIn(header) : []
  if (share) mapping[share.fund] = 'fund'
  /** Yes and no are no amount. */
  const mayFill = (at: number, key: string) => {
    const isFound = (text: RegExp) => rows.some((cells) => text.test((cells[at] ?? '').trim()))
    if (lastNames.exchange!.includes(header[at]!.toLowerCase())) {
      return mapping.includes('exchange_value')
    }
    if (key === 'payment_id') return isFound(/^(?:pi|in)_/) || !isFound(/./)
    return fields[key]!.kind !== 'number' || !isFound(/^(?:yes|no|true|false)$/i)
  }
  // Exact names come before usual names, and those before names that say more in brackets.
  const usual = (key: string) => [key, fields[key]!.label, ...(synonyms[key] ?? [])]
  const ways = [
    (key: string) => [key],
    (key: string) => [fields[key]!.label],
    (key: string) => synonyms[key] ?? [],
  ]
  const bare = header.map((name) => (isFree(name) ? plain(withoutKind(withoutBrackets(name))) : ''))
  for (const [way, given] of [
    ...ways.map((one) => [one, names] as const),
    [usual, bare] as const,
    ...('installments' in fields ? [] : [[(key: string) => lastNames[key] ?? [], names] as const]),
  ]) {
    for (const key of Object.keys(fields)) {
      if (mapping.includes(key)) continue
      const wanted = way(key).map(plain)
      const column = given.findIndex(
        (name, at) => !mapping[at] && wanted.includes(name) && mayFill(at, key),
      )
      if (column >= 0) mapping[column] = key
    }
  }
  if (mapping.includes('first_name') || mapping.includes('last_name')) {
    const whole = mapping.indexOf('full_name')
    if (whole >= 0) mapping[whole] = undefined
  }
  const email = ['donor_email', 'email'].find((key) => key in fields)
  if (email && !isOwn && !mapping.includes(email)) {
    const column = header.findIndex((name, at) => !mapping[at] && hasAddresses(name, rows, at))
    if (column >= 0) mapping[column] = email
  }
  if ('match_amount' in fields && mapping.includes('match_amount')) {
    const column = organizationColumn(header, mapping)
    if (column !== undefined && !mapping.includes('employer')) mapping[column] = 'employer'
  }
  const [person, ...others] = form.joined ?? []
  const [whole = -1, ...more] = mapping.flatMap((key, at) => (key === person ? [at] : []))
  if (person && !isOwn && more.length === 0 && names[whole] === 'name') {
    // Beside a last name it is the first one.
    const parts = names.map((name, at) => (mapping[at] ? -1 : partOfName(name)))
    if (parts.includes(LAST) && !parts.includes(FIRST)) mapping[parts.indexOf(LAST)] = person
  }
  if (person && !mapping.includes(person)) {
    const parts = names.map((name, at) => (mapping[at] ? -1 : partOfName(name)))
    const isNamed = [FIRST, LAST].some((part) => parts.includes(part))
    for (const [at, part] of parts.entries()) {
      if (isNamed && part >= 0 && parts.indexOf(part) === at) mapping[at] = person
    }
  }
  if (others.includes('street') && !isOwn && mapping.includes('street')) {
    for (const [at, name] of bare.entries()) {
      if (!mapping[at] && furtherLines.includes(name)) mapping[at] = 'street'
    }
  }
  return mapping
}

/** Whether most cells of a column are addresses of the row's first person. */
function hasAddresses(name: string, rows: readonly (readonly string[])[], at: number): boolean {
  if (/spouse|partner|contact ?2|parent|guardian|secondary|\bto\b|receiver|empfänger/i.test(name)) {
    return false
  }
  const filled = rows.slice(0, 100).flatMap((cells) => cells[at]?.trim() || [])
  const addresses = filled.filter((cell) => /^[^\s@,;]+@[^\s@]+\.[^\s@]+$/.test(cell))
  return addresses.length > 0 && addresses.length * 2 > filled.length
}

/** Cents in brackets are another amount. */
const withoutBrackets = (name: string) =>
  name.replaceAll(/\((?!cents?\b).*?\)|\[(?!cents?\b).*?\]/gi, '')

/** Without whose address it is, as in `Primary City` and `Email address - home` */
const withoutKind = (name: string) =>
  name
    .replace(
      /^(?:donor|primary|preferred|home|personal|advis[eo]r|acknowledge?ment|recommender) (?=(?:street|address|city|state|zip|postal|country|phone|e-?mail)\b)/i,
      '',
    )
    .replace(/ - (?:other|home|work)$/i, '')
    .replace(/^(?:gf|cnbio)_/i, '')

/** In the order of a name */
const nameParts = [
  ['first_name', ...synonyms.first_name!],
  ['middle name', 'middle', 'middle initial', 'mi'],
  ['last_name', ...synonyms.last_name!],
  ['suffix', 'name suffix'],
].map((names) => names.map((name) => plain(name)))
const [FIRST, LAST] = [0, 2]

/** Whose name it is */
const whose =
  /^(?:contact1|donors?|supporter|employee|customer|billing|contact|payer|member|constituent|cnbio)(?=first|last|middle)/

const partOfName = (name: string) =>
  nameParts.findIndex((names) => names.includes(name.replace(whose, '')))

/** The lines of an address below its street */
const furtherLines = ['address 2', 'address line 2', 'street 2', 'street address 2', 'apt', 'unit']
  .concat('apartment', 'suite', 'mailing address 2', 'mailing street 2')
  .map((name) => plain(name))

/** Where a column's text belongs among the columns that fill its field too: names in their order, whatever the file's. */
export function placeAmong(name: string): number {
  const part = partOfName(plain(name))
  return part >= 0 ? part : furtherLines.includes(plain(withoutKind(name))) ? 1 : 0
}

/** The column of an organization, which names a giver who has no name of their own. */
export function organizationColumn(
  header: readonly string[],
  mapping: Mapping,
): number | undefined {
  const column = header.findIndex(
    (name, at) =>
      !mapping[at] && /^(?:organi[sz]ation|company|business|employer)(?:name)?$/.test(plain(name)),
  )
  return column >= 0 ? column : undefined
}

/**
 * The required columns: all that the schema requires, except choices, which default to the first.
 */
export function isRequired({ schema, fields }: ImportForm, key: string): boolean {
  const part = (schema.shape as Record<string, z.ZodType>)[key]
  return fields[key]?.kind !== 'select' && part?.safeParse('').success === false
}

/** The required fields that neither a column nor a substitute field fills. */
export function missingFields(form: ImportForm, mapping: Mapping): string[] {
  const isFilled = (key: string) => mapping.includes(key)
  return Object.keys(form.fields).filter((key) => {
    const substitute = form.orElse?.[key]
    return isRequired(form, key) && !isFilled(key) && !(substitute && isFilled(substitute))
  })
}

/** The columns by which an export of this list is known. */
export const ownColumns = ({ fields, besides = [] }: ImportForm): string[] =>
  Object.keys(fields).filter((key) => !besides.includes(key))

export const isOwnHeader = (header: readonly string[], form: ImportForm): boolean =>
  ownColumns(form).every((key) => header.includes(key))

export interface Renamed {
  column: string
  label: string
}

/** The columns whose field has another name, and those that a taken field would fit too. */
export function readOtherwise(
  header: readonly string[],
  { fields }: ImportForm,
  mapping: Mapping,
): { renamed: Renamed[]; rivals: Renamed[] } {
  const isCalled = (name: string, key: string) =>
    [key, fields[key]!.label].map(plain).includes(plain(name))
  const fits = (name: string, key: string) =>
    [key, fields[key]!.label, ...(synonyms[key] ?? [])].map(plain).includes(plain(name))
  return {
    renamed: header.flatMap((column, at) => {
      const key = mapping[at]
      return key && !isCalled(column, key) ? [{ column, label: fields[key]!.label }] : []
    }),
    rivals: header.flatMap((column, at) => {
      const key = mapping[at]
        ? undefined
        : Object.keys(fields).find((one) => mapping.includes(one) && fits(column, one))
      return key ? [{ column, label: fields[key]!.label }] : []
    }),
  }
}

// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { organisation } from '@/shared/data/organisation'
import { mailLink } from '@/shared/lib/contact-links'

/**
 * Files in `public/documents/`, like `/documents/accounts-2026.pdf`. Pages offer missing ones by
 * email.
 */
export const documents: Record<'accounts' | 'taxReturn' | 'agreement', string | undefined> = {
  accounts: undefined,
  taxReturn: undefined,
  agreement: undefined,
}

/** Written by the build (`lib/figures-file.ts`) */
export const figuresFile = '/figures.csv'

type Document = keyof typeof documents

const names: Readonly<Record<Document, string>> = {
  accounts: 'annual accounts',
  taxReturn: 'tax return',
  agreement: 'sample agreement',
}

/** A link to each file, and one email asking for the others. */
export function documentLinks(...wanted: readonly Document[]) {
  const missing = wanted.filter((one) => !documents[one]).map((one) => names[one])
  const asked = new Intl.ListFormat('en-US').format(missing)
  return [
    ...wanted.flatMap((one) => {
      const to = documents[one]
      return to ? [{ label: names[one], to }] : []
    }),
    ...(asked
      ? [{ label: `ask for the ${asked}`, to: mailLink(organisation.email, `The ${asked}`) }]
      : []),
  ]
}

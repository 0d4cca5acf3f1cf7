import type { FamilyCard } from '../family/family-queries'
import type { FamilyConsents } from './consent-queries'

/** A family and its consents, as the parts of the card read them */
export interface WithConsents {
  card: FamilyCard
  consents: FamilyConsents
}

export const nameIn = ({ children, adults }: FamilyCard, id: string): string =>
  [...children, ...adults].find((one) => one.id === id)?.name ?? 'No name'

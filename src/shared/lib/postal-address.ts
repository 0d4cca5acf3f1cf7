export type PostalAddress = Record<
  'street' | 'city' | 'region' | 'postal_code' | 'country',
  string | null
>

/** As on an envelope, below the name. */
export const addressLines = (address: PostalAddress): string[] =>
  [
    address.street,
    [[address.city, address.region].filter(Boolean).join(', '), address.postal_code]
      .filter(Boolean)
      .join(' '),
    address.country,
  ].filter((line): line is string => Boolean(line))

const ours = /^(us|usa|u\.s\.a?\.?|united states( of america)?)$/i

/**
 * What a letter would not arrive without: `a postal address`, or parts of it. Many countries have
 * no postal codes.
 */
export function missingForPost(address: PostalAddress | null | undefined): string[] {
  if (!address || addressLines(address).length === 0) return ['a postal address']
  const isOurs = !address.country || ours.test(address.country.trim())
  return [
    !address.street && 'a street',
    !address.city && 'a city',
    isOurs && !address.postal_code && 'a ZIP code',
  ].filter((part) => part !== false)
}

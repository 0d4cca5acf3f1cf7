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

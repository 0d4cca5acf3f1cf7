/** What a guardian may allow, in the order of pages and mails. */
export const consentKinds = ['photo', 'trip', 'data'] as const
export type ConsentKind = (typeof consentKinds)[number]

export const consentTitles: Readonly<Record<ConsentKind, string>> = {
  photo: 'Photos and videos',
  trip: 'Trips',
  data: 'What we keep about a child',
}

/** For how many days a link takes answers, as `private.is_answerable` */
export const consentDays = 14

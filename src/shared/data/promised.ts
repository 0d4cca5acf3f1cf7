/** Written by `npm run db:update` from `private.submission_kinds`. */
export const promised = {
  message: '2 business days',
  partnership: '5 business days',
  pledge: '2 business days',
  program: '2 business days',
  registration: '2 business days',
  volunteer: '2 business days',
} as const

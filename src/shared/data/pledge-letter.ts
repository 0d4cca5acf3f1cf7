/** The text of a letter that reminds of a pledge, with its merge fields. Staff may change it before they print. */
export const pledgeLetter = `Dear {{name}},

Thank you for your pledge of {{amount}}, made on {{pledged}}. So far you have given {{paid}}.

{{due}} was due on {{day}}, and {{balance}} is left. If your gift is on its way, please accept our thanks.

With warm thanks,
{{organization}}`

/** The merge fields of a reminder. */
export const pledgeLetterFields = [
  'name',
  'amount',
  'pledged',
  'paid',
  'due',
  'day',
  'balance',
  'organization',
] as const

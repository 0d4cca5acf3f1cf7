/** The text of a thank-you letter to print, with its merge fields. Staff may change it before they print. */
export const thankYouLetter = `Dear {{name}},

Thank you for giving {{amount}}:

{{gifts}}

You keep classrooms open, and we are grateful that you stand with our students.

With warm thanks,
{{organization}}`

/** The merge fields of a letter. */
export const letterFields = ['name', 'amount', 'gifts', 'organization'] as const

/** What is left of a text that was typed on while its beginning was being stored. */
export const restOf = (typed: string, sent: string): string =>
  typed.startsWith(sent) ? typed.slice(sent.length).trimStart() : typed

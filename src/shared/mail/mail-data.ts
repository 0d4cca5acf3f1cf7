/** A mail that can never be sent, whoever tries. */
export class Unsendable extends Error {}

/** A value that must be there. */
export function text(data: Record<string, unknown>, name: string): string {
  const value = data[name]
  if (typeof value !== 'string' || !value) throw new Unsendable(`It has no ${name}.`)
  return value
}

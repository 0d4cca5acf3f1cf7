// A row is a line, as `copy` of Postgres writes and reads it.

/** A value as Postgres writes it. */
export type Value = string | null

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const escaped: Record<string, string> = { n: '\n', r: '\r', t: '\t' }

export const lineOf = (values: Value[]): string =>
  values.map((value) => value?.replace(/[\\\n\r\t]/g, (sign) => escapes[sign]!) ?? '\\N').join('\t')

export const valuesOf = (line: string): Value[] =>
  line
    .split('\t')
    .map((value) =>
      value === '\\N' ? null : value.replace(/\\(.)/g, (_, sign: string) => escaped[sign] ?? sign),
    )

// A row is a line, in the format of Postgres's `copy`.

/** A value in Postgres's format. */
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

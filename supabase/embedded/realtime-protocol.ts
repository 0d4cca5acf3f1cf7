import { z } from 'zod'

const reference = z.string().nullable()

/** A text frame of Phoenix' JSON protocol, version 2: join reference, reference, topic, event, payload. */
const frameSchema = z.tuple([reference, reference, z.string(), z.string(), z.unknown()])

/** The payload of `phx_join`, as far as it matters here. */
export const joinSchema = z.object({
  access_token: z.string().nullish(),
  config: z.object({
    postgres_changes: z
      .array(
        z.object({
          event: z.string(),
          schema: z.string(),
          table: z.string().optional(),
          filter: z.string().optional(),
        }),
      )
      .default([]),
  }),
})

export type Subscription = z.infer<typeof joinSchema>['config']['postgres_changes'][number] & {
  id: number
}

/** The frame in a message, or undefined for anything else: clients may send what they like. */
export function parseFrame(text: string): z.infer<typeof frameSchema> | undefined {
  try {
    return frameSchema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

type Comparable = string | number

const operators: Record<string, (value: Comparable, other: Comparable) => boolean> = {
  eq: (value, other) => value === other,
  neq: (value, other) => value !== other,
  lt: (value, other) => value < other,
  lte: (value, other) => value <= other,
  gt: (value, other) => value > other,
  gte: (value, other) => value >= other,
}

/** Whether a row passes `column=operator.value`. A column that is not in the row never does. */
export function passesFilter(filter: string, row: Record<string, unknown>): boolean {
  const [, column = '', operator = '', text = ''] = /^([^=]+)=(\w+)\.(.*)$/s.exec(filter) ?? []
  const value = row[column]
  if (value === undefined || value === null) return false
  const convert = typeof value === 'number' ? Number : String
  if (operator !== 'in') return operators[operator]?.(convert(value), convert(text)) ?? false
  const list = text.slice(1, -1).split(',')
  return list.some((item) => convert(item) === convert(value))
}

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, type DefaultValues, type FieldValues } from 'react-hook-form'
import type { z } from 'zod'

/** A form checked by a schema: it starts with `defaultValues` and submits the parsed values. */
export const useSchemaForm = <Typed extends FieldValues, Row>(
  schema: z.ZodType<Row, Typed>,
  defaultValues: DefaultValues<Typed>,
) => useForm<Typed, unknown, Row>({ resolver: zodResolver(schema), defaultValues })

import type { QueryMeta } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { z } from 'zod'
import type { PermissionName } from '@/shared/auth/permissions'
import type { Database, Tables, TablesInsert } from '@/shared/supabase/database.types'

type AnyTable = keyof Database['public']['Tables']

/** Tables that a list can page through: each row has an id and the moment it came. */
export type ResourceTable = {
  [T in AnyTable]: Tables<T> extends { id: string; created_at: string } ? T : never
}[AnyTable]

type ColumnName<T extends ResourceTable> = keyof Tables<T> & string

interface Common<T extends ResourceTable> {
  table: T
  /** In the address, as `?tab=mentors` */
  slug: string
  tab: string
  permission: PermissionName
  label: { one: string; many: string; add: string }
  toasts: ResourceToasts
  /** What a row is called, as in "Edit Josephine Carter". */
  title: (row: Tables<T>) => string
  /** The first is the row's header and is always shown. */
  columns: readonly Column<Tables<T>>[]
  /** What the column menu starts without. */
  hiddenAtFirst?: readonly ColumnName<T>[]
  /** Columns about a child, marked wherever they are shown. */
  sensitive?: readonly ColumnName<T>[]
  /** Each word that is looked for must be in one of these. */
  search: readonly ColumnName<T>[]
  /** The values that each may be narrowed down to. */
  filters?: { readonly [K in ColumnName<T>]?: readonly Tables<T>[K][] }
  defaultSort: `${'-' | ''}${ColumnName<T>}`
  slots?: {
    /** In place of the Edit button at the end of a row. */
    rowActions?: ComponentType<RowActionsProps<Tables<T>>>
  }
}

export type FailureToast = NonNullable<QueryMeta['failure']>

/** A function where the toast quotes the backend. */
export interface ResourceToasts {
  loadFailed: FailureToast
  added?: string
  addFailed?: FailureToast
  updated?: string
  updateFailed?: FailureToast | undefined
}

export interface Column<Row> {
  key: keyof Row & string
  header: string
  sortable?: true
  /** The value itself where absent. */
  cell?(row: Row): ReactNode
}

export interface RowActionsProps<Row> {
  row: Row
  title: string
  /** Opens the dialog. */
  edit: () => void
}

export type Field = { label: string; hint?: string } & (
  | { kind: 'text' | 'email' | 'tel' | 'date' | 'number' | 'textarea' }
  | { kind: 'select'; options: readonly string[] }
)

/** A form's fields are all text, as the browser has them; the schema makes values of them. */
type FormSchema<T extends ResourceTable> = z.ZodObject &
  z.ZodType<TablesInsert<T>, Record<string, string>>

/** What makes a form: both, or neither where a resource is only read. */
type Form<T extends ResourceTable, S> =
  | {
      schema: S & OnlyColumns<T, S>
      /** Exactly the schema's keys, in the order in which they are shown. */
      fields: { [K in keyof z.output<S>]: Field }
      toasts: Required<ResourceToasts>
    }
  | { schema?: never; fields?: never }

type OnlyColumns<T extends ResourceTable, S> =
  Exclude<keyof z.output<S>, keyof TablesInsert<T>> extends never
    ? unknown
    : { 'no such column': Exclude<keyof z.output<S>, keyof TablesInsert<T>> }

export type Row = { id: string; created_at: string } & Record<string, unknown>

/** A declared resource as the engine sees it: which table it is of was checked and is forgotten. */
export interface Resource extends Omit<
  Common<ResourceTable>,
  | 'title'
  | 'columns'
  | 'hiddenAtFirst'
  | 'sensitive'
  | 'search'
  | 'filters'
  | 'defaultSort'
  | 'slots'
> {
  title: (row: Row) => string
  columns: readonly Column<Row>[]
  hiddenAtFirst?: readonly string[]
  sensitive?: readonly string[]
  search: readonly string[]
  filters?: Readonly<Record<string, readonly string[]>>
  defaultSort: string
  slots?: { rowActions?: ComponentType<RowActionsProps<Row>> }
  schema?: z.ZodObject
  fields?: Readonly<Record<string, Field>>
}

export type EditableResource = Resource & Required<Pick<Resource, 'schema' | 'fields'>>

/**
 * Declares a list with its form. The compiler refuses a column that the table lacks, a form with a
 * field too few or too many, and a schema whose output the table cannot take.
 */
export function defineResource<const T extends ResourceTable, S extends FormSchema<T>>(
  resource: Common<T> & Form<T, S>,
): Resource {
  return resource as unknown as Resource
}

export function isEditable(resource: Resource): resource is EditableResource {
  return resource.fields !== undefined
}

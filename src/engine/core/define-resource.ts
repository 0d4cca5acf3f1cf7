import type { MutationMeta, QueryMeta } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { z } from 'zod'
import type { RequiredRights } from '@/shared/auth/required-rights'
import type { Database, Tables, TablesInsert } from '@/shared/supabase/database.types'
import type { SchemaParts } from './schema-parts'

type AnyTable = keyof Database['public']['Tables']

/**
 * Tables that a list can page through: each row has an id and a creation time, and a function
 * searches them.
 */
export type ResourceTable = {
  [T in AnyTable]: `search_${T}` extends keyof Database['public']['Functions']
    ? Tables<T> extends { id: string; created_at: string; search_text: string | null }
      ? T
      : never
    : never
}[AnyTable]

/** Tables whose rows change in a list or in a dialog; tasks and pledges have no declared list. */
export type RowTable = ResourceTable | 'tasks' | 'gift_pledges'

type ColumnName<T extends ResourceTable> = keyof Tables<T> & string

/** The columns of a row that a list selects. */
type ListRow<T extends ResourceTable, S extends ColumnName<T>> = Pick<
  Tables<T>,
  S | ('id' & keyof Tables<T>) | ('created_at' & keyof Tables<T>)
>

/** The declaration of a list with these rows and columns. */
interface Declared<R, Name extends string> {
  /** In the address, as `?tab=mentors` */
  slug: string
  /** The heading of the list */
  tab: string
  /** The rights to see the list and add to it. */
  requiredRights: RequiredRights
  /** The rights to change its rows, when stricter. */
  requiredRightsToEdit?: RequiredRights
  label: {
    one: string
    many: string
    /** Absent where users add nothing. */
    add?: string
    /** While the first page loads */
    loading?: string
  }
  toasts: ResourceToasts
  /** Where its rows come from: the text of the empty list */
  filledBy: string
  /** The name of a row, as in "Edit Josephine Carter". */
  title: (row: R) => string
  /** The first is the row's header and is always shown. */
  columns: readonly Column<R>[]
  /** The columns that are hidden until chosen in the column menu. */
  hiddenAtFirst?: readonly Name[]
  /** The columns of an export, where some may be unreadable; all by default. */
  exported?: readonly Name[]
  /** Further columns of an export: a column of the row that is referred to, as in `fund: 'funds(name)'`. */
  exportedNames?: Readonly<Record<string, `${string}(${string})`>>
  /** Columns that may be narrowed down to one row of another table by its id, or to `none`. */
  foreignKeyFilters?: readonly Name[]
  /** Numbers that may be narrowed down to those from one and to another, as in `?amount_from=50`. */
  ranges?: readonly Name[]
  /** A filter by what only a function of the database knows: it gives the rows of the chosen value. */
  subset?: Subset
  /** The named views of the list, as in `?view=overdue`. */
  views?: Readonly<Record<string, View<Name>>>
  /** The label of a filter's value, where its name with spaces is not enough. */
  filterLabel?: (value: string) => string
  /**
   * Its rows are people to whom staff write, by email or by post; the database knows their tables
   * (`private.addressed_tables`).
   */
  isAddressed?: true
  /** Its rows are people: adding one warns of possible duplicates. */
  warnsOfSimilar?: true
  /** Has a filter by the office day on which a row came. */
  days?: true
  defaultSort: `${'-' | ''}${Name}`
  /** Of rows of one day, this tells which came last. */
  enteredAt?: Name
  /**
   * An import treats rows as duplicates when they are equal in all columns of one of these lists
   * and its first column is not empty.
   */
  duplicateKeys?: readonly (readonly Name[])[]
  /** The table refuses duplicates. */
  isUnique?: true
  /** 25 by default */
  rowsPerPage?: number
  slots?: Slots<R>
}

export interface Subset {
  /** In the address, and the name of the function's argument */
  key: 'state'
  label: string
  from: 'accounts_in_state'
  /** The values with their labels */
  values: Readonly<Record<string, string>>
  /** Without one of these rights the filter is not there. */
  requiredRights: RequiredRights
}

export interface FilterChoices {
  label: string
  /** The label of the rows without one */
  none: string
  useChoices: () => readonly { id: string; label: string }[]
}

interface Common<T extends ResourceTable, S extends ColumnName<T>> extends Declared<
  ListRow<T, NoInfer<S>>,
  ColumnName<T>
> {
  table: T
  /** The columns that the list reads, besides `id` and `created_at`. */
  select: readonly S[]
  /**
   * Fields about a child that no list reads: `protected_values` returns them and logs the opening.
   */
  protected?: readonly Exclude<ColumnName<T>, S>[]
  /**
   * Choices that an import may set beyond the form's fields; a row added by hand gets the first.
   */
  importOnlyFields?: { readonly [K in ColumnName<T>]?: readonly (Tables<T>[K] & string)[] }
  /** The rows of the table that belong to the list; all by default. */
  baseFilter?: { readonly [K in ColumnName<T>]?: Tables<T>[K] }
  /** The choices of a filter by foreign key, where the list shows a control for it. */
  choices?: { readonly [K in ColumnName<T>]?: FilterChoices }
  /** The columns to filter by, with their values. */
  filters?: { readonly [K in ColumnName<T>]?: readonly Tables<T>[K][] }
}

export interface View<Column> {
  label: string
  /** As in "Nothing is overdue" */
  nothing: string
  /** The initial sort order */
  sort?: `${'-' | ''}${Column & string}`
  /** Only links lead there: it is offered while it is shown. */
  isHidden?: true
  where: readonly Condition<Column>[]
}

/** The viewer's account. */
export const me = { symbol: 'me' } as const
export const now = { symbol: 'now' } as const

/**
 * A part of a filter, with PostgREST's operators. The app builds a request from it; the database
 * builds SQL from it to count saved views and the queue (`private.filter_operators`), and knows
 * only the operators listed here.
 */
export type Condition<Column = string> =
  | readonly [Column, 'eq' | 'neq' | 'lt' | 'lte' | 'gt' | 'gte', string | Resolved]
  | readonly [Column, 'in', readonly string[]]
  | readonly [Column, 'is', null]

/** A value that is known when the condition is evaluated. */
export type Resolved =
  | typeof me
  | typeof now
  /** The start of an office day, `today` or `2026-01-31`, or of one some days later */
  | { day: string; later: number }

interface Slots<Row> {
  /** Beside the heading, instead of the button that adds a row. */
  actions?: ComponentType
  /** Replaces Edit at the end of a row and in its panel, for users who may change it. */
  rowActions?: ComponentType<RowActionsProps<Row>>
  /** In a toolbar menu, where there is more to do than add rows. */
  tool?: { label: string; Icon: ComponentType; Dialog: ComponentType<{ onClose: () => void }> }
  /** In the panel of a row, above its fields, also for users who may not change it. */
  panel?: ComponentType<RowActionsProps<Row>>
  /** Instead of the table. */
  rows?: ComponentType<RowsProps<Row>>
}

export type FailureToast = NonNullable<QueryMeta['failure']>
type SuccessToast = NonNullable<MutationMeta['success']>

interface ResourceToasts {
  loadFailed: FailureToast
  added?: SuccessToast
  addFailed?: FailureToast
  updated?: SuccessToast
  updateFailed?: FailureToast | undefined
}

export interface Column<Row> {
  /** A column of the table; or a name of its own for what stands in another one, which its cell reads. */
  key: (keyof Row & string) | `beside_${string}`
  header: string
  /** Without one of these rights the column is not there. */
  requiredRights?: RequiredRights
  sortable?: true
  isNumeric?: true
  /** The panel of a row shows it in another way. */
  isListOnly?: true
  /** Rows without a value come first; the index has that order. */
  emptyIsLeast?: true
  /** Comes first in the second line of a row on a phone. */
  mobilePriority?: true
  /** Shows the plain value where absent. A table gives it one line. */
  cell?(row: Row): ReactNode
}

export interface RowDialogProps<Row> {
  row: Row
  onClose: () => void
}

export type RowDialog<Row> = (props: RowDialogProps<Row> & { resource: Resource }) => ReactNode

export interface RowActionsProps<Row> {
  row: Row
  title: string
  /** Opens a dialog above the list, so that it stays when the row leaves. */
  open: (dialog: RowDialog<Row>) => void
  edit: () => void
}

export interface RowsProps<Row> {
  rows: readonly Row[]
  edit: (row: Row) => void
}

export type Field = {
  label: string
  hint?: ReactNode
  /** Takes a whole row of the form, like a text of several lines. */
  isWide?: boolean
} & (
  | { kind: 'text' | 'email' | 'tel' | 'date' | 'number' | 'textarea' }
  | {
      kind: 'select'
      options: readonly string[]
      /** The label of a stored value that is not among the options. */
      otherLabel?: (value: string) => ReactNode
    }
)

/** A form's fields are all text, as in the browser; the schema turns them into values. */
type FormSchema<T extends ResourceTable> = z.ZodObject &
  z.ZodType<Omit<TablesInsert<T>, 'id'>, Record<string, string>>

interface Fields<T extends ResourceTable, F> {
  schema: (parts: SchemaParts) => F & OnlyColumns<T, F>
  /** Exactly the schema's keys, in the order in which they are shown. */
  fields: { [K in keyof z.output<F>]: Field }
}

/**
 * The form of a resource: both parts, or neither for a read-only resource. An import uses the form.
 */
type Form<T extends ResourceTable, F> =
  | (Fields<T, F> & {
      toasts: ResourceToasts & Required<Pick<ResourceToasts, 'updated' | 'updateFailed'>>
      importOnly?: never
    })
  | {
      schema?: never
      fields?: never
      /** The form for imports, where users add rows by other means. */
      importOnly?: Omit<Fields<T, F>, 'schema'> & {
        /** Its values are columns, or what the import makes of them. */
        schema: (parts: SchemaParts) => F
      } & Omit<ImportForm, 'schema' | 'fields'>
    }

type OnlyColumns<T extends ResourceTable, F> =
  Exclude<keyof z.output<F>, keyof TablesInsert<T>> extends never
    ? unknown
    : { 'unknown column': Exclude<keyof z.output<F>, keyof TablesInsert<T>> }

export type Row = { id: string; created_at: string } & Record<string, unknown>

/**
 * A declared resource as the engine sees it: without its table's types, which the compiler checked.
 */
export interface Resource extends Declared<Row, string> {
  table: ResourceTable
  select: readonly string[]
  protected?: readonly string[]
  importOnlyFields?: Readonly<Record<string, readonly string[]>>
  baseFilter?: Readonly<Record<string, string>>
  choices?: Readonly<Record<string, FilterChoices>>
  filters?: Readonly<Record<string, readonly string[]>>
  schema?: (parts: SchemaParts) => z.ZodObject
  fields?: Readonly<Record<string, Field>>
  importOnly?: Omit<ImportForm, 'schema'> & { schema: (parts: SchemaParts) => z.ZodObject }
}

/** What an import adds rows to: a declared list, or the pledges, which have a page of their own. */
export type ImportTarget = Pick<
  Resource,
  | 'label'
  | 'schema'
  | 'fields'
  | 'importOnly'
  | 'importOnlyFields'
  | 'duplicateKeys'
  | 'protected'
  | 'isUnique'
> & { table: ResourceTable | 'gift_pledges' }

/** The form that an import validates rows with. */
export interface ImportForm {
  schema: z.ZodObject
  fields: Readonly<Record<string, Field>>
  /** A statement that staff may attest for all rows, and the consequence without it. */
  statement?: { label: string; otherwise: string }
  /** Fields that several columns of a file fill together, like a name in two parts. */
  joined?: readonly string[]
  /** The field that stands in for an empty one. */
  orElse?: Readonly<Record<string, string>>
  /** A file may mark rows that do not belong: a failed payment, an unsubscribed address. */
  asksForStatus?: true
  /** An import can keep unsubscribed addresses unsubscribed. */
  keepsUnsubscribed?: true
  /** A row's second person joins the first one's household. */
  takesSecond?: true
  /** The import asks whether a donor with a known name is the same person. */
  asksWho?: true
  /** Dates stored with their time, where the file gives the zone. */
  moments?: readonly string[]
  /** Fields that an export of the list does not have */
  besides?: readonly string[]
  /** A field with the name of a row of another list, and the column with the id of that row */
  linked?: {
    field: string
    column: string
    load: (signal: AbortSignal) => Promise<readonly Known[]>
  }
  /** The field with the day of a row, and the first days of the months that take no more rows */
  closed?: { field: string; load: (signal: AbortSignal) => Promise<readonly string[]> }
  /** Rows that are the same in these fields and differ in one are parts of one, and share an id. */
  parts?: { same: readonly string[]; differ: string; id: string }
  /** A row may hold a second gift, which matches the first. */
  matched?: { by: string; amount: string; id: string }
}

/** A row of another list */
export interface Known {
  id: string
  name: string
}

export type EditableResource = Resource & Required<Pick<Resource, 'schema' | 'fields'>>

/**
 * Declares a list with its form. The compiler rejects a column that the table lacks, a cell that
 * reads a column that is not selected, a form with a missing or extra field, and a schema whose
 * output the table cannot take.
 */
export function defineResource<
  const T extends ResourceTable,
  const S extends ColumnName<T>,
  F extends FormSchema<T>,
>(resource: Common<T, S> & Form<T, F>): Resource {
  return resource as unknown as Resource
}

/** Whether rows can be imported; `importForm` says how. */
export const isImportable = ({ importOnly, label, fields }: Resource): boolean =>
  importOnly !== undefined || (label.add !== undefined && fields !== undefined)

export function isEditable(resource: Resource): resource is EditableResource {
  return resource.fields !== undefined
}

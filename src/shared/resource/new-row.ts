import type { ResourceTable } from './define-resource'
import { backendMessage } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import { expectChange } from '@/shared/supabase/row-gone'

type Values = Readonly<Record<string, unknown>>
type Stored = Values & { id: string }

/** How far the clocks of browser and server may be apart. */
const CLOCK_DIFFERENCE_MS = 600_000

/**
 * A row to add, stored once however often that is tried. When an answer was lost, the next try first
 * looks for the row among the newest ones, and gives it what was changed since.
 */
export class NewRow {
  readonly #unanswered: Values[] = []
  #firstTry = Infinity

  constructor(private readonly table: ResourceTable) {}

  /** @throws PostgrestError; RowGoneError for what arrived earlier and may no longer be changed */
  async store(values: Values): Promise<void> {
    const stored = await this.#arrived()
    if (stored && holds(stored, values)) return
    this.#firstTry = Math.min(this.#firstTry, Date.now())
    try {
      if (stored) await this.#update(stored.id, values)
      else
        await supabase
          .from(this.table)
          .insert(values as never)
          .throwOnError()
    } catch (error) {
      if (backendMessage(error) === undefined) this.#unanswered.push(values)
      throw error
    }
  }

  async #arrived(): Promise<Stored | undefined> {
    if (this.#unanswered.length === 0) return undefined
    const { data } = await supabase
      .from(this.table as 'mentors')
      .select('*')
      .gte('created_at', new Date(this.#firstTry - CLOCK_DIFFERENCE_MS).toISOString())
      .order('created_at', { ascending: false })
      .limit(100)
      .throwOnError()
    return data.find((row) => this.#unanswered.some((values) => holds(row, values)))
  }

  async #update(id: string, values: Values): Promise<void> {
    expectChange(
      await supabase
        .from(this.table as 'mentors')
        .update(values as never)
        .eq('id', id)
        .select('id')
        .throwOnError(),
    )
  }
}

function holds(row: Values, values: Values): boolean {
  return Object.entries(values).every(([column, value]) => row[column] === value)
}

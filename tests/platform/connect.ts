import { inject } from 'vitest'
import { connectTo, type Sql } from '../../supabase/platform/cluster'

export type { Sql }

/** A pool of connections to the migrated database, as one role. */
export const connect = (role: string, options?: { max?: number }): Sql =>
  connectTo(inject('platformPort'), role, options)

import { openDatabase } from '../../supabase/embedded/database'
import { installTap } from '../../supabase/embedded/pgtap'
import { findPostgres } from '../../supabase/platform/postgres'
import { testTapFiles } from '../tap-files'

// Where CI has a Postgres, the platform's lane runs the same files.
const tags = process.env.CI && findPostgres() ? ['long'] : []

testTapFiles(
  async () => {
    const { pg, close } = await openDatabase()
    return { ...(await installTap(pg)), close }
  },
  { tags },
)

import { openDatabase } from '../../supabase/embedded/database'
import { installTap } from '../../supabase/embedded/pgtap'
import { testTapFiles } from '../tap-files'

testTapFiles(async () => {
  const { pg, close } = await openDatabase()
  return { ...(await installTap(pg)), close }
})

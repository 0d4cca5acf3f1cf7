import fs from 'node:fs'
import { openDatabase } from '../../supabase/embedded/database'
const db = await openDatabase()
const pg: any = (db as any).pg
await pg.exec(`set track_functions = 'all'`)
if (process.argv[2]) await pg.exec(fs.readFileSync(process.argv[2], 'utf8'))
const n = 60
const all: Record<string, (i: number) => string> = {
  insert: (i) => `insert into public.mentors (first_name, last_name, email, phone) values ('Ann', 'Lee ${i}', 'm${i}@x.example', '(512) 556-${String(1000+i)}')`,
  status: (i) => `update public.mentors set status = case status when 'active' then 'inactive'::public.person_status else 'active'::public.person_status end where email = 'm${i}@x.example'`,
  phone: (i) => `update public.mentors set phone = '512 77${10000+i}' where email = 'm${i}@x.example'`,
  delete: (i) => `delete from public.mentors where email = 'm${i}@x.example'`,
  gift: (i) => `insert into public.donations (donor_name, donor_email, donor_phone, amount, donation_type) values ('Ann Lee ${i}', 'd${i}@x.example', '(512) 555-${String(1000+i)}', 50, 'one-time')`,
  refund: (i) => `update public.donations set refunded = 5 where donor_email = 'd${i}@x.example'`,
  ungift: (i) => `delete from public.donations where donor_email = 'd${i}@x.example'`,
}
for (const [k, f] of Object.entries(all)) {
  await pg.query('select pg_stat_reset()')
  const t = performance.now()
  for (let i = 100; i < 100 + n; i++) await pg.query(f(i))
  console.log('\n' + k, ((performance.now() - t) / n).toFixed(2), 'ms')
  await pg.query('select pg_stat_force_next_flush()'); await pg.query('select 1')
  const { rows } = await pg.query(`select schemaname||'.'||funcname as f, calls, round(total_time::numeric/${n},3) as total, round(self_time::numeric/${n},3) as self from pg_stat_user_functions where calls >= ${n} order by self_time desc limit 9`)
  for (const r of rows) console.log(r.f.padEnd(40), String(r.calls).padStart(6), String(r.total).padStart(8), String(r.self).padStart(8))
}
await db.close()

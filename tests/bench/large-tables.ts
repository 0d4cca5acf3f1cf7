import type { PGlite } from '@electric-sql/pglite'

/** Tables of the back office, each with a statement that writes so many rows. */
const fillings = {
  donations: (rows: number) => `
    insert into public.donations
      (donor_name, donor_email, amount, donation_type, campaign, created_at)
    select 'Donor ' || md5(n::text), 'donor.' || n || '@example.org', 1 + n * 37 % 5000,
      case when n % 50 = 0 then 'grant' else 'one-time' end, case when n % 4 > 0 then 'Campaign ' || n % 50 end,
      now() - n * interval '5 minutes'
    from generate_series(1, ${rows}) n`,
  volunteer_applications: (rows: number) => `
    insert into public.volunteer_applications
      (first_name, last_name, email, motivation, status, created_at)
    select 'Given ' || n % 500, md5(n::text), 'volunteer.' || n || '@example.org',
      repeat('I would like to help. ', 5),
      (case when n % 50 = 0 then 'contacted' else 'new' end)::public.application_status,
      now() - n * interval '5 minutes'
    from generate_series(1, ${rows}) n`,
}

export type LargeTable = keyof typeof fillings

/** Puts so many rows in the place of those that a table has. */
export async function fillTable(pg: PGlite, table: LargeTable, rows: number): Promise<void> {
  await pg.exec(`
    alter table public.${table} disable trigger user;
    delete from public.${table};
    ${fillings[table](rows)};
    alter table public.${table} enable trigger user;
    analyze public.${table};
  `)
}

-- Restoring a backup. `supabase/backup` writes and reads the file.

create function private.hold_mail() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update private.outbox
  set state = 'failed', failed_at = now(), worker = null,
    error = 'It waited when the backup was made, and may have been sent since.'
  where state in ('queued', 'sending') and kind <> 'campaign';
  update public.email_campaigns set status = 'paused' where status = 'sending' and cancelled_at is null;
  update public.email_campaigns set status = 'draft', scheduled_at = null, scheduled_by = null
  where status = 'scheduled' and scheduled_at <= now();
  update private.mail_settings set digest_day = (now() at time zone private.office_time_zone())::date
  where digest_day < (now() at time zone private.office_time_zone())::date;
end
$$;
comment on function private.hold_mail() is
  'After a restore: no waiting mail is sent automatically. An admin tries it again, and resumes a campaign or sends it again.';

-- An erasure outlives a restore: a person who was erased since the backup was made is erased again.

create function private.certificates() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('key', private.keyed_hash(''), 'erasures', coalesce(jsonb_agg(to_jsonb(done)), '[]'))
  from private.erasures done where done.erased_at is not null
$$;
comment on function private.certificates() is
  'The erasures of this database, for private.erase_again; `key` tells whether another database makes the same hashes.';

-- Later files make some of the tables.
create function private.known_subjects() returns setof text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select lower(btrim(address)) from (
    select email::text from auth.users
    union select email from public.submissions
    union select email from public.newsletter_subscriptions
    union select email from public.mentors
    union select email from public.trainers
    union select email from public.mentees
    union select parent_email from public.mentees
    union select donor_email from public.donations
    union select recipient from private.outbox
    union select address from private.unqueued_recipients
    union select address from private.suppressions
    union select address from private.begun_accounts
    union select record_name from public.change_log where record_kind = 'persons'
    union select merged_row ->> 'email' from private.merges
    union select merged_row ->> 'parent_email' from private.merges
  ) as listed (address) where address is not null
  union
  select listed.id::text from (
    select mentors.id from public.mentors
    union all select trainers.id from public.trainers
    union all select mentees.id from public.mentees
    union all select program_applications.id from public.program_applications
    union all select merged_id from private.merges
    union all select people.id from private.people
  ) as listed (id);
end
$$;
comment on function private.known_subjects() is
  'Everything by which a person may have been erased: each address, and the id of each person or record.';

create function private.erase_again(certificates jsonb) returns table (certificate uuid, refusal text)
language plpgsql security definer set search_path = ''
as $$
declare
  again record;
  subject text;
  who private.data_subject;
begin
  perform private.lock_people(true);
  -- With another key, the same address has another hash.
  if certificates ->> 'key' is distinct from private.keyed_hash('') then
    return;
  end if;
  for again in
    select done, coalesce(
      array_agg(known.subject) filter (where private.keyed_hash(known.subject) = done.subject_hash),
      array_agg(known.subject) filter (where known.subject is not null)
    ) as subjects
    from jsonb_array_elements(certificates -> 'erasures') as certificate_of
    cross join lateral jsonb_populate_record(null::private.erasures, certificate_of) as done
    left join private.known_subjects() as known (subject) on private.keyed_hash(known.subject) = any (done.other_hashes || done.subject_hash)
    where not exists (select from private.erasures stored where stored.id = done.id and stored.erased_at is not null)
    group by done.*
  loop
    certificate := (again.done).id;
    refusal := null;
    foreach subject in array coalesce(again.subjects, '{}') loop
      -- Records that were left then stay, and so do claims that were never shown.
      who := private.data_subject(subject, array(
        select id from private.records_of_subject(private.subject_of(subject)) as record
        where private.keyed_hash(id::text) = any ((again.done).chosen_hashes)
          or is_sure and private.keyed_hash(id::text) <> all ((again.done).left_hashes)
      ));
      refusal := coalesce(refusal, private.erasure_refusal(who));
      if refusal is null then
        perform private.erase_rows(who);
      end if;
    end loop;
    if refusal is null then
      delete from private.erasures where id = certificate;
      insert into private.erasures select (again.done).*;
    end if;
    if again.subjects is not null then
      return next;
    end if;
  end loop;
end
$$;
comment on function private.erase_again(jsonb) is
  'After a restore: erases again whoever was erased since the backup, by the certificates, and puts these back. Records that stayed then stay again; so does the only admin, with a `refusal`.';

create function private.tell_unread_concerns(moment timestamptz) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored private.concerns;
begin
  update private.concerns as unread set unread_at = null
  where unread.unread_at is not null and private.readers_of_concern(unread) <> '{}';
  for stored in
    select * from private.concerns as unread
    where unread.closed_at is null and unread.unread_at is null and private.readers_of_concern(unread) = '{}'
    order by unread.created_at limit 20 for update skip locked
  loop
    update private.concerns set unread_at = moment where id = stored.id;
    perform private.mail_about_concerns(
      array(
        select told from unnest(private.admin_ids() || stored.reporter_id) as told where told <> all (stored.not_to)
      ),
      'unread', format('%s:%s', stored.id, moment::date), jsonb_build_object('reference', stored.reference)
    );
  end loop;
  if exists (select from private.safeguarding_leads) and not exists (select from private.reachable_leads()) then
    perform private.mail_about_concerns(
      private.admin_ids(), 'no_lead', (moment at time zone private.office_time_zone())::date::text, '{}'
    );
  end if;
end
$$;
comment on function private.tell_unread_concerns(timestamptz) is
  'Mails the reporter, and admins who are not left out, once an open concern has no lead who can read it; and admins once a day while no lead can sign in, for example because the auth service banned them.';

create function private.remind_of_concerns(moment timestamptz default now()) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored private.concerns;
begin
  for stored in
    select * from private.concerns as waiting
    where waiting.acknowledged_at is null and waiting.closed_at is null and waiting.reminders < 2
      and moment > private.due_at(waiting.created_at, case waiting.reminders when 0 then 1 else 3 end)
    order by waiting.created_at limit 20 for update skip locked
  loop
    perform private.mail_about_concerns(
      private.readers_of_concern(stored), 'reminder', format('%s:%s', stored.id, stored.reminders + 1),
      jsonb_build_object('reference', stored.reference, 'id', stored.id, 'is_danger', stored.is_danger)
    );
    update private.concerns set reminders = reminders + 1 where id = stored.id;
  end loop;
  perform private.tell_unread_concerns(moment);
end
$$;
comment on function private.remind_of_concerns is
  'Reminds the leads of a concern that nobody acknowledged, after one and after three business days, and reports concerns that nobody can read. The mails have its number and no text.';
select private.every_minute('remind_of_concerns');

-- Who got no answer sends the same again, perhaps from another network. What a visitor can send is
-- then in a row of the last day, word for word, and is not stored a second time. An application
-- without an e-mail address says too little to be known as somebody's.

create function private.receive_once() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  not_sent constant text[] := array['id', 'status', 'created_at'];
  is_here boolean;
begin
  if current_setting('role', true) not in ('anon', 'authenticated') or btrim(new.email) = '' then
    return new;
  end if;
  execute format(
    'select exists (
      select from public.%I as earlier
      where created_at > now() - interval ''1 day'' and email = $1.email
        and to_jsonb(earlier) - $2 = to_jsonb($1) - $2
    )',
    tg_table_name
  ) into is_here using new, not_sent;
  return case when is_here then null else new end;
end
$$;

-- Triggers fire in the order of their names: what comes again was counted by limit_submissions.
create trigger receive_once before insert on public.volunteer_applications
  for each row execute function private.receive_once();
create trigger receive_once before insert on public.program_applications
  for each row execute function private.receive_once();
create trigger receive_once before insert on public.partnership_proposals
  for each row execute function private.receive_once();
create trigger receive_once before insert on public.contact_messages
  for each row execute function private.receive_once();

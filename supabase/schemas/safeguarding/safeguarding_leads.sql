create table private.safeguarding_leads (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  added_at timestamptz not null default now()
);
comment on table private.safeguarding_leads is 'The accounts that read concerns. Never empty again once it has a row.';
alter table private.safeguarding_leads enable row level security;
create trigger log_change after insert or delete on private.safeguarding_leads
  for each row execute function private.log_change('user_id');
create trigger require_a_lead after delete on private.safeguarding_leads
  referencing old table as gone
  for each statement execute function private.require_a_lead();
create trigger tell_lead_change after insert or delete on private.safeguarding_leads
  for each row execute function private.tell_lead_change();

create function private.safeguarding_leads() returns table (id uuid, name text, added_at timestamptz, is_reachable boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select lead.user_id, private.account_name(lead.user_id), lead.added_at,
    lead.user_id in (select reachable.id from private.reachable_leads() as reachable)
  from private.safeguarding_leads lead
  where private.is_admin() or private.is_safeguarding_lead()
  order by 2, 1;
end
$$;

create function public.safeguarding_leads() returns table (id uuid, name text, added_at timestamptz, is_reachable boolean)
language sql stable security invoker set search_path = ''
as $$ select * from private.safeguarding_leads() $$;
comment on function public.safeguarding_leads is
  'For admins and leads: the safeguarding leads, and whether each can sign in and get email.';
grant execute on function private.safeguarding_leads, public.safeguarding_leads to authenticated;

create function private.set_safeguarding_lead(account uuid, is_lead boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if not is_lead then
    delete from private.safeguarding_leads where user_id = account;
    return;
  end if;
  perform private.lock_workflow();
  if not private.may_be_notified(
    account, (select btrim(email) from public.profiles where id = account), 'concern'
  ) then
    raise exception 'Only staff with a confirmed email address can be a safeguarding lead.' using errcode = 'P0001';
  end if;
  insert into private.safeguarding_leads (user_id) values (account) on conflict do nothing;
end
$$;

create function public.set_safeguarding_lead(account uuid, is_lead boolean) returns void
language sql security invoker set search_path = ''
as $$ select private.set_safeguarding_lead(account, is_lead) $$;
comment on function public.set_safeguarding_lead is
  'For admins: adds a member of staff with a confirmed address to the safeguarding leads, or removes one, but never the last. It is logged, and all leads and admins get an email.';
grant execute on function private.set_safeguarding_lead, public.set_safeguarding_lead to authenticated;

create table private.mentor_accounts (
  id uuid primary key,
  mentor_id uuid not null references public.mentors (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  address text not null check (private.is_line(address, 255)),
  linked_by uuid references public.profiles (id) on delete set null,
  linked_at timestamptz not null default now(),
  until timestamptz
);
comment on table private.mentor_accounts is
  'The accounts that staff linked to a mentor: what opens the page of mentors. A link that ended stays, so that what its device still sends reaches the office.';
comment on column private.mentor_accounts.address is 'The address of the account when it was linked, in lower case.';
comment on column private.mentor_accounts.until is 'When it ended; null while it holds.';
create unique index mentor_accounts_mentor_id_key on private.mentor_accounts (mentor_id) where until is null;
comment on index private.mentor_accounts_mentor_id_key is 'A mentor has one account.';
create unique index mentor_accounts_user_id_key on private.mentor_accounts (user_id) where until is null;
comment on index private.mentor_accounts_user_id_key is 'An account is linked to one mentor.';
create index mentor_accounts_mentor_id_idx on private.mentor_accounts (mentor_id);
create index mentor_accounts_user_id_idx on private.mentor_accounts (user_id);
create index mentor_accounts_linked_by_idx on private.mentor_accounts (linked_by);
alter table private.mentor_accounts enable row level security;
create trigger log_change after insert or update or delete on private.mentor_accounts
  for each row execute function private.log_change('user_id', 'mentor_id');

create function private.own_mentor() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select link.mentor_id from private.mentor_accounts link join public.profiles own on own.id = link.user_id
    where link.user_id = private.rights_holder() and link.until is null
      and own.confirmed and lower(btrim(own.email)) = link.address
  );
end
$$;
comment on function private.own_mentor is
  'The mentor to whom staff linked the caller''s account; null without a link, or while a second factor is missing.';

create function private.mentor_account(mentor uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require(private.has_permission('can_manage_mentors'), 'You may not read this.');
  return (
    select jsonb_build_object('id', link.id, 'address', link.address, 'linked_at', link.linked_at, 'linked_by', private.account_name(link.linked_by))
    from private.mentor_accounts link where link.mentor_id = mentor and link.until is null
  );
end
$$;

create function public.mentor_account(mentor uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.mentor_account(mentor) $$;
comment on function public.mentor_account is
  'For holders of can_manage_mentors: the account that is linked to a mentor, with its address, since when and by whom; null without one.';
grant execute on function private.mentor_account, public.mentor_account to authenticated;

create function private.link_mentor_account(link uuid, mentor uuid, address text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  given constant text := lower(btrim(address));
  account constant uuid := (select id from public.profiles where lower(btrim(email)) = given and confirmed);
begin
  perform private.require(private.has_permission('can_manage_mentors'), 'You may not link accounts to mentors.');
  perform from public.mentors where id = mentor for key share;
  if not found then
    raise exception 'This mentor was removed.' using errcode = 'PT404';
  elsif exists (select from private.mentor_accounts where id = link and mentor_id = mentor and linked_by = auth.uid()) then
    return;
  end if;
  -- One sentence for an unknown address and for an untrusted account: nobody learns who has an account.
  perform private.refuse_if(
    account is null or private.is_trusted(account) is not true,
    'No account with this address can be linked. It needs a confirmed address, and a password that its owner set by email after someone offered it a role.'
  );
  perform private.refuse_if(account = auth.uid(), 'You can''t link your own account. Ask a colleague.');
  perform private.refuse_if(
    exists (select from private.mentor_accounts where mentor_id = mentor and until is null),
    'This mentor has an account already. End that link first.'
  );
  perform private.refuse_if(
    exists (select from private.mentor_accounts where user_id = account and until is null),
    'This account is linked to another mentor.'
  );
  insert into private.mentor_accounts (id, mentor_id, user_id, address, linked_by) values (link, mentor, account, given, auth.uid());
exception when unique_violation then
  raise exception 'A colleague linked an account meanwhile. Read it again.' using errcode = 'PT409';
end
$$;

create function public.link_mentor_account(link uuid, mentor uuid, address text) returns void
language sql security invoker set search_path = ''
as $$ select private.link_mentor_account(link, mentor, address) $$;
comment on function public.link_mentor_account is
  'For holders of can_manage_mentors: links the account with this confirmed address to a mentor, once for each id. Refuses an account that is not trusted, the caller''s own, and a second link of either.';
grant execute on function private.link_mentor_account, public.link_mentor_account to authenticated;

create function private.unlink_mentor_account(link uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require(private.has_permission('can_manage_mentors'), 'You may not end this link.');
  update private.mentor_accounts set until = now() where id = link and until is null;
end
$$;

create function public.unlink_mentor_account(link uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.unlink_mentor_account(link) $$;
comment on function public.unlink_mentor_account is
  'For holders of can_manage_mentors: ends the link of an account to a mentor. Repeating it is harmless.';
grant execute on function private.unlink_mentor_account, public.unlink_mentor_account to authenticated;

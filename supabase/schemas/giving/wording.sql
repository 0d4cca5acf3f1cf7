create function private.words_of_receipts() returns jsonb
language sql stable security definer set search_path = ''
as $$ select words || jsonb_build_object('issuer', issuer) from private.receipt_wording $$;
comment on function private.words_of_receipts() is
  'What the next receipt says besides its gifts: the confirmed words and the issuer.';

create function private.receipt_wording() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(wording) - 'singleton' || jsonb_build_object('admins', (
    select coalesce(jsonb_agg(private.account_name(user_id) order by private.account_name(user_id)), '[]') from public.user_roles where role = 'admin'
  )) from private.receipt_wording wording where private.has_permission('can_manage_donations')
$$;

create function public.receipt_wording() returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.receipt_wording() $$;
comment on function public.receipt_wording is
  'The words of receipts (title, in_kind, no_goods, in_exchange, thanks), the issuer and the day as an admin confirmed them, a draft of other words, and the names of the admins, who confirm them; null without can_manage_donations.';

create function private.edited_wording(expected jsonb) returns private.receipt_wording
language plpgsql security definer set search_path = ''
as $$
declare
  wording private.receipt_wording;
begin
  perform private.require_admin();
  select * into wording from private.receipt_wording for update;
  perform private.refuse_if(
    expected is distinct from coalesce(wording.draft, wording.words), 'Someone else changed the wording. Copy yours, and reload the page.'
  );
  return wording;
end
$$;
comment on function private.edited_wording(jsonb) is
  'For admins: locks the wording. Refuses a caller who read other words than the last ones.';

create function private.save_receipt_wording(given jsonb, replaced jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  wording constant private.receipt_wording := private.edited_wording(replaced);
begin
  perform private.refuse_if(not private.are_receipt_words(given), 'A receipt needs all its texts, including the one about goods or services.');
  if given <> replaced then
    update private.receipt_wording set draft = nullif(given, wording.words) where singleton;
    perform private.log_action('changed', 'receipt_wording', null, 'Draft', (
      select jsonb_object_agg(key, jsonb_build_array(replaced -> key, value)) from jsonb_each(given) where value <> replaced -> key
    ));
  end if;
end
$$;
create function public.save_receipt_wording(given jsonb, replaced jsonb) returns void
language sql security invoker set search_path = ''
as $$ select private.save_receipt_wording(given, replaced) $$;
comment on function public.save_receipt_wording is
  'For admins: saves other words of receipts as a draft, in place of those that they read.';

create function private.confirm_receipt_wording(given jsonb, given_issuer text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  wording constant private.receipt_wording := private.edited_wording(given);
begin
  perform private.refuse_if(
    (select count(*) < 3 or not bool_and(private.is_line(line, 200)) from unnest(given_issuer) as line),
    'A receipt needs the name, address and tax number of the organization.'
  );
  if (wording.words, wording.issuer) is distinct from (given, given_issuer) then
    update private.receipt_wording set words = given, issuer = given_issuer, confirmed_at = now(), draft = null where singleton;
    perform private.log_action('changed', 'receipt_wording', null, 'Confirmed', jsonb_build_object(
      'wording', jsonb_build_array(private.words_in_full(wording.words, wording.issuer), private.words_in_full(given, given_issuer))
    ));
  end if;
end
$$;
create function public.confirm_receipt_wording(given jsonb, given_issuer text[]) returns void
language sql security invoker set search_path = ''
as $$ select private.confirm_receipt_wording(given, given_issuer) $$;
comment on function public.confirm_receipt_wording is
  'For admins: confirms the last words of receipts, as the caller read them, with the issuer''s name, address and tax number. New receipts have them; the log keeps them.';
grant execute on function private.receipt_wording, public.receipt_wording to authenticated;
grant execute on function private.save_receipt_wording, public.save_receipt_wording to authenticated;
grant execute on function private.confirm_receipt_wording, public.confirm_receipt_wording to authenticated;

-- Rights and retention: receipts belong to the books, so number, day and amounts stay, like those of gifts.

create function private.lines_without_words(lines jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(
    line || case when jsonb_typeof(line -> 'description') = 'string' then '{"description": "In kind"}' else '{}'::jsonb end
      || case when jsonb_typeof(line -> 'exchange') = 'string' then '{"exchange": "Goods or services"}' else '{}'::jsonb end
  order by place), '[]')
  from jsonb_array_elements(lines) with ordinality as listed (line, place)
$$;
comment on function private.lines_without_words(jsonb) is 'The lines of a receipt, without what was given in kind or in exchange.';

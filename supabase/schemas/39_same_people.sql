-- All people who may be the same, in slices. Each pair comes once, from the one with the lower id.

create function private.all_suggestions(after_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  enough constant integer := 25;
  slice constant integer := 1000;
  slices constant integer := 20;
  readable constant text[] := array(select private.readable_tables());
  reached uuid := coalesce(after_id, '00000000-0000-0000-0000-000000000000');
  looked uuid[];
  likely record;
  pairs jsonb := '[]';
begin
  perform private.require(private.may_link(), 'You may not say who is one person.');
  for turn in 1 .. slices loop
    looked := array(select id from private.people where id > reached order by id limit slice);
    for likely in
      -- A couple, and who has a number, an address or a full name in common with someone, before rights and names are compared.
      select distinct own.person_id as id from private.contact_points own
      join private.contact_points other on other.folded = own.folded and other.kind = own.kind and other.person_id > own.person_id
      where own.person_id = any (looked)
      union
      select id from private.people where id = any (looked) and is_couple
      union
      select own.id from private.people own join private.people other on other.names[1] = own.names[1] and other.id > own.id
      where own.id = any (looked) and own.names[1] like '% %'
      order by 1
    loop
      select pairs || coalesce(jsonb_agg(jsonb_build_object(
        'id', likely.id, 'name', private.readable_name(likely.id, readable),
        'addresses', (private.rows_of(array[likely.id], readable)).addresses,
        'other', alike.id, 'other_name', alike.name, 'other_addresses', alike.addresses, 'reason', alike.reason,
        'partner', alike.partner, 'partner_name', alike.partner_name
      ) order by alike.id), '[]') into pairs
      from private.suggestions_above(likely.id, likely.id) as alike;
      reached := likely.id;
      if jsonb_array_length(pairs) >= enough then
        return jsonb_build_object('pairs', pairs, 'next', reached);
      end if;
    end loop;
    if cardinality(looked) < slice then
      return jsonb_build_object('pairs', pairs, 'next', null);
    end if;
    reached := looked[slice];
  end loop;
  return jsonb_build_object('pairs', pairs, 'next', reached);
end
$$;

create function public.all_suggestions(after_id uuid default null) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.all_suggestions(after_id) $$;
comment on function public.all_suggestions is
  'Pairs of people who may be the same, as person_suggestions has them, 25 or a few more at a time in the order of ids; `next` continues after the last, and null is the end. For callers who may merge people.';
grant execute on function private.all_suggestions, public.all_suggestions to authenticated;

-- The import of pledges from a file.

create function private.installments_of(pledge jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object(
    'due_on', (coalesce(pledge ->> 'first_due', pledge ->> 'pledged_on')::date + make_interval(months => place * coalesce((pledge ->> 'every')::integer, 0)))::date,
    -- The last has the rest.
    'amount', case when place < number - 1 then part else amount - part * (number - 1) end
  ) order by place)
  from (
    select number, amount, trunc(amount / number, 2) as part from (
      select least(greatest(coalesce((pledge ->> 'installments')::integer, 1), 1), 120) as number, round((pledge ->> 'amount')::numeric, 2) as amount
    ) as said
  ) as parted
  cross join generate_series(0, number - 1) as place
$$;
comment on function private.installments_of(jsonb) is
  'The equal installments (due_on, amount) of a pledge in a file: `installments` of them, `every` so many months from `first_due` or the day of the pledge.';

create function private.pledger(pledge jsonb) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  who constant private.identity := private.identity('donations', pledge);
  picked constant uuid := pledge ->> 'person_id';
  made constant uuid := pledge ->> 'new_person_id';
begin
  if num_nonnulls(picked, made) > 0 then
    return private.picked_person(picked, made, who);
  end if;
  return coalesce(private.found_person(who), private.picked_person(null, gen_random_uuid(), who));
end
$$;
comment on function private.pledger(jsonb) is
  'The donor of a pledge in a file, as for a gift: the one who was picked, whom the rule finds by email, phone or name, or someone new.';

create function private.store_pledges(running private.imports, rows jsonb) returns uuid[]
language plpgsql security definer set search_path = ''
as $$
declare
  stored uuid[] := '{}';
  pledge jsonb;
  made jsonb := '{}';
  person uuid;
  claim text;
begin
  perform private.require_gift_desk();
  rows := private.with_funds(rows, running.id);
  perform private.refuse_wrong_pledge(row, private.installments_of(row)) from jsonb_array_elements(rows) as row;
  for pledge in
    select row from jsonb_array_elements(rows) as row
    where not exists (select from public.gift_pledges where id = (row ->> 'id')::uuid)
  loop
    claim := jsonb_build_array(lower(pledge ->> 'donor_name'), lower(pledge ->> 'donor_email'), pledge -> 'donor_phone', pledge -> 'person_id', pledge -> 'new_person_id');
    person := coalesce((made ->> claim)::uuid, private.pledger(pledge));
    made := made || jsonb_build_object(claim, person);
    insert into public.gift_pledges (id, person_id, donor_name, amount, fund_id, campaign, pledged_on, note, created_by)
    select given.id, person, btrim(given.donor_name), round(given.amount, 2), given.fund_id, given.campaign, given.pledged_on,
      -- A pledge has no email or phone of its own.
      nullif(concat_ws(e'\n', given.note, case when not exists (select from private.contact_points where person_id = person)
        then concat_ws(', ', pledge ->> 'donor_email', pledge ->> 'donor_phone') end), ''), private.current_user_id()
    from jsonb_populate_record(null::public.gift_pledges, pledge) as given;
    perform private.set_installments((pledge ->> 'id')::uuid, private.installments_of(pledge));
    stored := stored || (pledge ->> 'id')::uuid;
  end loop;
  return stored;
end
$$;
comment on function private.store_pledges(private.imports, jsonb) is
  'Stores pledges of an import with their installments, and returns the ids of the new ones. The email and phone of someone new are in the note. Refuses what refuse_wrong_pledge does.';

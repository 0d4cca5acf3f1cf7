-- A captcha before the forms, once the setting asks for it. Attempts over HTTP are in
-- tests/attacks/captcha.test.ts.

begin;
select plan(6 + 2 * cardinality(private.public_forms()));
update private.captcha set is_required = true where true;

create function pg_temp.send_pass(pass text) returns void
language sql
as $$ select tests.send_from(jsonb_build_object('cf-connecting-ip', '192.0.2.1', 'x-captcha-pass', pass)) $$;
create temporary table forms as select unnest(private.public_forms()) as form;

select pg_temp.send_pass('invented');
select tests.refused(
  'anon', tests.sample_insert(form), format('%s are refused without a pass', form), 'PGRST'
)
from forms;

create function pg_temp.sent_with_new_pass(form text) returns text
language plpgsql
as $$
begin
  perform pg_temp.send_pass(private.issue_captcha_pass());
  return (tests.attempt('anon', tests.sample_insert(form))).state;
end
$$;
select is(pg_temp.sent_with_new_pass(form), '00000', format('%s are stored with a pass', form)) from forms;

select is(
  (select count(*)::int from private.captcha_passes where used_for is not null), cardinality(private.public_forms()),
  'Each pass is used for one row'
);
select is_empty(
  $$ select from private.captcha_passes where expires_at > now() + interval '10 minutes' $$,
  'A pass is good for ten minutes'
);
update private.captcha_passes set expires_at = now() where used_for is not null;
select private.issue_captcha_pass();
select private.delete_captcha_passes();
select is(
  (select array_agg(used_for is null) from private.captcha_passes), array[true],
  'A pass that has expired is deleted, and no other'
);

select tests.send_from('{"cf-connecting-ip": "192.0.2.2"}');
insert into public.contact_messages (name, email, message) values ('Own', 'own@example.org', 'By the owner');
select isnt_empty(
  $$ select from public.contact_messages where name = 'Own' $$,
  'A table that is no form needs no pass'
);
select tests.refused(
  'admin', tests.sample_insert('pledges'), 'An admin at a form needs a pass, too', 'PGRST'
);
update private.captcha set is_required = false where true;
select is(
  (tests.attempt('anon', replace(tests.sample_insert('pledges'), 'sample@', 'off@'))).state, '00000',
  'While the setting is off none is asked for'
);

select * from finish();
rollback;

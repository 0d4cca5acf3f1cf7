begin;
select plan((
  9 + 9 * cardinality(private.public_forms()) + cardinality(private.queued_forms()) + (
    select count(*) from private.submission_kinds
    join pg_attribute on attrelid = format('public.%I', form)::regclass and attname = 'status'
    join pg_enum on enumtypid = atttypid
  )
)::integer);

create temporary table forms as select unnest(private.public_forms()) as form;

-- A visitor sends a form, and that is all.

select tests.done(
  'anon', tests.sample_insert(form),
  format(
    $$ exists (select from public.%I where email = 'sample@example.org' and created_at = now()) $$, form
  ),
  format('As anon I send one of the %s', form)
)
from forms;
select is_empty(
  format($$ select from public.%I where email = 'sample@example.org' and status <> 'new' $$, form),
  format('One of the %s arrives as new', form)
)
from forms where form <> 'newsletter_subscriptions';
select tests.refused(
  persona, replace(tests.sample_insert(form), 'sample@', 'again@') || ' returning id',
  format('As %s I cannot read back the id of one of the %s', persona, form)
)
from forms cross join unnest(array['anon', 'supporter', 'staff']) as persona;
select tests.refused(
  persona, replace(tests.sample_insert(form), 'sample@', 'again@') || ' on conflict ' || clause,
  format('As %s I cannot send one of the %s over another: %s', persona, form, clause)
)
from forms
cross join unnest(array['anon', 'supporter']) as persona
cross join unnest(array['(id) do nothing', '(id) do update set email = excluded.email']) as clause;
select tests.done(
  'admin', replace(tests.sample_insert(form), 'sample@', 'admin@') || ' returning id, email, created_at',
  format($$ exists (select from public.%I where email = 'admin@example.org') $$, form),
  format('As an admin I send one of the %s, and read it back', form)
)
from forms;

-- Reviewers set every status.

create temporary table statuses as
select form, enumlabel as status, enumsortorder as position
from forms
join pg_attribute on attrelid = format('public.%I', form)::regclass and attname = 'status'
join pg_enum on enumtypid = atttypid;

select tests.done(
  'only can_review_submissions', format('update public.%I set status = %L where email = ''sample@example.org''', form, status),
  format('exists (select from public.%I where email = ''sample@example.org'' and status = %L)', form, status),
  format('As a reviewer I set the status of one of the %s to %s', form, status)
)
from statuses order by form, position desc;

-- Email uniqueness of the newsletter ignores letter case.

select tests.refused(
  persona, format('insert into public.newsletter_subscriptions (name, email) values (''Ada'', %L)', address),
  format('As %s I cannot subscribe %s a second time', persona, quote_literal(address)), '23505'
)
from unnest(array['anon', 'supporter', 'admin']) as persona
cross join unnest(array['sample@example.org', 'SAMPLE@Example.ORG', ' Sample@example.org ']) as address;

select * from finish();
rollback;

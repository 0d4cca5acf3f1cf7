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
  'After a restore: no mail that waited goes out by itself. An admin tries it again, a campaign is resumed or sent anew.';

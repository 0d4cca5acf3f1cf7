-- Realtime evaluates these when a client joins a channel, and again with each new token. Each submission
-- has a channel for the presence of its readers; clients can send nothing else.
create policy "Reviewers receive broadcasts and presence"
  on realtime.messages for select to authenticated
  using (
    extension in ('broadcast', 'presence')
    and ((select realtime.topic()) = 'submissions' or (select realtime.topic()) like 'submission:%')
    and (select private.may_review())
  );
create policy "Reviewers send presence"
  on realtime.messages for insert to authenticated
  with check (
    extension = 'presence'
    and (select realtime.topic()) like 'submission:%'
    and (select private.may_review())
  );

create policy "Authors upload the files that they announced"
  on storage.objects for insert to authenticated
  with check (
    bucket_id = 'files'
    and (select private.storage_operation()) in ('object.upload', 'tus.upload.create', 'tus.upload.part')
    and private.may_store_object(name)
  );
-- Not listed, copied, moved, resized or signed: a link would open for anyone, even after the right is gone.
create policy "Readers of a record open its files"
  on storage.objects for select to authenticated
  using (
    bucket_id = 'files'
    and (select private.storage_operation()) in (
      'object.get_authenticated', 'object.get_authenticated_info', 'object.info_authenticated', 'object.head_authenticated_info'
    )
    and private.may_open_object(name, version)
  );

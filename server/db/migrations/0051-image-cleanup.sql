-- Empties logos and favicons that were stored before their URLs were validated, and deletes the files
-- of images that were deleted before their files were deleted with them.
do $$
declare
  store uuid;
  valid_url constant text := '^(/media(/[A-Za-z0-9_][A-Za-z0-9_.-]*)+|https://[^\s"''<>\\]+)?$';
begin
  for store in select id from business loop
    perform set_config('app.business_id', store::text, true);
    update business set
      logo = case when logo ~ valid_url then logo else '' end,
      favicon = case when favicon ~ valid_url then favicon else '' end,
      version = version + 1
    where id = store and (logo !~ valid_url or favicon !~ valid_url);
    perform add_job('media.deleteFiles', json_build_object('businessId', store, 'url', before ->> 'url'))
    from audit where business_id = store and entity = 'media' and action = 'delete';
  end loop;
  perform set_config('app.business_id', '', true);
end $$;

-- Empties logos and favicons on other sites, which no page of a store showed: another site could
-- see who opens an email with them.
do $$
declare
  store uuid;
begin
  for store in select id from business loop
    perform set_config('app.business_id', store::text, true);
    update business set
      logo = case when logo like 'https:%' then '' else logo end,
      favicon = case when favicon like 'https:%' then '' else favicon end,
      version = version + 1
    where id = store and (logo like 'https:%' or favicon like 'https:%');
    update cms set sections = jsonb_set(sections, '{identity}', (sections -> 'identity')
      || case when sections #>> '{identity,logo}' like 'https:%' then '{"logo": ""}' else '{}' end::jsonb
      || case when sections #>> '{identity,favicon}' like 'https:%' then '{"favicon": ""}' else '{}' end::jsonb)
    where business_id = store
      and (sections #>> '{identity,logo}' like 'https:%' or sections #>> '{identity,favicon}' like 'https:%');
  end loop;
  perform set_config('app.business_id', '', true);
end $$;

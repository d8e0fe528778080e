-- Cart reminders are off until a seller switches them on. Stores for which they were on by default keep them.
alter table cms no force row level security;
alter table cms disable trigger user;
insert into cms (store_id) select id from store on conflict do nothing;
update cms set sections = jsonb_set(sections, '{checkout}', '{"remindsCarts": true}' || coalesce(sections -> 'checkout', '{}'));
alter table cms enable trigger user;
alter table cms force row level security;

-- After an upload, a job creates further files of an image: `encoded_widths` are their widths, and
-- the image waits for the job until `encoded_at` is set. Images of earlier versions wait too.
alter table media
  add column encoded_at timestamptz,
  add column encoded_widths integer[] not null default '{}';
create index media__to_encode on media (business_id, id) where encoded_at is null;
drop trigger audit on media;
create trigger audit after insert or update or delete on media for each row
  execute function audit_row('encoded_at', 'encoded_widths');
drop trigger storefront_updated on media;
create trigger storefront_updated after update on media for each row when (
  (old.alt, old.url, old.encoded_widths) is distinct from (new.alt, new.url, new.encoded_widths)
) execute function add_storefront_revision();
grant select (encoded_widths) on media to storewright_storefront;

create function list_stores_with_images_to_encode(max_count integer) returns table (business_id uuid)
language sql stable as $$ select null::uuid where false $$;
-- The owner of the tables reads the images of every store, for list_stores_with_images_to_encode().
do $$ begin
  execute format('create policy owner_read on media for select to %I using (true)', current_user);
end $$;

-- Drafts that nobody has changed for a year are deleted.
create index order__draft on "order" (updated_at, store_id) where status = 'draft';
create policy owner_read on "order" for select to current_user using (true);

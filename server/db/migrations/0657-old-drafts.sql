-- One job deletes drafts without a change for 90 days (server/retention/retention-rules.ts).
drop index message__draft;
create index message__draft on message (store_id, author_id, created_at) where status = 'draft';
create policy owner_delete on message for delete to current_user using (true);
create policy owner_read on message for select to current_user using (true);

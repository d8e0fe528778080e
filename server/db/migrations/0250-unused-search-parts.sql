-- A job deletes the parts of words that no record has any more, in all stores.
create policy owner_read on search_word for select to current_user using (true);
create policy owner_cleanup on search_part to current_user
  using (true) with check (store_id = current_store());

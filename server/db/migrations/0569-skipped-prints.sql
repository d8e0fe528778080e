-- A print counts the selected orders that don't have its document.
alter table order_print add column skipped_count integer not null default 0;

-- The revision follows from the entries, so that it also changes when a process of an earlier version writes them.
alter table packed_sales drop column revision;
alter table packed_sales add column revision uuid not null generated always as (md5(entries)::uuid) stored;

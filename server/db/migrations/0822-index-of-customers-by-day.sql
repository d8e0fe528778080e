-- The dashboard need not read all days of a store to count the new customers of some.
create index record_tally__created on record_tally (store_id, created_on) where created_on is not null;

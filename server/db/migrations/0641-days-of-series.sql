-- Checked after a statement that moves all days of a series, not after each row.
drop index calendar_event__original;
alter table calendar_event add constraint calendar_event__original
  unique (store_id, series_id, original_on) deferrable;

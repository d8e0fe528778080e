-- A process keeps packed sales in its memory while their revision stays the same. Each row gets a revision of its own, so
-- PostgreSQL writes the table again.
alter table packed_sales add column revision uuid not null default new_id();

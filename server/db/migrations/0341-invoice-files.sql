-- The PDF of an issued invoice, created once. Rows are neither changed nor deleted.
create table invoice_file (
  store_id uuid not null default current_store() references store on delete cascade,
  invoice_id uuid not null,
  content bytea not null,
  digest text not null generated always as (encode(sha256(content), 'hex')) stored,
  created_at timestamptz not null default now(),
  primary key (store_id, invoice_id),
  foreign key (store_id, invoice_id) references invoice on delete cascade
);
comment on table invoice_file is 'Erasure of a customer
legal record: content';
alter table invoice_file enable row level security, force row level security;
create policy own_store on invoice_file
  using (store_id = current_store()) with check (store_id = current_store());
create trigger audit after insert on invoice_file for each row execute function audit_row('content');
grant select, insert on invoice_file to storewright_app;

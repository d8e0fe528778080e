-- An issued invoice also has the file of its XRechnung.
alter table invoice_file
  add column format text not null default 'pdf' check (format in ('pdf', 'xml')),
  drop constraint invoice_file_pkey,
  add primary key (store_id, invoice_id, format);
comment on table invoice_file is 'Erasure of a customer
legal record: content
not personal: format';

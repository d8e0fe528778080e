-- Rows of past months are moved into files.
alter table audit_seal drop constraint audit_seal_kind_check;
alter table audit_seal add check (kind in ('rows', 'archived', 'dropped'));

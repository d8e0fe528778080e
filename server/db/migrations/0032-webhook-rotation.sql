-- A name without the word secret, because the column is audited and columns with secrets are not.
alter table webhook rename column secret_renewed_at to rotated_at;

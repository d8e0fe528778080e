-- Whether the secret lies here encrypted by SECRET_KEY: then a copy of the database alone opens nothing.
alter table installation add column is_sealed boolean not null default false;

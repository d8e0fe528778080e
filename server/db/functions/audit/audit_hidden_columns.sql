-- Returns the columns whose values never reach the audit, in any table. The audit still records
-- that a row changed.
create or replace function audit_hidden_columns() returns text[] language sql immutable parallel safe as $$
  select '{password_hash,hash,token,token_hash,key_hash,cart_hash,secret,secret_hash,secret_encrypted,seed,templates}'
    ::text[]
$$;

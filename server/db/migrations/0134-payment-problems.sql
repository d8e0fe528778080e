-- Whether the provider refused the key of an account, or its webhook is missing, so that shoppers cannot pay.
alter table payment_account add column is_failing boolean not null default false;
-- The account at Stripe Connect that the platform of the operator charges for.
alter table payment_account add column connected_account text;
create index payment_account__connected on payment_account (connected_account) where connected_account is not null;
drop trigger audit on payment_account;
create trigger audit after insert or update or delete on payment_account for each row
execute function audit_row('webhook_id', 'updated_at', 'is_failing', 'connected_account');
-- Lets functions see the rows of all stores, which only the owner of the tables can call them as.
do $$ begin execute format('create policy registry on payment_account for select to %I using (true)', current_user); end $$;

-- `mismatched`: another amount was paid.
alter table payment_session drop constraint payment_session_state_check;
alter table payment_session add constraint payment_session_state_check check (state in (
  'opening', 'open', 'processing', 'paid', 'failed', 'expired', 'late', 'refunded', 'mismatched'));

-- Adds kinds of notifications to the present ones.
do $$
declare
  present text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'notification_kind_check');
begin
  alter table notification drop constraint notification_kind_check;
  execute format(
    'alter table notification add constraint notification_kind_check check ((%s)
      or kind in (''payment_mismatch'', ''payment_account_failed''))',
    substring(present from '^CHECK (.*)$'));
end $$;

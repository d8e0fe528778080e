-- The account of a bank transfer. Empty if the instructions describe it.
alter table payment_method
  add column account_holder text not null default '',
  add column iban text not null default '',
  add column bic text not null default '',
  add column transfer_reference text not null default '';
-- The account at the time of the order: accountHolder, iban, bic and transferReference.
alter table "order" add column bank_account jsonb;

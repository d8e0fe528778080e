-- When the seller said that the store charges no tax, such as a small business. The setup guide counts every domain as
-- chosen, so it no longer needs the time at which the seller chose one.
alter table business add column untaxed_since timestamptz;
drop trigger set_handle_chosen_at on business;
drop function set_handle_chosen_at();
alter table business drop column handle_chosen_at;

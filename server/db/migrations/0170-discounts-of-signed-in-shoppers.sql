-- Discounts of customers without a code need a sign-in.
drop function if exists find_discounts(text, text, uuid[]);

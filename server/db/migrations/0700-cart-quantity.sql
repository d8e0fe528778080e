-- The function has a parameter for the largest quantity now.
drop function if exists change_cart_line(bytea, uuid, integer);

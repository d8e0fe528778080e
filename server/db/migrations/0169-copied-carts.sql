-- A link of a cart copies it instead of sharing it.
drop function if exists merge_carts(bytea, bytea, integer, integer);

-- Its file creates it with one more argument.
drop function if exists add_to_cart(bytea, bytea, uuid, integer, integer, integer);

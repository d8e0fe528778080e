-- The server inserts the first pages of a store, whose texts are in its language files.
drop trigger fixed_pages on store;
drop function add_fixed_pages();

-- The part of a URL that names a store is its handle.

alter table business rename column address_chosen_at to handle_chosen_at;
alter function set_address_chosen_at() rename to set_handle_chosen_at;
alter trigger set_address_chosen_at on business rename to set_handle_chosen_at;

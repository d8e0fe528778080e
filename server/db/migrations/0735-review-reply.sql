-- The reply of the store to a review has the name that screens use.
alter table review rename column answer to reply;
comment on table review is 'Erasure of a customer
by record: order_id
delete: title text name reply
not personal: status';

-- Customers with one of these tags get the discount; without tags, every customer does.
alter table discount add column customer_tags text[] not null default '{}';

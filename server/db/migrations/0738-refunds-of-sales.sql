-- The refund of an overpayment no longer reduces the sales, and unpaid units that came back or were removed do. A job
-- rebuilds the sales of the stores.
alter table "order" no force row level security;
select add_job('sales.rebuild', json_build_object('storeId', store_id), 'sales.rebuild ' || store_id)
from "order" where refunded_overpayment <> 0 or unsold_total <> 0
group by store_id;
alter table "order" force row level security;

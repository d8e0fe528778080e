-- The table of sales changes keeps its pages when it is empty (0056). It gets some at once: plans that
-- are made for a table without pages read all of its rows for each product, and are reused.
select set_config('app.business_id', '00000000-0000-0000-0000-000000000000', true);
insert into sales_change (business_id, kind, item_id, at, status)
select '00000000-0000-0000-0000-000000000000', 'order', '00000000-0000-0000-0000-000000000000', now(), 'draft'
from generate_series(1, 3000);
delete from sales_change where business_id = '00000000-0000-0000-0000-000000000000';
select set_config('app.business_id', '', true);

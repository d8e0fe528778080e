-- Adds a revision if sales of this time can be of a past day, once in a transaction. The dashboard
-- caches days before yesterday, so the hour at which a day begins in the store's time zone does not matter.
create or replace function add_sales_revision_of_day(sold_at timestamptz) returns void language plpgsql as $$
begin
  if sold_at < clock_timestamp() - interval '20 hours'
    and current_setting('app.has_sales_revision', true) is distinct from 'yes' then
    perform set_config('app.has_sales_revision', 'yes', true);
    perform add_sales_revision(current_store());
  end if;
end $$;

-- A field that no trigger named, such as the withdrawal exception, left the cached pages as they were.
drop trigger storefront_safety_updated on product;
drop trigger storefront_updated on product;
create trigger storefront_updated after update on product for each row
  when (
    (old.version, old.price, old.compare_at_price, old.track_stock, old.image)
    is distinct from (new.version, new.price, new.compare_at_price, new.track_stock, new.image)
    or old.stock <> new.stock and least(old.stock, new.stock) <= 5
  ) execute function add_storefront_revision();

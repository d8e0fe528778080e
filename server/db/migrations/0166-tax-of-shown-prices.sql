-- Product pages say whether their prices include tax, so a tax rate makes the cached pages invalid.
create trigger storefront_changed after insert or update or delete on tax_class for each row
  execute function add_storefront_revision();

-- Pages show when and for how much the store delivers.
create trigger storefront_changed after insert or update or delete on shipping_zone for each row
  execute function add_storefront_revision();

create trigger storefront_changed after insert or update or delete on payment_method
  for each row execute function add_storefront_revision();

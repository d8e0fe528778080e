-- The number of items follows from the lines, the sums of payments from the payments, the fulfillment status of an
-- existing order from its parcels, and the times of its statuses are those of their entries.
drop trigger audit on "order";
create trigger audit after insert or delete on "order" for each row
  when (current_setting('app.is_undone', true) is distinct from 'on')
  execute function audit_row(
    'folded_email', 'search', 'shipping_country', 'folded_shipping_method', 'folded_payment_method', 'has_note',
    'return_status', 'return_progress', 'customer_since', 'link_since', 'corrected_emails', 'item_count', 'paid_total',
    'refunded_total', 'version', 'updated_at');
create trigger audit_update after update on "order" for each row
  when (current_setting('app.is_undone', true) is distinct from 'on')
  execute function audit_row(
    'folded_email', 'search', 'shipping_country', 'folded_shipping_method', 'folded_payment_method', 'has_note',
    'return_status', 'return_progress', 'customer_since', 'link_since', 'corrected_emails', 'item_count', 'paid_total',
    'refunded_total', 'version', 'updated_at', 'fulfillment_status', 'confirmed_at', 'shipped_at', 'delivered_at',
    'completed_at', 'canceled_at');
-- The image of a line is that of its variant.
drop trigger audit on order_line;
create trigger audit after insert or update or delete on order_line for each row
  when (current_setting('app.is_undone', true) is distinct from 'on')
  execute function audit_row('folded_sku', 'image', 'fulfilled_quantity', 'unsold_quantity');

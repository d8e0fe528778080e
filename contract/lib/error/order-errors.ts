import type { ErrorTemplate } from './error-text.ts'

/** Errors of orders and customers. */
export const orderErrors = {
  order_not_found: 'We couldn’t find this order. It may have been deleted.',
  invoice_not_found: 'We couldn’t find this invoice. It may have been deleted.',
  invoice_issued: 'This invoice was issued, so you can’t change it. Issue a credit note instead.',
  invoice_not_issued: 'Issue the invoice first.',
  invoice_without_email:
    'This invoice has no email of the customer. Download the PDF and send it yourself.',
  invoice_empty: 'There is nothing to invoice: the total of this order is zero.',
  invoice_order_unbilled: 'You can’t create an invoice for a draft or a canceled order.',
  invoice_seller_incomplete:
    'The address of your store is incomplete. Add it to the store details, then issue the invoice.',
  invoice_buyer_unnamed: 'Enter the name or the company of the customer.',
  invoice_vat_ids_missing:
    'An invoice without tax to another EU country needs your VAT ID and the customer’s. Add the missing one.',
  invoice_due_too_early:
    'The due date can’t be before the date of the invoice. Choose today or later.',
  invoice_tax_unexplained:
    'An invoice without tax needs a reason. Turn on “Small business without tax”, or add a tax rate of 0%.',
  invoice_not_creditable: 'Nothing is left to credit on this invoice.',
  e_invoice_incomplete:
    'XRechnung needs your tax ID, email and phone, both full addresses and the customer’s email.',
  invoice_export_too_big: 'This month has too many invoices for a ZIP. Export the CSV.',
  credit_too_big: 'This is more than the invoice has left. Enter less.',
  invoice_prefixes_equal: 'Invoices and credit notes need different prefixes.',
  order_invoiced: 'This order has an invoice already. Correct that invoice first.',
  order_customer_empty: 'Select a customer, or enter a name, an email or a phone number.',
  order_customer_erased:
    'The data of this order’s customer was erased. You can’t add another customer.',
  order_details_canceled:
    'You can’t change the customer or the addresses of a canceled order. Reopen it first.',
  order_items_closed: 'You can’t change the items of an order with the status {{orderStatus}}.',
  order_items_refunded:
    '{{count}} × {{title}} came back, was removed or was refunded. Keep that quantity.',
  order_items_replacement:
    '{{title}} replaces units of another order. Keep its quantity, or cancel this order and replace the units again.',
  order_price_refunded:
    'Units of {{title}} came back, were removed or were refunded, so you can’t change its price.',
  order_line_refunded:
    'You refunded {{amount}} of {{title}}. Its new total can’t be lower than that.',
  order_shipping_refunded:
    'You refunded {{amount}} of the shipping. Its new price can’t be lower than that.',
  order_total_refunded:
    'You refunded {{amount}} of this order. Its new total can’t be lower than that.',
  order_items_deleted: 'The products of this order were deleted. Create another order instead.',
  order_items_shipped:
    '{{count}} × {{title}} is in a parcel. Keep that quantity, or cancel the parcel first.',
  order_items_being_paid:
    'The customer is paying for this order right now. Try again after the payment has ended.',
  order_edit_closed: 'This order can no longer be changed here. Contact the store.',
  order_edit_unchanged: 'Nothing has changed yet. Change a product, a quantity or the address.',
  order_not_deliverable: 'The store can’t deliver these products to this address.',
  order_below_minimum: 'The order would be below the minimum of the store. Add products.',
  packer_link_not_found: 'We couldn’t find this packer link. It may have been deleted.',
  packer_link_invalid:
    'This link isn’t valid, has expired or was revoked. Ask the store for a new one.',
  packer_too_many_orders: 'A packer link can have at most {{count}} orders. Select fewer.',
  pick_too_big: {
    one: 'Only 1 unit of this product is needed.',
    other: 'Only {{count}} units of this product are needed.',
  },
  packing_changed: 'The picked units have changed. Check them, then pack the order.',
  order_not_packable: 'Don’t pack this order. It was changed, canceled or fulfilled.',
  order_archived: 'This order is archived. Unarchive it to change it.',
  order_still_open:
    'You can only archive orders that are delivered, completed, canceled or returned.',
  order_return_open: 'This order has an open return. Complete or decline it first.',
  order_is_unpaid: 'This order isn’t fully paid. To archive it anyway, open the order.',
  order_refund_due: 'A refund is due for this order. To archive it anyway, open the order.',
  status_return_open: 'Return or claim {{number}} is still open. Complete or decline it first.',
  order_not_draft: 'You can only delete drafts. Cancel or archive this order instead.',
  draft_in_use: 'This draft has a payment or an invoice. Cancel it instead.',
  order_number_taken: 'This order number is already in use. Try again.',
  address_not_found: 'We couldn’t find this address. It may have been deleted.',
  customer_address_limit:
    'A customer can have at most {{count}} additional addresses. Delete one first.',
  customer_has_open_order:
    'Order {{number}} of this customer is still open. Complete or cancel it first.',
  customer_not_found: 'We couldn’t find this customer. They may have been deleted.',
  customer_email_taken: 'Another customer has this email. Enter a different one.',
  not_sold: 'This product is no longer for sale. Remove it from the order.',
  products_not_sold:
    'Some products in this order are no longer for sale. Remove them from the order.',
  payment_unavailable:
    'This payment method isn’t available at the moment. Choose another one, or try again later.',
  insufficient_stock:
    'There isn’t enough inventory for this order. Reduce the quantities or restock.',
  line_stock_short: {
    one: 'Only 1 left',
    other: 'Only {{count}} left',
  },
  line_out_of_stock: 'Out of stock',
  not_payable:
    'You can’t record a payment for an order with the status {{orderStatus}}. Place or reopen the order first.',
  no_payment_link: 'Only drafts and unpaid orders have a payment link.',
  no_order_email:
    'Drafts, canceled orders and orders without an email address have no “Order received” email.',
  receipt_without_payment: 'This order has no payment yet.',
  invoices_not_issued: 'None of these orders has an issued invoice.',
  credit_notes_not_issued: 'None of these orders has a credit note.',
  orders_without_payment: 'None of these orders has a payment for a receipt.',
  nothing_to_pack: 'This order has no items to pack now. Check its status.',
  nothing_to_deliver: 'This order has no items to deliver.',
  orders_without_delivery: 'None of these orders has items to deliver.',
  orders_not_packable: 'None of these orders has items to pack now. Check their status.',
  print_too_many: 'Select at most {{count}} orders to print.',
  print_not_found: 'We couldn’t find this file. Print the orders again.',
  payments_too_big: 'The payments of this order would be too large. Enter a smaller amount.',
  payment_not_recorded: 'Only payments that were recorded manually can be voided. Refund this one.',
  payment_refunded:
    'The refunds of this order exceed its other payments, so this payment can’t be voided.',
  nothing_to_refund: 'This order has no payment to refund. Record a payment first.',
  refund_too_big: 'You can refund at most {{amount}}. Enter a smaller amount.',
  refund_not_failed: 'Nothing of this refund is left to retry. Reload the page.',
  hold_reason_missing: 'Enter a reason for putting the order on hold.',
  cancel_reason_missing: 'Enter a reason for canceling the order.',
  unpaid_reason_missing: 'This order isn’t fully paid. Enter a reason for completing it.',
  illegal_transition:
    'You can’t change an order from {{fromStatus}} to {{toStatus}}. Open the order to see the allowed changes.',
  order_is_draft: 'This order is a draft. Select “Place order” first.',
  order_is_on_hold: 'This order is on hold. Release it first.',
  order_is_canceled: 'This order is canceled. Reopen it first.',
  order_is_returned: 'This order was returned.',
  order_has_shipped: 'Items of this order have already shipped.',
  order_not_shipped: 'This order hasn’t shipped yet.',
  order_not_delivered: 'This order isn’t delivered yet.',
  order_is_lost: 'All parcels of this order are lost.',
  order_is_empty: 'All items of this order were removed.',
  status_is_payment: 'A payment isn’t a status. Record the payment instead.',
  status_is_refund: 'A refund isn’t a status. Record the refund instead.',
  already_shipped:
    'You can’t change the shipping address after the order has shipped. Undo the shipment first.',
  mail_required: 'You can’t turn off this email. The law requires it.',
  return_decided: 'This return was already accepted or declined. Reload the page.',
  return_too_big:
    'Some of these units were already returned, refunded or replaced. Check the quantities.',
  return_transition: 'This return can’t get that status. Reload the page.',
  return_not_receivable: 'This return was not accepted, or it is complete. Reload the page.',
  return_units_too_many: {
    one: 'Only 1 unit is left to receive. Enter a smaller quantity.',
    other: 'Only {{count}} units are left to receive. Enter a smaller quantity.',
  },
  return_empty: 'Choose at least one item.',
  return_not_accepted: 'This return isn’t accepted, or it is on the way. Reload the page.',
  return_deadline_past: 'This day has passed. Choose today or a later day.',
  return_label_type_unsupported: '{{file}} isn’t a PDF, PNG or JPEG file. Choose another file.',
  order_currency_changed: 'The order has another currency than the store. Refund it instead.',
  other_delivery_price:
    'Delivery to this address has a different price. Contact the store to change the address.',
  invalid_postal_code: 'Enter a postal code of this country, such as {{example}}.',
  shipping_address_missing:
    'This order has no complete shipping address. Add one before you ship it.',
  shipment_not_found: 'We couldn’t find this parcel. It may have been deleted.',
  shipment_canceled:
    'This parcel was canceled. You can’t change its tracking. Pack its items again.',
  label_service_missing:
    'Your store has no label service. Connect one in the shipping settings first.',
  label_exists: 'This parcel has a label already. Delete it before you create another one.',
  label_parcel_not_packed:
    'Labels are created for packed parcels only. If this one hasn’t left yet, undo its shipment first.',
  label_in_progress: 'This label is being created. Wait a minute and reload the page.',
  label_sender_missing:
    'Your store has no complete address. Add it in the store settings before you create a label.',
  label_service_unreachable:
    '{{service}} didn’t respond. Nothing was saved. Try again in a few minutes.',
  label_reply_invalid:
    '{{service}} sent a response without a valid label. Nothing was saved. Contact the service.',
  label_refused: '{{service}} refused the label: “{{reason}}”.',
  label_refused_without_reason:
    '{{service}} refused the label without a reason. Check the address and the secret.',
  nothing_to_ship: 'All items of this order are in parcels already.',
  order_not_shippable: 'You can’t ship an order with the status {{orderStatus}}.',
  parcel_too_big: {
    one: 'Only 1 unit is left to ship. Enter a smaller quantity.',
    other: 'Only {{count}} units are left to ship. Enter a smaller quantity.',
  },
  split_units_too_many: {
    one: 'Only 1 unit is in this parcel. Enter a smaller quantity.',
    other: 'Only {{count}} units are in this parcel. Enter a smaller quantity.',
  },
  parcel_split_incomplete: 'Choose some of the units. Each of the two parcels needs at least 1.',
  parcel_not_packed: 'You can only split and merge parcels that are packed and not yet shipped.',
  parcel_units_taken:
    'The items of this parcel are in another parcel or no longer in the order. Pack the remaining items instead.',
  parcel_units_bound:
    'You can’t undo this shipment. Some items came back, were refunded or replaced, or are in a return or claim.',
  parcel_merge_same: 'A parcel can’t be merged into itself. Choose another parcel.',
  parcel_transition: 'This parcel can’t get that status. Reload the page.',
  note_fixed: 'You can only change your own notes, and only for {{count}} hours.',
  refund_units_too_many: {
    one: 'Only 1 unit can be refunded. Enter a smaller quantity.',
    other: 'Only {{count}} units can be refunded. Enter a smaller quantity.',
  },
  order_file_not_found: 'We couldn’t find this file. It may have been deleted.',
  images_too_many: 'Choose at most {{count}} images.',
  attachment_missing: 'Choose a file.',
  attachment_one_file: 'Add one file at a time.',
  attachment_empty: '{{file}} is empty. Choose another file.',
  attachment_too_large: '{{file}} is larger than {{size}} MB. Choose a smaller file.',
  attachment_type_unsupported: '{{file}} isn’t a PDF, image or text file. Choose another file.',
  attachments_too_many: 'An order can have at most {{count}} attachments. Delete one first.',
  refund_amount_unsupported:
    '{{provider}} only refunds multiples of {{amount}}. Change the amount.',
  refund_payments_too_big: 'This is more than the payment can return. Enter a smaller amount.',
} as const satisfies Record<string, ErrorTemplate>

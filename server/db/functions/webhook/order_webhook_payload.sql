-- Returns the data of an order event (`OrderPayload` in contract/developer/webhook-payload.ts), or null when
-- the order does not exist.
create or replace function order_webhook_payload(wanted_id uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    '_id', o.id,
    'number', o.number,
    'status', o.status,
    'paymentStatus', o.payment_status,
    'fulfillmentStatus', o.fulfillment_status,
    'customer', jsonb_build_object(
      '_id', o.customer_id, 'name', o.customer_name, 'email', o.customer_email, 'phone', o.customer_phone,
      'company', o.customer_company, 'vatId', o.customer_vat_id),
    'currency', o.currency,
    'subtotal', o.subtotal,
    'discountTotal', o.discount_total,
    'shippingTotal', o.shipping_total,
    'shippingTaxRate', o.shipping_tax_rate,
    'shippingTax', o.shipping_tax,
    'taxTotal', o.tax_total,
    'taxIncluded', o.tax_included,
    'taxExemption', o.tax_exemption,
    'total', o.total,
    'paidTotal', o.paid_total,
    'refundedTotal', o.refunded_total,
    'itemCount', o.item_count,
    'shippingAddress', o.shipping_address,
    'billingAddress', o.billing_address,
    'shippingMethod', o.shipping_method,
    'paymentMethod', o.payment_method,
    'customerNote', o.customer_note,
    'tags', to_jsonb(o.tags),
    'source', o.source,
    'cancelReason', o.cancel_reason,
    'version', o.version,
    'createdAt', o.created_at,
    'lines', coalesce((
      select jsonb_agg(
        jsonb_build_object(
          '_id', l.id,
          'product', l.product_id,
          'variant', l.variant_id,
          'title', l.title,
          'variantTitle', l.variant_title,
          'sku', l.sku,
          'quantity', l.quantity,
          'unitPrice', l.unit_price,
          'discount', l.discount,
          'taxRate', l.tax_rate,
          'tax', l.tax,
          'total', l.total)
        order by l.position, l.id)
      from order_line l
      where l.business_id = o.business_id and l.order_id = o.id), '[]'))
  from "order" o
  where o.business_id = current_business() and o.id = wanted_id
$$;

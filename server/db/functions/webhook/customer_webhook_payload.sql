-- Returns the data of a customer event (`CustomerPayload` in contract/developer/webhook-payload.ts), or null
-- when the customer does not exist. Leaves out the note, which only the store may read.
create or replace function customer_webhook_payload(wanted_id uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    '_id', c.id,
    'name', c.name,
    'email', c.email,
    'phone', c.phone,
    'address', c.address,
    'tags', to_jsonb(c.tags),
    'acceptsMarketing', c.accepts_marketing,
    'company', c.company,
    'vatId', c.vat_id,
    'taxExempt', c.tax_exempt,
    'orderCount', c.order_count,
    'totalSpent', c.total_spent,
    'lastOrderAt', c.last_order_at,
    'version', c.version,
    'createdAt', c.created_at)
  from customer c
  where c.business_id = current_business() and c.id = wanted_id
$$;

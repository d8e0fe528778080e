-- Returns the columns of a table whose values in the audit end when a customer is erased.
create or replace function audit_personal_columns(table_name text) returns text[]
language sql immutable parallel safe as $$
  select case table_name
    when 'customer' then '{name,email,phone,address,note,tags,company,vat_id}'
    when 'customer_address' then '{address}'
    when 'order' then
      '{customer_name,customer_email,customer_phone,customer_company,customer_vat_id,customer_note,note,
        shipping_address,billing_address}'
    when 'order_event' then '{data}'
    when 'order_return' then '{reason,answer}'
    when 'order_withdrawal' then '{name,email}'
    when 'payment' then '{reference,note}'
    when 'fulfillment' then '{tracking_number,tracking_url}'
  end::text[]
$$;

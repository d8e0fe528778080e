-- Stores the document of a draft with the next number of the series, and returns the number, which has at
-- least four digits. The row of the series stays locked until the transaction ends, and a failed
-- transaction rolls it back, so that there are no gaps. The timeline of the order shows the document.
create or replace function issue_invoice(draft_id uuid, prefix text, day date, content jsonb)
returns text language sql as $$
  with next_number as (
    insert into invoice_series (store_id, prefix, last_number) values (current_store(), issue_invoice.prefix, 1)
    on conflict (store_id, prefix) do update set last_number = invoice_series.last_number + 1
    returning last_number,
      issue_invoice.prefix || lpad(last_number::text, greatest(4, length(last_number::text)), '0') as number
  ), issued as (
    update invoice i set
      series = issue_invoice.prefix, series_number = next_number.last_number, number = next_number.number,
      issued_on = day, document = content,
      settled_total = o.paid_total - o.refunded_total,
      is_refunded = o.refunded_total > 0 and o.paid_total = o.refunded_total,
      checksum = encode(sha256(convert_to(next_number.number || content::text, 'UTF8')), 'hex'),
      version = i.version + 1, updated_at = now()
    from next_number, "order" o
    where i.id = draft_id and i.number is null and o.store_id = i.store_id and o.id = i.order_id
    returning i.id, i.order_id, i.kind, i.number, i.total
  ), event as (
    insert into order_event (order_id, type, actor_id, actor, data)
    select order_id, kind || '_issued', current_person(),
      coalesce((select full_name from person where id = current_person()), ''),
      jsonb_build_object('invoice', number, 'invoiceId', id, 'amount', total)
    from issued
  )
  select number from issued
$$;

-- Gives a draft its document and the next number of the series, and returns the number. The series stays
-- locked until the transaction ends, and a transaction that fails rolls it back, so that there are no gaps.
-- The number has at least four digits.
create or replace function issue_invoice(draft_id uuid, prefix text, day date, content jsonb)
returns text language sql as $$
  with drawn as (
    insert into invoice_series (store_id, prefix, last_number) values (current_store(), issue_invoice.prefix, 1)
    on conflict (store_id, prefix) do update set last_number = invoice_series.last_number + 1
    returning last_number,
      issue_invoice.prefix || lpad(last_number::text, greatest(4, length(last_number::text)), '0') as number
  )
  update invoice i set
    series = issue_invoice.prefix, series_number = drawn.last_number, number = drawn.number,
    issued_on = day, document = content,
    checksum = encode(sha256(convert_to(drawn.number || content::text, 'UTF8')), 'hex'),
    version = i.version + 1, updated_at = now()
  from drawn where i.id = draft_id and i.number is null
  returning i.number
$$;

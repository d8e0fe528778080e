/** Rules of payments, refunds and invoices, like `invariantQueries`. */
export const paymentInvariants: Record<string, string> = {
  'a paid payment has exactly one order': `
    select s.id, s.state, o.number
    from payment_session s
    left join sale a on a.id = s.sale_id
    left join "order" o on o.id = coalesce(s.order_id, a.order_id)
    where (s.state in ('paid', 'processing') and o.id is null)
      or (s.state = 'paid' and not exists (
        select from payment p where p.order_id = o.id and p.reference = s.payment_id))`,

  'a refund that a provider made is recorded once, and no other is': `
    select r.id, r.state, r.amount, p.payments, p.amount as recorded
    from payment_refund r
    cross join lateral (
      select count(*) as payments, coalesce(sum(p.amount), 0) as amount
      from payment p
      where p.store_id = r.store_id and p.order_id = r.order_id and p.kind = 'refund'
        and p.provider = r.provider and p.provider_payment_id = r.provider_refund_id
        and r.provider_refund_id <> ''
    ) p
    where p.payments <> case when r.state = 'succeeded' then 1 else 0 end
      or p.amount > r.amount`,

  'a payment is refunded at most once': `
    select p.id, p.amount, sum(r.amount) as refunded
    from payment p join payment_refund r on r.store_id = p.store_id and r.payment_id = p.id
    where r.state = 'succeeded'
    group by p.store_id, p.id, p.amount
    having sum(r.amount) > p.amount`,

  'money that pays another order leaves the earlier one': `
    select a.number, b.number as other, p.amount
    from payment p
    join "order" a on a.store_id = p.store_id and a.id = p.order_id
    join "order" b on b.store_id = p.store_id and b.number = p.reference
      and (b.original_order_id = a.id or a.original_order_id = b.id)
    where not exists (
      select from payment q
      where q.store_id = p.store_id and q.order_id = b.id and q.reference = a.number
        and q.amount = p.amount and q.kind <> p.kind)`,

  'the credit notes of an invoice add up to its credited total, and each refund has one': `
    select i.id, i.number, i.total, i.credited_total, n.credited
    from invoice i
    left join lateral (
      select sum(n.total) as credited, count(n.refund_id) as notes,
        count(distinct n.refund_id) as refunds
      from invoice n where n.store_id = i.store_id and n.corrects_id = i.id
    ) n on true
    where i.kind = 'invoice' and (
      i.credited_total <> coalesce(n.credited, 0) or i.credited_total > i.total
      or n.notes <> n.refunds)`,

  'the numbers of invoices have no gaps and no duplicates': `
    select store_id, series, count(*), min(series_number), max(series_number)
    from invoice where number is not null
    group by 1, 2
    having count(*) <> max(series_number) - min(series_number) + 1
      or count(distinct series_number) <> count(*)`,
}

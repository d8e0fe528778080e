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

  'the refunded overpayments of an order are those of its refunds': `
    select o.id, o.number, o.refunded_overpayment, p.overpayment
    from "order" o
    left join (select order_id, sum(overpayment) as overpayment from payment group by 1) p on p.order_id = o.id
    where o.refunded_overpayment <> coalesce(p.overpayment, 0)
      or o.refunded_overpayment > greatest(o.refunded_total, 0)`,

  'the unsold total of an order is that of its returned and removed units, if nothing was paid': `
    select o.id, o.number, o.unsold_total, l.unsold
    from "order" o
    left join (
      select l.order_id, sum(greatest(round(l.total::numeric * l.unsold_quantity / l.quantity)
        - coalesce(f.amount, 0), 0)) as unsold
      from order_line l
      left join (
        select f.line_id, sum(f.amount) as amount
        from refund_line f join refund r on r.id = f.refund_id
        where f.disposition <> 'keep' or r.return_id is not null
        group by 1
      ) f on f.line_id = l.id
      group by 1
    ) l on l.order_id = o.id
    where o.unsold_total > case o.status when 'returned' then o.total else coalesce(l.unsold, 0) end
      or o.unsold_total < 0
      or o.paid_total = 0 and o.unsold_total
        <> case o.status when 'returned' then o.total else coalesce(l.unsold, 0) end`,

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

import type { Tx } from '../lib/db/db.ts'

const demoReviews = [
  {
    rating: 5,
    title: 'Better than in the photos',
    text: 'The finish is lovely and it feels solid. I have already ordered a second one as a present.',
  },
  {
    rating: 5,
    title: 'Arrived quickly',
    text: 'Well packed, no plastic, and here after two days. Exactly as described.',
  },
  {
    rating: 4,
    title: 'Good, slightly smaller than expected',
    text: 'I should have read the measurements. Apart from that I am very happy with the quality.',
  },
  { rating: 5, title: '', text: 'In use every day since spring and still looks like new.' },
  {
    rating: 3,
    title: 'Nice, but the color differs',
    text: 'It is a shade darker than on my screen. My question was answered within an hour.',
  },
  {
    rating: 4,
    title: 'Worth the price',
    text: 'You can tell that someone took care when making it.',
  },
  {
    rating: 2,
    title: 'Not for me',
    text: 'The quality is fine, but I had imagined it differently. The refund came promptly.',
  },
]

/** In a store with fewer order lines, each line has a review. */
const maxFullyReviewedLines = 300

/** Adds reviews to delivered orders. The newest ones still wait for the seller. */
export const createDemoReviews = (tx: Tx) => tx`
  with bought as (
    select o.id as order_id, l.product_id, o.created_at, o.customer_name,
      row_number() over (order by o.created_at desc, l.product_id) as rank,
      count(*) over () as line_count
    from "order" o
    -- The grouping makes the planner read the lines of one order at a time. Tables that
    -- were filled in this transaction have no statistics, and it would read all lines each time.
    cross join lateral (
      select product_id from order_line where order_id = o.id group by product_id
    ) l
    where o.status in ('delivered', 'completed') and o.created_at < now() - interval '9 days'
      and l.product_id in (select id from product where status = 'active')
  ), sample as (
    select *, row_number() over () as number from jsonb_to_recordset(${tx.json(demoReviews)})
      as s (rating integer, title text, text text)
  )
  insert into review (product_id, order_id, rating, title, text, name, status, created_at, decided_at)
  select b.product_id, b.order_id, s.rating, s.title, s.text, split_part(b.customer_name, ' ', 1),
    case when b.rank < 20 and b.rank % 5 = 0 then 'pending' else 'approved' end, b.created_at + interval '9 days',
    case when b.rank >= 20 or b.rank % 5 > 0 then b.created_at + interval '10 days' end
  from bought b
  join sample s on s.number = 1 + b.rank % ${demoReviews.length}
  where b.rank % case when b.line_count < ${maxFullyReviewedLines} then 1 else 5 end = 0
  order by b.created_at`

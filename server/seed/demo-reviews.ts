import type { Tx } from '../lib/db/db.ts'

/** Texts that fit every product. A product repeats none before it has all. */
const demoReviews: [rating: number, title: string, text: string][] = [
  [
    5,
    'Better than in the photos',
    'The finish is lovely and it feels solid. I have ordered a second one as a present.',
  ],
  [5, 'Arrived quickly', 'Well packed, no plastic, and here after two days. Exactly as described.'],
  [
    4,
    'Good, slightly smaller than expected',
    'I should have read the measurements. Apart from that I am very happy with it.',
  ],
  [5, '', 'In use every day since spring and still looks like new.'],
  [
    3,
    'Nice, but the color differs',
    'It is a shade darker than on my screen. My question was answered within an hour.',
  ],
  [4, 'Worth the price', 'You can tell that someone took care when making it.'],
  [
    5,
    'A present that worked',
    'My sister does not like presents. She asked where I had found this one.',
  ],
  [
    2,
    'Not for me',
    'The quality is fine, but I had imagined it differently. The refund came promptly.',
  ],
  [5, 'Just right', 'I compared four others before. This is the one that I would buy again.'],
  [4, '', 'Simple and well made. One star less, because the first parcel went to the neighbors.'],
  [5, 'Lovely to touch', 'Photos do not show how good it feels. Everyone who visits picks it up.'],
  [
    4,
    'Took a week, worth the wait',
    'Delivery was slower than promised, and they wrote to say so. The product is great.',
  ],
  [5, 'Second order', 'The first one is two years old and has earned a companion.'],
  [5, '', 'Does what it should and looks good while doing it.'],
  [3, 'Fine', 'No complaints, no surprises. I would have liked a second color.'],
  [5, 'Friendly people', 'I chose the wrong one, and the exchange took three days. Thank you.'],
  [4, 'Nearly perfect', 'A tiny mark on the underside, which nobody but me will ever see.'],
  [5, 'Even my partner noticed', 'And that is not a person who notices things.'],
  [4, 'Honest description', 'What you read is what you get. I like that.'],
  [5, '', 'Bought for a weekend, used ever since.'],
  [5, 'Small and mighty', 'Takes no space and makes me happy each morning.'],
  [3, 'Good, but check the size', 'The table on the page is right. My memory was not.'],
  [5, 'Beautifully packed', 'I nearly kept the box as well.'],
  [4, 'Solid', 'A little heavier than the one it replaces, and much nicer.'],
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
  ), reviewed as (
    select *, row_number() over (partition by product_id order by rank)
      + 5 * min(rank) over (partition by product_id) as turn
    from bought
    where rank % case when line_count < ${maxFullyReviewedLines} then 1 else 5 end = 0
  ), sample as (
    select number, (item ->> 0)::integer as rating, item ->> 1 as title, item ->> 2 as text
    from jsonb_array_elements(${tx.json(demoReviews)}) with ordinality as x (item, number)
  )
  insert into review (product_id, order_id, rating, title, text, name, status, created_at, decided_at)
  select b.product_id, b.order_id, s.rating, s.title, s.text, split_part(b.customer_name, ' ', 1),
    case when b.rank < 20 and b.rank % 5 = 0 then 'pending' else 'approved' end, b.created_at + interval '9 days',
    case when b.rank >= 20 or b.rank % 5 > 0 then b.created_at + interval '10 days' end
  from reviewed b
  join sample s on s.number = 1 + b.turn % ${demoReviews.length}
  order by b.created_at`

import type { DiscountInput } from '#contract/product/discount.ts'
import { createCampaign } from '../campaign/campaign-store.ts'
import { createSegment } from '../campaign/segment-store.ts'
import type { Tx } from '../lib/db/db.ts'

/** A code, and a discount that applies by itself. */
export const demoDiscounts: readonly DiscountInput[] = [
  {
    name: 'Welcome',
    code: 'WELCOME10',
    percentage: 10,
    limitPerCustomer: 1,
    combinesWith: ['shipping'],
  },
  {
    name: 'Free shipping from 150',
    kind: 'free_shipping',
    minimumAmount: 15_000,
    combinesWith: ['product', 'order'],
  },
]

/** Creates a sent campaign with results, a draft and a segment. */
export async function createDemoCampaigns(tx: Tx): Promise<void> {
  const regulars = await createSegment(tx, { name: 'Regular customers', filter: { minOrders: 2 } })
  const [product] = await tx<{ id: string }[]>`
    select id from product where status = 'active' and image <> '' order by created_at desc, id limit 1`
  const card = product ? `<div data-product="${product.id}"></div>` : ''
  const sent = await createCampaign(tx, {
    name: 'New this month',
    subject: 'New on our shelves',
    preview: 'A first look at what arrived',
    body: `<h2>New on our shelves</h2><p>We unpacked a few boxes this week. Here is our favorite.</p>${card}`,
  })
  await tx`
    insert into campaign_recipient (campaign_id, email, language, customer_id, state, claimed_at, sent_at)
    select ${sent._id}, email, language, customer_id, 'sent', now() - interval '8 days', now() - interval '8 days'
    from marketing_audience()`
  await tx`
    update campaign_recipient set unsubscribed_at = now() - interval '7 days'
    where id in (select id from campaign_recipient where campaign_id = ${sent._id} order by email limit 2)`
  await tx`
    update campaign set status = 'sent', created_at = now() - interval '9 days',
      started_at = now() - interval '8 days 1 minute', chosen_at = now() - interval '8 days',
      finished_at = now() - interval '8 days',
      sent_count = (select count(*) from campaign_recipient where campaign_id = ${sent._id})
    where id = ${sent._id}`
  await createCampaign(tx, {
    name: 'Thank you for coming back',
    subject: 'A thank-you for your second order',
    body: '<p>You came back, and that means a lot to us.</p>',
    segmentId: regulars._id,
  })
}

import type { z } from 'zod'
import type { CustomerConsent, customerConsentApi } from '#contract/customer/customer-history.ts'
import type { Page } from '#contract/lib/call/api.ts'
import { listPage } from '../lib/call/list.ts'
import { assertFound } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'

type StoreCustomer = { id: string; storeId: string }

/** Returns the consents of a customer, with those of the newsletter and of product alerts of the same email. */
export async function listConsents(
  tx: Tx,
  { id, storeId }: StoreCustomer,
  query: z.infer<typeof customerConsentApi.listConsents.query>,
): Promise<Page<CustomerConsent>> {
  const [customer] = await tx<{ subscriber: string | null; alerts: string[] }[]>`
    select (select s.id from subscriber s where s.email = c.folded_email) as subscriber,
      array(select a.id from product_alert a where a.email = c.folded_email) as alerts
    from customer c where c.id = ${id}`
  const { subscriber, alerts } = assertFound(customer, 'customer_not_found')
  return listPage<CustomerConsent>(
    tx,
    {
      key: `consent ${id}`,
      from: tx`consent_event e left join person p on p.id = e.actor_id`,
      alias: 'e',
      columns: tx`e.id as "_id", e.source, e.consent_text, e.created_at,
        coalesce(p.full_name, '') as actor,
        case when e.product_alert_id is null then e.kind else 'alert' || initcap(e.kind) end as kind`,
      where: [
        tx`(e.customer_id = ${id} or e.subscriber_id = ${subscriber}
        or e.product_alert_id = any(${alerts}::uuid[]))`,
      ],
      sorts: { createdAt: { expression: 'e.created_at', type: 'timestamptz' } },
      defaultSort: '-createdAt',
    },
    query,
    storeId,
  )
}

import type { z } from 'zod'
import type { CustomerReturn, customerReturnApi } from '#contract/customer/customer-history.ts'
import type { Page } from '#contract/lib/call/api.ts'
import { listPage } from '../../lib/call/list.ts'
import { assertFound } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'

/** Returns the returns and withdrawals of a customer's orders, newest first. */
export async function listCustomerReturns(
  tx: Tx,
  { id, storeId }: { id: string; storeId: string },
  query: z.infer<typeof customerReturnApi.listCustomerReturns.query>,
): Promise<Page<CustomerReturn>> {
  const [customer] = await tx`select 1 from customer where id = ${id}`
  assertFound(customer, 'customer_not_found')
  return listPage<CustomerReturn>(
    tx,
    {
      key: `customer return ${id}`,
      from: tx`(
        select r.id, r.order_id, r.kind, r.status, r.reason, r.created_at,
          (select coalesce(sum(quantity), 0) from order_return_line where return_id = r.id) as unit_count
        from order_return r
        union all
        select w.id, w.order_id, 'withdrawal', 'withdrawn', '', w.created_at, 0 from order_withdrawal w
      ) r join "order" o on o.id = r.order_id`,
      alias: 'r',
      columns: tx`r.id as "_id", r.kind, r.status, r.reason, r.unit_count::integer as unit_count, r.created_at,
        jsonb_build_object('_id', o.id, 'number', o.number) as "order"`,
      where: [tx`o.customer_id = ${id}`],
      sorts: { createdAt: { expression: 'r.created_at', type: 'timestamptz' } },
      defaultSort: '-createdAt',
    },
    query,
    storeId,
  )
}

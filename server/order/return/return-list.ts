import type { Page } from '#contract/lib/call/api.ts'
import {
  type ReturnCounts,
  type ReturnListQuery,
  type ReturnRow,
  returnStatesByView,
} from '#contract/order/order-return.ts'
import { listPage, toLikePattern } from '../../lib/call/list.ts'
import { assertFound } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { selectIsLate } from './return-deadline.ts'

const sumLines = (tx: Tx, column: string) => tx`
  (select coalesce(sum(${tx(column)}), 0)::integer from order_return_line where return_id = r.id)`

/** Returns the returns and claims of the store. A search finds numbers and names of customers. */
export const listReturns = (
  tx: Tx,
  query: ReturnListQuery,
  storeId: string,
): Promise<Page<ReturnRow>> =>
  listPage<ReturnRow>(
    tx,
    {
      key: `return ${JSON.stringify([query.q, query.view, query.kind])}`,
      from: tx`order_return r join "order" o on o.store_id = r.store_id and o.id = r.order_id`,
      alias: 'r',
      columns: tx`r.id as "_id", r.number, r.kind, r.status, r.wish, r.send_back_by,
        ${selectIsLate(tx, tx`r`)} as is_late, o.customer_name, r.created_at,
        ${sumLines(tx, 'quantity')} as unit_count,
        ${sumLines(tx, 'received_quantity')} as received_count,
        jsonb_build_object('_id', o.id, 'number', o.number) as "order"`,
      where: [
        ...(query.view
          ? [tx`r.status = any (${[...returnStatesByView[query.view]]}::text[])`]
          : []),
        ...(query.view === 'late' ? [selectIsLate(tx, tx`r`)] : []),
        ...(query.kind ? [tx`r.kind = ${query.kind}`] : []),
        ...(query.q
          ? [tx`concat_ws(' ', r.number, o.customer_name) ilike ${toLikePattern(query.q)}`]
          : []),
      ],
      sorts: { createdAt: { expression: 'r.created_at', type: 'timestamptz' } },
      defaultSort: '-createdAt',
    },
    query,
    storeId,
  )

export async function countReturns(tx: Tx): Promise<ReturnCounts> {
  const countView = (view: keyof typeof returnStatesByView) => tx`
    count(*) filter (where status = any (${[...returnStatesByView[view]]}::text[]))::integer`
  const [row] = await tx<ReturnCounts[]>`
    select count(*)::integer as "all", ${countView('requested')} as requested,
      ${countView('open')} as open,
      count(*) filter (where ${selectIsLate(tx, tx`r`)})::integer as late,
      ${countView('received')} as received,
      ${countView('done')} as done
    from order_return r`
  return assertFound(row)
}

/** Returns the id of the order that contains a return. */
export async function findOrderOfReturn(tx: Tx, id: string): Promise<string> {
  const [row] = await tx<{ orderId: string }[]>`
    select order_id from order_return where id = ${id}`
  return assertFound(row).orderId
}

import type { OrderChangeOf } from '#contract/order/order-change.ts'
import { createInvoice } from '../invoice/invoice-store.ts'
import { issueInvoice } from '../invoice/issue-invoice.ts'
import type { Tx } from '../lib/db/db.ts'
import { applyOrderChange } from '../order/change/apply-change.ts'

interface ShippedOrder {
  id: string
  lineIds: string[]
}
type Answer = Pick<OrderChangeOf<'createReturn'>, 'status' | 'wish' | 'reason'> & {
  cause: OrderChangeOf<'createReturn'>['lines'][number]['reason']
  isReceived?: boolean
}

/** The returns of the newest shipped orders, from the newest on. */
const demoReturns: readonly Answer[] = [
  {
    status: 'requested',
    wish: 'exchange',
    cause: 'wrong_size',
    reason: 'It is smaller than I thought. Do you have the next size?',
  },
  {
    status: 'requested',
    wish: 'refund',
    cause: 'defective',
    reason: 'The glaze has a crack on one side.',
  },
  { status: 'accepted', wish: 'any', cause: 'unwanted' },
  { status: 'accepted', wish: 'refund', cause: 'not_as_described', isReceived: true },
]

/** Creates invoices and returns of recent orders with the functions that the API uses. */
export async function createDemoAfterSale(tx: Tx, storeId: string): Promise<void> {
  const orders = await listShippedOrders(tx)
  for (const [index, answer] of demoReturns.entries()) {
    // Not every order in a row comes back.
    const order = orders[index * 3 + 1]
    if (order) await createDemoReturn({ tx, storeId, id: order.id }, order, answer)
  }
  // The oldest has the lowest number. The newest is a draft.
  for (const { id } of orders.slice(1).toReversed())
    await issueInvoice(tx, (await createInvoice(tx, id))._id)
  if (orders[0]) await createInvoice(tx, orders[0].id)
}

async function createDemoReturn(
  scope: { tx: Tx; storeId: string; id: string },
  { lineIds }: ShippedOrder,
  { cause, isReceived = false, ...answer }: Answer,
): Promise<void> {
  const units = lineIds.slice(0, 1).map(line => ({ line, quantity: 1 }))
  await applyOrderChange(scope, {
    change: {
      kind: 'createReturn',
      lines: units.map(unit => ({ ...unit, reason: cause })),
      isNotified: false,
      ...answer,
    },
  })
  if (!isReceived) return
  const [orderReturn] = await scope.tx<{ id: string }[]>`
    select id from order_return where order_id = ${scope.id}`
  await applyOrderChange(scope, {
    change: {
      kind: 'receiveReturn',
      return: orderReturn?.id ?? '',
      lines: units.map(unit => ({ ...unit, condition: 'good', isRestocked: true })),
      isNotified: false,
    },
  })
}

const listShippedOrders = (tx: Tx) => tx<ShippedOrder[]>`
  select o.id, (
    select array_agg(l.id order by l.position) from order_line l where l.order_id = o.id
  ) as line_ids
  from "order" o
  where o.status in ('delivered', 'completed') and o.payment_status = 'paid' and o.source <> 'pos'
  order by o.id desc limit 14`

import type { OrderChangeOf } from '#contract/order/order-change.ts'
import { createInvoice } from '../invoice/invoice-store.ts'
import { issueInvoice } from '../invoice/issue-invoice.ts'
import { type Tx, updateRow } from '../lib/db/db.ts'
import { applyOrderChange } from '../order/change/apply-change.ts'

interface ShippedOrder {
  id: string
  lineIds: string[]
}
type DemoReturn = Pick<OrderChangeOf<'createReturn'>, 'status' | 'wish' | 'reason'> & {
  cause: OrderChangeOf<'createReturn'>['lines'][number]['reason']
  /** The receipt of the units of a return after it was accepted. */
  progress?: 'late' | 'in_transit' | 'received'
}

/** The returns of the newest shipped orders, from the newest on. */
const demoReturns: readonly DemoReturn[] = [
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
  { status: 'accepted', wish: 'refund', cause: 'not_as_described', progress: 'received' },
  { status: 'accepted', wish: 'exchange', cause: 'wrong_item', progress: 'in_transit' },
  { status: 'accepted', wish: 'refund', cause: 'unwanted', progress: 'late' },
]

/** Creates invoices, returns and a claim of recent orders with the functions that the API uses. */
export async function createDemoAfterSale(tx: Tx, storeId: string): Promise<void> {
  const orders = await listShippedOrders(tx)
  // Every second order has no return, so that the list of orders shows both.
  const [claimedOrder, ...returnedOrders] = orders.filter((_, index) => index % 2 === 1)
  if (claimedOrder) await createDemoClaim({ tx, storeId, id: claimedOrder.id }, claimedOrder)
  for (const [index, demoReturn] of demoReturns.entries()) {
    const order = returnedOrders[index]
    if (order) await createDemoReturn({ tx, storeId, id: order.id }, order, demoReturn)
  }
  // The oldest has the lowest number. The newest is a draft.
  for (const { id } of orders.slice(1).toReversed())
    await issueInvoice(tx, (await createInvoice(tx, id))._id)
  if (orders[0]) await createInvoice(tx, orders[0].id)
}

type Scope = { tx: Tx; storeId: string; id: string }

/** Returns one unit of the first line. */
const takeUnits = ({ lineIds }: ShippedOrder) =>
  lineIds.slice(0, 1).map(line => ({ line, quantity: 1 }))

async function createDemoClaim(scope: Scope, order: ShippedOrder): Promise<void> {
  await applyOrderChange(scope, {
    change: {
      kind: 'createClaim',
      status: 'requested',
      wish: 'replacement',
      reason: 'It arrived in two halves. The box was dented on one corner.',
      lines: takeUnits(order).map(unit => ({ ...unit, reason: 'damaged' })),
      isNotified: false,
    },
  })
}

async function createDemoReturn(
  scope: Scope,
  order: ShippedOrder,
  { cause, progress, ...request }: DemoReturn,
): Promise<void> {
  const { tx } = scope
  const units = takeUnits(order)
  await applyOrderChange(scope, {
    change: {
      kind: 'createReturn',
      lines: units.map(unit => ({ ...unit, reason: cause })),
      isNotified: false,
      ...request,
    },
  })
  const [orderReturn] = await tx<{ id: string }[]>`
    select id from order_return where order_id = ${scope.id}`
  const returnId = orderReturn?.id ?? ''
  // The API accepts no deadline in the past.
  if (progress === 'late')
    await updateRow(tx, 'order_return', returnId, { sendBackBy: tx`current_date - 3` })
  if (progress === 'in_transit')
    await applyOrderChange(scope, {
      change: { kind: 'updateReturn', return: returnId, status: 'in_transit', isNotified: false },
    })
  if (progress === 'received')
    await applyOrderChange(scope, {
      change: {
        kind: 'receiveReturn',
        return: returnId,
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

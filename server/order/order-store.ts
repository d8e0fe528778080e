import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import {
  Fulfillment,
  Order,
  OrderEvent,
  OrderLine,
  OrderPayment,
  type OrderStatus,
  type orderApi,
} from '#contract/order.ts'
import { checkVersion, found, Problem } from '../lib/call/problem.ts'
import { columnsOf, type Tx, update } from '../lib/db/db.ts'
import { type Read, reading, run } from '../lib/db/read.ts'
import { addEvent } from './order-event.ts'
import { allowedTransitions, balanceOf } from './order-status.ts'

type Edit = z.infer<typeof orderApi.update.body>
/** An order's own row, with what rules need beside what is sent. */
type OwnRow = Omit<
  Order,
  'lines' | 'payments' | 'fulfillments' | 'timeline' | 'allowedTransitions' | 'balance'
> & { previousStatus: OrderStatus | null; deliveredAt: string | null }
type OwnLine = OrderLine & { tookStock: boolean }
export type HeldOrder = OwnRow & { lines: OwnLine[]; parcels: z.infer<typeof Fulfillment>[] }

export const customerOf = (tx: Tx) => tx`
  jsonb_build_object('_id', o.customer_id, 'name', o.customer_name, 'email', o.customer_email, 'phone', o.customer_phone) as customer`
const columns = {
  order: columnsOf(Order, {
    of: 'o',
    without: [
      'customer',
      'lines',
      'payments',
      'fulfillments',
      'timeline',
      'allowedTransitions',
      'balance',
    ],
  }),
  line: columnsOf(OrderLine, { without: ['product', 'variant'] }),
  parcel: columnsOf(Fulfillment),
  payment: columnsOf(OrderPayment),
  event: columnsOf(OrderEvent),
}
const ownColumns = (tx: Tx) => tx`${columns.order(tx)},
  o.previous_status, o.delivered_at, ${customerOf(tx)}`
const lineColumns = (tx: Tx) =>
  tx`${columns.line(tx)}, product_id as product, variant_id as variant, took_stock`

const readLines = (tx: Tx, id: string) =>
  tx<
    OwnLine[]
  >`select ${lineColumns(tx)} from order_line where order_id = ${id} order by position, id`
const readParcels = (tx: Tx, id: string) =>
  tx<
    z.infer<typeof Fulfillment>[]
  >`select ${columns.parcel(tx)} from fulfillment where order_id = ${id} order by id`

/** Everything of an order; its five queries are sent together. */
export const readOrder = (tx: Tx, id: string): Read<Order> =>
  reading(
    [
      tx<OwnRow[]>`select ${ownColumns(tx)} from "order" o where o.id = ${id}`,
      readLines(tx, id),
      readParcels(tx, id),
      tx<
        z.infer<typeof OrderPayment>[]
      >`select ${columns.payment(tx)} from payment where order_id = ${id} order by id`,
      tx<
        OrderEvent[]
      >`select ${columns.event(tx)} from order_event where order_id = ${id} order by id`,
    ],
    ([[row], lines, fulfillments, payments, timeline]) => {
      const order = found(row, 'This order')
      return {
        ...order,
        lines,
        fulfillments,
        payments,
        timeline,
        balance: balanceOf(order),
        allowedTransitions: allowedTransitions({ ...order, lines, parcels: fulfillments }),
      }
    },
  )

export const getOrder = (tx: Tx, id: string) => run(readOrder(tx, id))

/** Holds an order until the end of the transaction; refuses a stale version with the present order. */
export async function holdOrder(tx: Tx, id: string, version?: number): Promise<HeldOrder> {
  const [[row], lines, parcels] = await Promise.all([
    tx<OwnRow[]>`select ${ownColumns(tx)} from "order" o where o.id = ${id} for update`,
    readLines(tx, id),
    readParcels(tx, id),
  ])
  const order = found(row, 'This order')
  if (version !== undefined && version !== order.version)
    checkVersion(await getOrder(tx, id), version)
  return { ...order, lines, parcels }
}

/** Lines and parcels as they are now, after effects upon them. */
export async function readParts(tx: Tx, id: string): Promise<Pick<HeldOrder, 'lines' | 'parcels'>> {
  const [lines, parcels] = await Promise.all([readLines(tx, id), readParcels(tx, id)])
  return { lines, parcels }
}

const onItsWay: readonly OrderStatus[] = ['shipped', 'delivered', 'completed', 'returned']

export async function updateOrder(tx: Tx, id: string, { version, ...input }: Edit): Promise<Order> {
  const order: Record<string, unknown> & HeldOrder = await holdOrder(tx, id, version)
  const changed = Object.entries(input).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, order[field]),
  )
  const fields = changed.map(([field]) => field)
  if (fields.includes('shippingAddress') && onItsWay.includes(order.status)) throw alreadyShipped()
  if (changed.length > 0) {
    await update(tx, 'order', id, Object.fromEntries(changed), { versioned: true })
    await addEvent(tx, id, 'edited', { fields })
  }
  return getOrder(tx, id)
}
function alreadyShipped() {
  const message = 'The parcel is on its way: its address can no longer be changed'
  return new Problem(409, 'already_shipped', message, {
    errors: [{ path: 'shippingAddress', code: 'already_shipped', message }],
  })
}

export async function addNote(tx: Tx, id: string, text: string): Promise<Order> {
  const [order] = await tx`select 1 from "order" where id = ${id}`
  found(order, 'This order')
  await addEvent(tx, id, 'note_added', { text })
  return getOrder(tx, id)
}

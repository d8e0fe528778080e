import type { z } from 'zod'
import type { orderApi } from '#contract/order.ts'
import type { Tx } from '../lib/db.ts'
import { toProblem } from '../lib/problem.ts'
import { checkReason, moveOrder } from './order-moving.ts'
import { readStatus } from './order-status.ts'

type Body = z.infer<typeof orderApi.bulkStatus.body>
type Result = z.infer<typeof orderApi.bulkStatus.reply>[number]

/** Moves each order by itself: what one is refused does not hold up the others. Results stand in the order asked for. */
export async function moveOrders(tx: Tx, { ids, ...change }: Body): Promise<Result[]> {
  checkReason(readStatus(change.status), change.reason)
  const wanted = [...new Set(ids.map(id => id.toLowerCase()))]
  await holdAll(tx, wanted)
  const results = new Map<string, Result>()
  for (const id of wanted.toSorted()) results.set(id, await moveApart(tx, id, change))
  return wanted.flatMap(id => results.get(id) ?? [])
}

/** All that the moves will hold, each kind in the order of its ids, as every single move and every new order does. */
const holdAll = (tx: Tx, ids: readonly string[]) => Promise.all([
  tx`select 1 from "order" where id = any (${ids}::uuid[]) order by id for update`,
  tx`select 1 from variant where id in (select variant_id from order_line where order_id = any (${ids}::uuid[])) order by id for no key update`,
  tx`select 1 from product where id in (select product_id from order_line where order_id = any (${ids}::uuid[])) order by id for no key update`,
  tx`select 1 from customer where id in (select customer_id from "order" where id = any (${ids}::uuid[])) order by id for no key update`,
])

async function moveApart(tx: Tx, id: string, change: Omit<Body, 'ids'>): Promise<Result> {
  await tx`savepoint one_order`
  try {
    await moveOrder(tx, id, change)
    await tx`release savepoint one_order`
    return { _id: id, ok: true }
  } catch (error) {
    const { status, code, message } = toProblem(error)
    // Our own fault or the database's: then nothing of the whole call may stay.
    if (status >= 500) throw error
    await tx`rollback to savepoint one_order`
    return { _id: id, ok: false, code, message }
  }
}

import type { z } from 'zod'
import { type BulkReply, countedUpTo } from '#contract/lib/bulk.ts'
import type { Ability } from '#contract/lib/permission.ts'
import type { orderApi } from '#contract/order.ts'
import {
  type ChosenRows,
  chosenRows,
  eachApart,
  tellEach,
  tellResults,
} from '../lib/call/chosen-rows.ts'
import { Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { changeTags, fullOfTags } from '../rule/change-tags.ts'
import { orderFilterConditions } from './order-list.ts'
import { checkReason, moveOrder } from './order-moving.ts'
import { addPayment } from './order-payment.ts'
import { balanceOf, readStatus } from './order-status.ts'
import { holdOrder } from './order-store.ts'

type Body<K extends 'bulkStatus' | 'bulkTags' | 'bulkPayment'> = z.infer<
  (typeof orderApi)[K]['body']
>
type Abilities = readonly Ability[]
type Chosen = Pick<Body<'bulkStatus'>, 'ids' | 'where' | 'except' | 'expected' | 'after'>

const movedAtOnce = 100
const tagsAtMost = 20

const find = (
  tx: Tx,
  { ids, where, except, expected, after }: Chosen,
  atOnce: number,
  abilities: Abilities,
) =>
  chosenRows(
    tx,
    { ids, where, except, expected, after },
    {
      from: tx`"order" o`,
      id: 'o.id',
      atOnce,
      conditions: filters => orderFilterConditions(tx, filters, abilities),
    },
  )

/** Moves each order by itself: what one is refused does not hold up the others. Results stand in the order asked for. */
export async function moveOrders(
  tx: Tx,
  body: Body<'bulkStatus'>,
  abilities: Abilities,
): Promise<BulkReply> {
  const { status, reason, note, tracking, restock } = body
  checkReason(readStatus(status), reason)
  return eachOrder(tx, await find(tx, body, movedAtOnce, abilities), id =>
    moveOrder(tx, id, { status, reason, note, tracking, restock }),
  )
}

/** Records for each order what is still to be paid of it. */
export async function payOrders(
  tx: Tx,
  body: Body<'bulkPayment'>,
  abilities: Abilities,
): Promise<BulkReply> {
  return eachOrder(tx, await find(tx, body, movedAtOnce, abilities), async id => {
    const amount = balanceOf(await holdOrder(tx, id))
    if (amount <= 0) throw new Problem(409, 'nothing_to_pay', 'Nothing is to be paid of this order')
    await addPayment(tx, id, { amount, method: body.method })
  })
}

export async function changeOrderTags(
  tx: Tx,
  body: Body<'bulkTags'>,
  abilities: Abilities,
): Promise<BulkReply> {
  const rows = await find(tx, body, countedUpTo, abilities)
  const there = await holdNumbers(tx, rows.ids)
  const changed = await changeTags(tx, 'order', [...there.keys()], body, tagsAtMost)
  const edited = changed.filter(row => row.isChanged).map(row => row.id)
  await tx`
    insert into order_event (order_id, type, actor_id, actor, data)
    select id, 'edited', current_person(), coalesce((select full_name from person where id = current_person()), ''), ${tx.json({ fields: ['tags'] })} from unnest(${edited}::uuid[]) id`
  return tellEach(rows, there, fullOfTags(changed, tagsAtMost))
}

async function eachOrder(
  tx: Tx,
  { ids, next }: ChosenRows,
  work: (id: string) => Promise<unknown>,
): Promise<BulkReply> {
  const numbers = await holdAll(tx, ids)
  const results = await eachApart(tx, ids.toSorted(), id => numbers.get(id) ?? '', work)
  return tellResults(
    ids.flatMap(id => results.get(id) ?? []),
    next,
  )
}

async function holdNumbers(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx<
    { id: string; number: string }[]
  >`select id, number from "order" where id = any (${ids}::uuid[]) order by id for update`
  return new Map(rows.map(row => [row.id, row.number]))
}

/** All that the work will hold, each kind in the order of its ids, as every single move and every new order does. */
async function holdAll(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const [numbers] = await Promise.all([
    holdNumbers(tx, ids),
    tx`select 1 from variant where id in (select variant_id from order_line where order_id = any (${ids}::uuid[])) order by id for no key update`,
    tx`select 1 from product where id in (select product_id from order_line where order_id = any (${ids}::uuid[])) order by id for no key update`,
    tx`select 1 from customer where id in (select customer_id from "order" where id = any (${ids}::uuid[])) order by id for no key update`,
  ])
  return numbers
}

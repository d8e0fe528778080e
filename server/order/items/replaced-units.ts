import { createFieldProblem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'

/** Returns how many units of an order line other orders replace. `id` is the column with the id of the line. */
export const selectReplacedUnits = (tx: Tx, id: ReturnType<Tx>) => tx`(
  select coalesce(sum(n.quantity), 0)::integer
  from order_line n join "order" f on f.store_id = n.store_id and f.id = n.order_id
  where n.replaces_line_id = ${id} and f.status <> 'cancelled')`

/** Stores which lines the lines of a new order replace, in the order of the lines. */
export const linkReplacedLines = (tx: Tx, newOrderId: string, lineIds: readonly string[]) => tx`
  update order_line n set replaces_line_id = r.line_id
  from unnest(${[...lineIds]}::uuid[]) with ordinality as r (line_id, position)
  where n.order_id = ${newOrderId} and n.position = r.position - 1`

/**
 * Asserts that the units which a canceled order replaces were neither returned nor replaced by another order since.
 * Locks the order that it follows, so that no other change replaces them meanwhile.
 * @throws Problem 409 return_too_big
 */
export async function assertStillReplaceable(tx: Tx, { _id: id }: { _id: string }): Promise<void> {
  await tx`
    select 1 from "order"
    where id = (select original_order_id from "order" where id = ${id}) for update`
  const [exceeded] = await tx`
    select from order_line n join order_line l on l.store_id = n.store_id and l.id = n.replaces_line_id
    where n.order_id = ${id} and n.quantity > l.fulfilled_quantity - l.returned_quantity
      - ${selectReplacedUnits(tx, tx`l.id`)} - coalesce((
        select sum(r.quantity - r.received_quantity - r.replaced_quantity)
        from order_return_line r join order_return t on t.store_id = r.store_id and t.id = r.return_id
        where r.line_id = l.id and t.status not in ('declined', 'canceled')
      ), 0)`
  if (exceeded) throw createFieldProblem('change.status', 'return_too_big', {}, 409)
}

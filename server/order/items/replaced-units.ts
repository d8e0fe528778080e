import type { Tx } from '../../lib/db/db.ts'

/** Returns how many units of an order line other orders replace. `id` is the column with the id of the line. */
export const selectReplacedUnits = (tx: Tx, id: ReturnType<Tx>) => tx`(
  select coalesce(sum(n.quantity - n.removed_quantity), 0)::integer
  from order_line n join "order" f on f.store_id = n.store_id and f.id = n.order_id
  where n.replaces_line_id = ${id} and f.status <> 'cancelled')`

/** Stores which lines the lines of a new order replace, in the order of the lines. */
export const linkReplacedLines = (tx: Tx, newOrderId: string, lineIds: readonly string[]) => tx`
  update order_line n set replaces_line_id = r.line_id
  from unnest(${[...lineIds]}::uuid[]) with ordinality as r (line_id, position)
  where n.order_id = ${newOrderId} and n.position = r.position - 1`

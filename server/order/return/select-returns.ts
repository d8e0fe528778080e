import { OrderReturn, OrderReturnLine } from '#contract/order/order-part.ts'
import { createFieldProblem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { selectPartColumns, selectParts } from '../../lib/db/record-part.ts'
import { selectIsLate } from './return-deadline.ts'

declare module '../../lib/db/table-fields.ts' {
  interface TableColumns {
    order_return: Pick<OrderReturn, 'number' | 'kind' | 'wish' | 'status'> &
      Partial<Pick<OrderReturn, 'reason' | 'answer' | 'decidedAt' | 'sendBackBy'>> & {
        orderId: string
      }
    order_return_line: Pick<OrderReturn['lines'][number], 'quantity' | 'reason'> & {
      returnId: string
      lineId: string
    }
  }
}

const returnColumns = selectPartColumns(OrderReturn, { omit: ['lines', 'newOrders', 'isLate'] })
const lineColumns = selectPartColumns(OrderReturnLine, {
  omit: ['line', 'replacedQuantity', 'refundedQuantity'],
})

/** Returns the query that reads the returns of an order with their lines. */
export const selectReturns = (tx: Tx, orderId: string) => {
  const lines = tx`
    select line_id as line, ${lineColumns(tx)},
      count_replaced_units(return_id, line_id) as "replacedQuantity",
      count_refunded_units(return_id, line_id) as "refundedQuantity"
    from order_return_line where return_id = order_return.id order by id`
  const newOrders = tx`
    select e.id as "_id", e.number from "order" e
    where e.return_id = order_return.id and e.status <> 'cancelled' order by e.id`
  return tx<OrderReturn[]>`
    select ${returnColumns(tx)}, ${selectIsLate(tx, tx`order_return`)} as "isLate",
      ${selectParts(tx, lines)} as lines, ${selectParts(tx, newOrders)} as "newOrders"
    from order_return
    where order_id = ${orderId} order by id`
}

/** @throws Problem 422 not_found on `return` */
export async function findReturn(tx: Tx, orderId: string, id: string): Promise<OrderReturn> {
  const orderReturn = (await selectReturns(tx, orderId)).find(({ _id }) => _id === id)
  if (!orderReturn) throw createFieldProblem('return', 'not_found')
  return orderReturn
}

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
        exchangeOrderId?: string
      }
    order_return_line: Pick<OrderReturn['lines'][number], 'quantity' | 'reason'> &
      Partial<Pick<OrderReturn['lines'][number], 'replacedQuantity'>> & {
        returnId: string
        lineId: string
      }
  }
}

const returnColumns = selectPartColumns(OrderReturn, { omit: ['lines', 'exchangeOrder', 'isLate'] })
const lineColumns = selectPartColumns(OrderReturnLine, { omit: ['line'] })

/** Returns the query that reads the returns of an order with their lines. */
export const selectReturns = (tx: Tx, orderId: string) => {
  const lines = tx`
    select line_id as line, ${lineColumns(tx)} from order_return_line
    where return_id = order_return.id order by id`
  return tx<OrderReturn[]>`
    select ${returnColumns(tx)}, ${selectIsLate(tx, tx`order_return`)} as "isLate",
      ${selectParts(tx, lines)} as lines, (
      select jsonb_build_object('_id', e.id, 'number', e.number) from "order" e
      where e.id = order_return.exchange_order_id
    ) as "exchangeOrder" from order_return
    where order_id = ${orderId} order by id`
}

/** @throws Problem 422 not_found on `return` */
export async function findReturn(tx: Tx, orderId: string, id: string): Promise<OrderReturn> {
  const orderReturn = (await selectReturns(tx, orderId)).find(({ _id }) => _id === id)
  if (!orderReturn) throw createFieldProblem('return', 'not_found')
  return orderReturn
}

import { selectSendBackDays } from '../../cms/rule/send-back-days.ts'
import { createFieldProblem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'

const selectToday = (tx: Tx) => tx`
  (select (now() at time zone timezone)::date from store where id = current_store())`

/** Matches accepted returns whose deadline has passed and of which no unit has arrived or is missing. */
export const matchesLate = (tx: Tx, table: ReturnType<Tx>) => tx`
  ${table}.kind = 'return' and ${table}.status = 'accepted'
    and ${table}.send_back_by < ${selectToday(tx)} and not exists (
      select from order_return_line
      where return_id = ${table}.id and received_quantity + missing_quantity > 0
    )`

/** Selects whether a return is late. */
export const selectIsLate = (tx: Tx, table: ReturnType<Tx>) => tx`
  coalesce(${matchesLate(tx, table)}, false)`

/** Returns the last day to send a return back that is accepted now, or null without a deadline. */
export async function findReturnDeadline(tx: Tx): Promise<string | null> {
  const [row] = await tx<{ day: string | null }[]>`
    select (${selectToday(tx)} + ${selectSendBackDays(tx)})::text as day`
  return row?.day ?? null
}

/** @throws Problem 422 return_deadline_past on `sendBackBy` */
export async function assertFutureDay(tx: Tx, day: string): Promise<void> {
  const [row] = await tx<{ isPast: boolean }[]>`
    select ${day}::date < ${selectToday(tx)} as is_past`
  if (row?.isPast) throw createFieldProblem('change.sendBackBy', 'return_deadline_past')
}

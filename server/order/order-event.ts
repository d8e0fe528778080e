import type { Tx } from '../lib/db/db.ts'

type Told = Record<string, string | number | boolean | null | undefined | readonly string[]>

/** Writes on the order's timeline, in the name of whoever the transaction is for. */
export const addEvent = (tx: Tx, order: string, type: string, told: Told = {}) => tx`
  insert into order_event (order_id, type, actor_id, actor, data)
  values (${order}, ${type}, current_person(), coalesce((select full_name from person where id = current_person()), ''), ${tx.json(told)})`

import type { Order } from '#contract/order/order.ts'
import { noteEditHours } from '#contract/order/order-note.ts'
import { assertFound, Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { createOrderEvent, isEditableNote } from './fulfillment/order-event.ts'
import { getOrder } from './order-store.ts'

export async function createOrderNote(tx: Tx, id: string, text: string): Promise<Order> {
  const [order] = await tx`select 1 from "order" where id = ${id}`
  assertFound(order, 'order_not_found')
  await createOrderEvent(tx, id, 'note_added', { text })
  return getOrder(tx, id)
}

/**
 * Replaces the text of a note. The timeline shows when it was last edited.
 * @throws Problem 404, or 409 note_fixed
 */
export async function updateOrderNote(tx: Tx, noteId: string, text: string): Promise<Order> {
  const orderId = await lockNote(tx, noteId)
  await tx`
    update order_event set data = jsonb_build_object('text', ${text}::text, 'editedAt', now())
    where id = ${noteId} and data ->> 'text' <> ${text}`
  return getOrder(tx, orderId)
}

/** @throws Problem 404, or 409 note_fixed */
export async function deleteOrderNote(tx: Tx, noteId: string): Promise<void> {
  await lockNote(tx, noteId)
  await tx`delete from order_event where id = ${noteId}`
}

/** Locks a note of the person of the transaction, and returns the id of its order. */
async function lockNote(tx: Tx, noteId: string): Promise<string> {
  const [row] = await tx<{ orderId: string; isEditable: boolean }[]>`
    select order_id, ${isEditableNote(tx)} as is_editable from order_event
    where id = ${noteId} and type = 'note_added' for update`
  const { orderId, isEditable } = assertFound(row)
  if (!isEditable) throw new Problem(409, 'note_fixed', { count: noteEditHours })
  return orderId
}

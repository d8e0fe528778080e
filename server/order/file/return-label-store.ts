import type { OrderFile } from '#contract/order/file/order-file.ts'
import { labelTypes } from '#contract/order/file/order-label.ts'
import { assertFound, createFieldProblem, Problem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import type { CheckedFile } from '../../lib/file/read-attachment.ts'
import { enqueueOrderMails } from '../fulfillment/enqueue-order-mail.ts'
import { addFileEvent } from './file-event.ts'
import { type FileStorage, storeFile } from './order-file-store.ts'

/**
 * Stores the label of an accepted return instead of the one before, and emails it to the customer.
 * @throws Problem 415 return_label_type_unsupported, 404, or 409 return_not_accepted
 */
export async function addReturnLabel(
  storage: FileStorage,
  returnId: string,
  file: CheckedFile,
): Promise<OrderFile> {
  const types: readonly string[] = labelTypes
  if (!types.includes(file.contentType))
    throw createFieldProblem('file', 'return_label_type_unsupported', { file: file.fileName }, 415)
  return storeFile(storage, file, async tx => {
    const orderId = await lockOrderOfReturn(tx, returnId)
    await tx`delete from order_file where return_id = ${returnId} and purpose = 'label'`
    const owner = { orderId, purpose: 'label' as const, returnId }
    await addFileEvent(tx, 'added', { ...owner, ...file })
    await enqueueOrderMails(tx, [{ orderId, kind: 'return_instructions', partId: returnId }])
    return owner
  })
}

async function lockOrderOfReturn(tx: Tx, returnId: string): Promise<string> {
  const [order] = await tx<{ id: string }[]>`
    select id from "order" where id = (select order_id from order_return where id = ${returnId})
    for update`
  const { id } = assertFound(order)
  const [orderReturn] = await tx<{ kind: string; status: string }[]>`
    select kind, status from order_return where id = ${returnId}`
  const { kind, status } = assertFound(orderReturn)
  if (kind === 'claim' || status !== 'accepted') throw new Problem(409, 'return_not_accepted')
  return id
}

import type { TaskInput } from '#contract/desk/task.ts'
import { createFieldProblem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'

export const recordKeys = ['orderId', 'productId', 'customerId'] as const
type TaskReferences = Partial<Pick<TaskInput, (typeof recordKeys)[number] | 'assigneeId'>>

const isMissing = async (query: PromiseLike<readonly unknown[]>) => (await query).length === 0

/** @throws Problem for a record or a person that is not in the store */
export async function assertReferences(tx: Tx, references: TaskReferences): Promise<void> {
  if (recordKeys.filter(key => references[key]).length > 1)
    throw createFieldProblem('orderId', 'task_has_one_record')
  const { assigneeId, orderId, productId, customerId } = references
  if (orderId && (await isMissing(tx`select 1 from "order" where id = ${orderId}`)))
    throw createFieldProblem('orderId', 'order_not_found')
  if (productId && (await isMissing(tx`select 1 from product where id = ${productId}`)))
    throw createFieldProblem('productId', 'product_not_found')
  if (customerId && (await isMissing(tx`select 1 from customer where id = ${customerId}`)))
    throw createFieldProblem('customerId', 'customer_not_found')
  await assertAssignee(tx, assigneeId, 'assigneeId')
}

/** @throws Problem for a person that is not in the store */
export async function assertAssignee(
  tx: Tx,
  personId: string | null | undefined,
  field: string,
): Promise<void> {
  if (personId && (await isMissing(selectMember(tx, personId))))
    throw createFieldProblem(field, 'assignee_not_found')
}

const selectMember = (tx: Tx, personId: string) => tx`
  select 1 from membership
  where store_id = current_store() and person_id = ${personId} and status = 'active'`

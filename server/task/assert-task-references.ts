import type { TaskInput } from '#contract/desk/task.ts'
import { assertRecord, type LinkedRecord } from '../desk/rule/desk-record.ts'
import { createFieldProblem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'

type TaskReferences = LinkedRecord & Pick<Partial<TaskInput>, 'assigneeId'>

/** @throws Problem for a record or a person that is not in the store */
export async function assertReferences(
  tx: Tx,
  { assigneeId, ...record }: TaskReferences,
): Promise<void> {
  await assertRecord(tx, record, 'task_has_one_record')
  await assertAssignee(tx, assigneeId, 'assigneeId')
}

/** @throws Problem for a person that is not in the store */
export async function assertAssignee(
  tx: Tx,
  personId: string | null | undefined,
  field: string,
): Promise<void> {
  if (personId && (await selectMember(tx, personId)).length === 0)
    throw createFieldProblem(field, 'assignee_not_found')
}

const selectMember = (tx: Tx, personId: string) => tx`
  select 1 from membership
  where store_id = current_store() and person_id = ${personId} and status = 'active'`

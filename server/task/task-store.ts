import type { z } from 'zod'
import { type Task, type TaskInput, type taskApi, taskLimits } from '#contract/desk/task.ts'
import { type BulkReply, maxCountedRows } from '#contract/lib/call/bulk.ts'
import { replaceRecord } from '../desk/rule/desk-record.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import { resolveBulkSelection, toBulkReply } from '../lib/call/bulk-selection.ts'
import { assertVersion } from '../lib/call/problem.ts'
import { insertRow, type Tx, updateVersionedRow, updateVersionedRows } from '../lib/db/db.ts'
import { assertReferences } from './assert-task-references.ts'
import { createNextTasks } from './create-next-task.ts'
import { notifyAssignees } from './notify-assignees.ts'
import { buildTaskConditions, getTask } from './task-list.ts'

type TaskColumns = {
  title: string
  note?: string
  dueOn?: string | null
  dueTime?: string | null
  tags?: string[]
  isImportant?: boolean
  steps?: TaskInput['steps']
  assigneeId?: string | null
  orderId?: string | null
  productId?: string | null
  customerId?: string | null
  repeat?: string | null
  completedAt?: Date | null
  completedBy?: string | null
  deletedAt?: Date | null
}
declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    task: TaskColumns
  }
}

type TaskEdit = z.infer<typeof taskApi.update.body>
type TaskBulkBody = z.infer<typeof taskApi.bulkUpdate.body>

/** @throws Problem for a record or a person that is not in the store */
export async function createTask(tx: Tx, input: TaskInput, principal: Principal): Promise<Task> {
  await assertReferences(tx, input)
  const { isCompleted, ...fields } = input
  const id = await insertRow(tx, 'task', {
    title: input.title,
    ...toColumns(tx, fields),
    ...(isCompleted && completion(tx, principal)),
  })
  if (isCompleted) await createNextTasks(tx, [id])
  await notifyAssignees(tx, [id])
  return getTask(tx, id, principal)
}

/** @throws Problem for a record or a person that is not in the store */
export async function updateTask(
  tx: Tx,
  id: string,
  { version, isCompleted, ...input }: TaskEdit,
  principal: Principal,
): Promise<Task> {
  await tx`select 1 from task where id = ${id} for no key update`
  const current = await getTask(tx, id, principal)
  assertVersion(current, version)
  await assertReferences(tx, input)
  await updateVersionedRow(tx, 'task', id, {
    ...toColumns(tx, input),
    ...(isCompleted !== undefined &&
      isCompleted !== current.isCompleted &&
      (isCompleted ? completion(tx, principal) : noCompletion)),
  })
  if (isCompleted && !current.isCompleted) await createNextTasks(tx, [id])
  if (input.assigneeId && input.assigneeId !== current.assigneeId) await notifyAssignees(tx, [id])
  return getTask(tx, id, principal)
}

/** Deletes a task, which keeps its row for 30 days, or restores it. */
export async function setTaskDeleted(
  tx: Tx,
  id: string,
  isDeleted: boolean,
  principal: Principal,
): Promise<Task> {
  await tx`
    update task
    set deleted_at = ${isDeleted ? tx`now()` : null}, version = version + 1, updated_at = now()
    where id = ${id} and (deleted_at is not null) <> ${isDeleted}`
  return getTask(tx, id, principal)
}

export async function updateTasks(
  tx: Tx,
  { filter, ids, excludedIds, expectedCount, after, ...change }: TaskBulkBody,
  principal: Principal,
): Promise<BulkReply> {
  const { isCompleted, isImportant, isDeleted, dueDate, assigneeId, addTags, removeTags } = change
  await assertReferences(tx, { assigneeId })
  const selection = await resolveBulkSelection(
    tx,
    { filter, ids, excludedIds, expectedCount, after },
    {
      from: tx`task t`,
      id: 't.id',
      batchSize: maxCountedRows,
      conditions: async wanted => buildTaskConditions(tx, wanted, principal.personId),
    },
  )
  type Row = { id: string; title: string; isCompleted: boolean; assigneeId: string | null }
  const rows = await tx<Row[]>`
    select id, title, completed_at is not null as is_completed, assignee_id from task
    where id = any (${selection.ids}::uuid[]) order by id for no key update`
  await updateVersionedRows(
    tx,
    'task',
    rows.map(({ id }) => id),
    {
      ...toColumns(tx, { isImportant, dueDate, assigneeId }),
      ...(isDeleted !== undefined && {
        deletedAt: isDeleted ? tx`coalesce(deleted_at, now())` : null,
      }),
      ...((addTags || removeTags) && { tags: changeTags(tx, addTags ?? [], removeTags ?? []) }),
    },
  )
  if (isCompleted !== undefined) {
    const ids = rows.filter(row => row.isCompleted !== isCompleted).map(({ id }) => id)
    const change = isCompleted ? completion(tx, principal) : noCompletion
    await updateVersionedRows(tx, 'task', ids, change)
    if (isCompleted) await createNextTasks(tx, ids)
  }
  if (assigneeId) {
    const reassigned = rows.filter(row => row.assigneeId !== assigneeId)
    await notifyAssignees(
      tx,
      reassigned.map(({ id }) => id),
    )
  }
  return toBulkReply(selection, new Map(rows.map(({ id, title }) => [id, title])))
}

/** Removes tags, then adds those that are missing. Tags beyond the limit are left out. */
const changeTags = (tx: Tx, added: readonly string[], removed: readonly string[]) => tx`(
  select coalesce((array_agg(tag order by first_position))[1:${tx.unsafe(String(taskLimits.tags))}], '{}')
  from (
    select tag, min(position) as first_position
    from unnest(tags || ${[...added]}::text[]) with ordinality all_tags (tag, position)
    where tag <> all (${[...removed]}::text[])
    group by tag) kept)`

const completion = (tx: Tx, { personId }: Principal) => ({
  completedAt: tx`now()`,
  completedBy: personId,
})
const noCompletion = { completedAt: null, completedBy: null }

/** Returns the columns of the fields. A new record replaces the previous one. */
function toColumns(
  tx: Tx,
  { dueDate, dueTime, steps, ...columns }: Omit<Partial<TaskInput>, 'isCompleted'>,
) {
  const hasNoTime = dueDate === null || dueTime === null
  return {
    ...replaceRecord(columns),
    ...columns,
    ...(dueDate !== undefined && { dueOn: dueDate }),
    ...(dueTime !== undefined && { dueTime }),
    ...(hasNoTime && { dueTime: null }),
    ...(steps && { steps: tx.json(steps) }),
  }
}

import { z } from 'zod'
import { type TaskRuleName, taskRules } from '#contract/desk/task-rule.ts'
import { getLocaleLanguage } from '#contract/lib/text/languages.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction, withTransaction } from '../lib/db/db.ts'
import { enqueueJobs, type JobHandlers } from '../lib/job/jobs.ts'
import { serverTexts } from '../locales/texts.ts'
import { notifyAssignees } from './notify-assignees.ts'
import { storeToday } from './rule/select-task.ts'
import { dueDays, loadRuleLimits, selectCauses } from './select-causes.ts'

/** A transaction changes at most this many tasks, so that no lock is held for long. */
const batchSize = 500
/** A rule creates no more tasks than a team can work off. */
export const maxOpenTasksPerRule = 1000

const StorePayload = z.object({ storeId: z.uuid() })

/** Adds the job that applies the rules of a store. Further changes wait for it. */
export const enqueueTaskRules = (tx: Tx, storeIds: readonly string[]) =>
  enqueueJobs(
    tx,
    storeIds.map(storeId => ({
      task: 'task.applyRules',
      payload: { storeId },
      key: `task-rules-${storeId}`,
    })),
  )

/** Returns the jobs that create tasks for causes, and complete them when their cause ends. */
export const taskRuleJobs = (app: App): JobHandlers => ({
  'task.scheduleRules': async () => {
    await withTransaction(app.db, {}, async tx => {
      const stores = await tx<{ storeId: string }[]>`
        select list_stores_with_task_rules() as store_id`
      await enqueueTaskRules(
        tx,
        stores.map(({ storeId }) => storeId),
      )
    })
  },
  'task.applyRules': async (payload, { abortSignal }) => {
    const { storeId } = StorePayload.parse(payload)
    for (const step of [completeEndedTasks, createMissingTasks])
      for (const rule of taskRules) {
        const runBatch = () => withStoreTransaction(app.db, storeId, tx => step(tx, rule))
        while (!abortSignal?.aborted && (await runBatch()));
      }
  },
})

/** Returns whether there can be more. A deleted or completed task only loses its cause. */
async function completeEndedTasks(tx: Tx, rule: TaskRuleName): Promise<boolean> {
  const causes = selectCauses[rule](tx, await loadRuleLimits(tx))
  const { count } = await tx`
    with ended as (
      select t.id, t.completed_at is null and t.deleted_at is null as is_open from task t
      where t.source = ${rule} and t.source_id is not null
        and not exists (select from (${causes}) cause where cause.id = t.source_id)
      order by t.id limit ${batchSize} for no key update of t)
    update task t set
      source_id = null,
      completed_at = case when ended.is_open then now() else t.completed_at end,
      version = t.version + case when ended.is_open then 1 else 0 end,
      updated_at = case when ended.is_open then now() else t.updated_at end
    from ended where t.id = ended.id`
  return count === batchSize
}

/** Returns whether there can be more. A cause has one task, also if it was completed or deleted. */
async function createMissingTasks(tx: Tx, rule: TaskRuleName): Promise<boolean> {
  const [setting] = await tx<{ assigneeId: string | null }[]>`
    select assignee_id from task_rule where rule = ${rule} and is_on`
  if (!setting) return false
  const store = await loadRuleLimits(tx)
  const t = serverTexts[getLocaleLanguage(store.language)]
  const title = t(`taskRule.${rule}`, { name: '{{name}}' })
  const created = await tx<{ id: string }[]>`
    insert into task (title, due_on, assignee_id, order_id, product_id, source, source_id)
    select left(trim(replace(${title}, '{{name}}', left(cause.name, 120))), 200),
      ${storeToday(tx)} + ${dueDays[rule] ?? 0}::integer,
      coalesce(cause.assignee_id, ${setting.assigneeId}::uuid), cause.order_id, cause.product_id,
      ${rule}, cause.id
    from (${selectCauses[rule](tx, store)}) cause
    where not exists (
      select from task t where t.source = ${rule} and t.source_id = cause.id)
    order by cause.id
    limit greatest(0, least(${batchSize}, ${maxOpenTasksPerRule} - (
      select count(*) from task t
      where t.source = ${rule} and t.source_id is not null and t.completed_at is null
        and t.deleted_at is null)))
    on conflict do nothing
    returning id`
  await notifyAssignees(
    tx,
    created.map(({ id }) => id),
  )
  return created.length === batchSize
}

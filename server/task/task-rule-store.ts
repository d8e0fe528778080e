import { type TaskRule, taskRules } from '#contract/desk/task-rule.ts'
import type { Tx } from '../lib/db/db.ts'
import { enqueueTaskRules } from './apply-task-rules.ts'
import { assertAssignee } from './assert-task-references.ts'

export const listTaskRules = (tx: Tx) => tx<TaskRule[]>`
  select r.rule, coalesce(s.is_on, false) as is_on, s.assignee_id
  from unnest(${[...taskRules]}::text[]) with ordinality r (rule, position)
  left join task_rule s on s.rule = r.rule
  order by r.position`

/** @throws Problem for a person that is not in the store */
export async function updateTaskRules(
  tx: Tx,
  rules: readonly TaskRule[],
  storeId: string,
): Promise<TaskRule[]> {
  for (const [index, { assigneeId }] of rules.entries())
    await assertAssignee(tx, assigneeId, `rules.${index}.assigneeId`)
  await tx`
    insert into task_rule as r (rule, is_on, assignee_id)
    select rule, "isOn", "assigneeId"
    from jsonb_to_recordset(${tx.json([...rules])}::jsonb) saved (rule text, "isOn" boolean, "assigneeId" uuid)
    on conflict (store_id, rule) do update
    set is_on = excluded.is_on, assignee_id = excluded.assignee_id, updated_at = now()
    where (r.is_on, r.assignee_id) is distinct from (excluded.is_on, excluded.assignee_id)`
  await enqueueTaskRules(tx, [storeId])
  return listTaskRules(tx)
}

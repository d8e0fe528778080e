import type { DeskSubject } from '#contract/desk/desk.ts'
import type { Task } from '#contract/desk/task.ts'
import { joinRecord, selectRecordName } from '../../desk/rule/desk-record.ts'
import type { Principal } from '../../lib/call/authenticate.ts'
import type { Tx } from '../../lib/db/db.ts'

export const storeToday = (tx: Tx) => tx`
  (select (now() at time zone timezone)::date from store where id = current_store())`
export const isOpenTask = 't.completed_at is null and t.deleted_at is null'

/** Tasks join few rows: the person, and the one record that each is about or that is its cause. */
export const joinTask = (tx: Tx) => tx`
  task t
  left join person a on a.id = t.assignee_id
  ${joinRecord(tx)}
  left join conversation v on v.store_id = t.store_id and v.id = t.source_id
    and t.source = 'conversation_waiting' and not 'private' = any (v.labels)`

/** Returns the columns of `Task`. A record that the caller can't read has no name. */
export const selectTask = (tx: Tx, principal: Principal) => tx`
    t.id as "_id", t.title, t.note, t.due_on::text as due_date,
    to_char(t.due_time, 'HH24:MI') as due_time,
    (t.due_on + t.due_time) at time zone
      (select timezone from store where id = current_store()) as due_at,
    t.tags, t.is_important, t.steps, t.completed_at is not null as is_completed,
    t.deleted_at is not null as is_deleted, t.assignee_id,
    coalesce(nullif(a.full_name, ''), a.username, '') as assignee_name,
    t.order_id, t.product_id, t.customer_id,
    ${selectRecordName(tx, principal, { conversation: [`nullif(v.name, '')`, `nullif(v.email, '')`] })},
    t.repeat, t.source, t.source_id, t.created_by, t.completed_at, t.deleted_at, t.version, t.created_at`

/** Returns the first open tasks about a record. */
export const listTasksAbout = (
  tx: Tx,
  { subject, id, limit }: { subject: DeskSubject; id: string; limit: number },
  principal: Principal,
) => tx<Task[]>`
  select ${selectTask(tx, principal)} from ${joinTask(tx)}
  where ${tx.unsafe(`t.${subject}_id`)} = ${id} and ${tx.unsafe(isOpenTask)}
  order by t.due_key, t.id limit ${limit}`

import type { DeskSubject } from '#contract/desk/desk.ts'
import type { Task } from '#contract/desk/task.ts'
import { hasPermission } from '#contract/lib/call/permission.ts'
import type { Principal } from '../../lib/call/authenticate.ts'
import type { Tx } from '../../lib/db/db.ts'

export const storeToday = (tx: Tx) => tx`
  (select (now() at time zone timezone)::date from store where id = current_store())`
export const isOpenTask = 't.completed_at is null and t.deleted_at is null'

/** Tasks join few rows: the person, and the one record that each is about or that is its cause. */
export const joinTask = (tx: Tx) => tx`
  task t
  left join person a on a.id = t.assignee_id
  left join "order" o on o.store_id = t.store_id and o.id = t.order_id
  left join product p on p.store_id = t.store_id and p.id = t.product_id
  left join customer c on c.store_id = t.store_id and c.id = t.customer_id
  left join conversation v on v.store_id = t.store_id and v.id = t.source_id
    and t.source = 'conversation_waiting' and not 'private' = any (v.labels)`

/** Returns the columns of `Task`. A record that the caller can't read has no name. */
export function selectTask(tx: Tx, { abilities }: Principal) {
  const nameOf = (subject: 'order' | 'product' | 'customer' | 'conversation', name: string) =>
    hasPermission(abilities, `${subject}:read`) ? name : 'null'
  return tx`
    t.id as "_id", t.title, t.note, t.due_on::text as due_date,
    to_char(t.due_time, 'HH24:MI') as due_time,
    (t.due_on + t.due_time) at time zone
      (select timezone from store where id = current_store()) as due_at,
    t.tags, t.is_important, t.steps, t.completed_at is not null as is_completed,
    t.deleted_at is not null as is_deleted, t.assignee_id,
    coalesce(nullif(a.full_name, ''), a.username, '') as assignee_name,
    t.order_id, t.product_id, t.customer_id,
    coalesce(${tx.unsafe(
      [
        nameOf('order', 'o.number'),
        nameOf('product', 'p.title'),
        nameOf('customer', `nullif(c.name, '')`),
        nameOf('customer', `nullif(c.email, '')`),
        nameOf('customer', 'c.phone'),
        nameOf('conversation', `nullif(v.name, '')`),
        nameOf('conversation', `nullif(v.email, '')`),
      ].join(', '),
    )}, '') as record_name,
    t.repeat, t.source, t.source_id, t.created_by, t.completed_at, t.deleted_at, t.version, t.created_at`
}

/** Returns the first open tasks about a record. */
export const listTasksAbout = (
  tx: Tx,
  { subject, id, limit }: { subject: DeskSubject; id: string; limit: number },
  principal: Principal,
) => tx<Task[]>`
  select ${selectTask(tx, principal)} from ${joinTask(tx)}
  where ${tx.unsafe(`t.${subject}_id`)} = ${id} and ${tx.unsafe(isOpenTask)}
  order by t.due_key, t.id limit ${limit}`

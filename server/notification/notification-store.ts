import type { z } from 'zod'
import type { Page } from '#contract/lib/call/api.ts'
import { hasPermission } from '#contract/lib/call/permission.ts'
import {
  ImportProgress,
  maxUnreadCount,
  type NotificationState,
  type notificationApi,
  StoreNotification,
} from '#contract/staff/notification.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import { listPage } from '../lib/call/list.ts'
import { assertFound } from '../lib/call/problem.ts'
import { selectColumns, type Tx } from '../lib/db/db.ts'
import { batch, type QueryBatch } from '../lib/db/query-batch.ts'

type NotificationListQuery = z.infer<typeof notificationApi.list.query>
type MarkReadInput = z.infer<typeof notificationApi.read.body>

/** Returns the subjects of notifications that the principal can read. */
const getReadableSubjects = ({ abilities }: Principal): string[] =>
  StoreNotification.shape.subject.options.filter(subject =>
    hasPermission(abilities, `${subject}:read`),
  )

/** Other staff don't see what is for one person. */
const isReadable = (tx: Tx, principal: Principal) => tx`
  n.subject = any (${getReadableSubjects(principal)}::text[])
  and (n.person_id is null or n.person_id = ${principal.personId})`

const nilUuid = '00000000-0000-0000-0000-000000000000'

/** Notifications from before the membership of a person count as read. */
const unreadCondition = (tx: Tx, { personId }: Principal) => tx`(
  n.id > coalesce((select read_up_to from notification_reader where person_id = ${personId}), ${nilUuid})
  and n.created_at >= coalesce((
    select created_at from membership
    where person_id = ${personId} and store_id = current_store()), 'infinity')
  and not exists (select 1 from notification_read r where r.person_id = ${personId} and r.notification_id = n.id))`

const notificationColumns = (tx: Tx, principal: Principal) => tx`
  ${selectColumns(StoreNotification, { alias: 'n', omit: ['isRead'] })(tx)},
  not ${unreadCondition(tx, principal)} as is_read`

const countUnread = (tx: Tx, principal: Principal) => tx<{ unread: number }[]>`
  select count(*)::integer as unread from (
    select 1 from notification n
    where ${isReadable(tx, principal)}
      and ${unreadCondition(tx, principal)}
    limit ${tx.unsafe(String(maxUnreadCount))}) c`

const listRunningImports = (tx: Tx, { abilities }: Principal) => tx<
  z.infer<typeof ImportProgress>[]
>`
  select ${selectColumns(ImportProgress)(tx)} from import
  where status in ('planning', 'running') and ${hasPermission(abilities, 'import:read')}::boolean
  order by created_at desc limit 10`

export async function listNotifications(
  tx: Tx,
  query: NotificationListQuery,
  principal: Principal,
): Promise<Page<StoreNotification>> {
  const subjects = getReadableSubjects(principal)
  const [{ items, meta }, [unreadRow]] = await Promise.all([
    listPage<StoreNotification>(
      tx,
      {
        key: `notification ${JSON.stringify([subjects, query.unread, principal.personId])}`,
        from: tx`notification n`,
        alias: 'n',
        columns: notificationColumns(tx, principal),
        where: [
          isReadable(tx, principal),
          ...(query.unread === undefined
            ? []
            : [tx`${unreadCondition(tx, principal)} = ${query.unread}::boolean`]),
        ],
        sorts: { createdAt: { expression: 'n.created_at', type: 'timestamptz' } },
        defaultSort: '-createdAt',
      },
      query,
      principal.storeId,
    ),
    countUnread(tx, principal),
  ])
  return { items, meta: { ...meta, unread: unreadRow?.unread ?? 0 } }
}

export async function markRead(
  tx: Tx,
  { _id, upTo }: MarkReadInput,
  principal: Principal,
): Promise<NotificationState> {
  const id = _id ?? upTo ?? nilUuid
  const [notification] = await tx`
    select 1 from notification n
    where n.id = ${id} and ${isReadable(tx, principal)}`
  assertFound(notification, 'notification_not_found')
  if (_id) {
    await tx`
      insert into notification_read (person_id, notification_id)
      select ${principal.personId}, n.id from notification n
      where n.id = ${id} and ${unreadCondition(tx, principal)}
      on conflict do nothing`
  } else {
    await tx`
      insert into notification_reader as r (person_id, read_up_to) values (${principal.personId}, ${id})
      on conflict (store_id, person_id) do update
      set read_up_to = excluded.read_up_to, changed_at = now() where excluded.read_up_to > r.read_up_to`
    await tx`delete from notification_read where person_id = ${principal.personId} and notification_id <= ${id}`
  }
  const [[unreadRow], runningImports] = await Promise.all([
    countUnread(tx, principal),
    listRunningImports(tx, principal),
  ])
  return { unread: unreadRow?.unread ?? 0, runningImports: [...runningImports] }
}

/** `position` is a new id of the time of the query. A later reader can continue after it. */
export type NotificationUpdate = {
  notifications: StoreNotification[]
  state: NotificationState
  position: string
}

const maxNotificationsPerUpdate = 100

/**
 * Returns the notifications with these ids and those after `since` that the principal can read,
 * oldest first, with the number of unread ones and the running imports.
 */
export const loadNotificationUpdate = (
  tx: Tx,
  { ids, since }: { ids: readonly string[]; since: string | undefined },
  principal: Principal,
): QueryBatch<NotificationUpdate> =>
  batch(
    [
      tx<{ id: string }[]>`select new_id() as id`,
      tx<StoreNotification[]>`
    select ${notificationColumns(tx, principal)} from notification n
    where ${isReadable(tx, principal)}
      and (n.id = any (${[...ids]}::uuid[]) or n.id > ${since ?? null}::uuid)
    order by n.id desc limit ${tx.unsafe(String(maxNotificationsPerUpdate))}`,
      countUnread(tx, principal),
      listRunningImports(tx, principal),
    ],
    ([[positionRow], notifications, [unreadRow], runningImports]) => ({
      notifications: [...notifications].reverse(),
      state: { unread: unreadRow?.unread ?? 0, runningImports: [...runningImports] },
      position: assertFound(positionRow).id,
    }),
  )

/** Returns the messages of `notify_processes` of the last seconds for these stores. */
export const listMessagesSince = (tx: Tx, storeIds: readonly string[], seconds: number) =>
  tx<{ message: string }[]>`
  select message from list_process_messages(
    ${[...storeIds]}::uuid[], now() - make_interval(secs => ${seconds})) as message`

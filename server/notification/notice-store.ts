import type { z } from 'zod'
import type { Page } from '#contract/lib/api.ts'
import { may } from '#contract/lib/permission.ts'
import {
  Notice,
  type NoticeState,
  NoticeWork,
  type noticeApi,
  unreadShown,
} from '#contract/notification.ts'
import { listPage } from '../lib/call/list.ts'
import { found } from '../lib/call/problem.ts'
import type { Who } from '../lib/call/session.ts'
import { columnsOf, type Tx } from '../lib/db/db.ts'
import { type Read, reading } from '../lib/db/read.ts'

type ListQuery = z.infer<typeof noticeApi.list.query>
type ReadMark = z.infer<typeof noticeApi.read.body>

/** What there may be notices about, as far as this person may read it. */
const subjectsOf = ({ abilities }: Who): string[] =>
  Notice.shape.subject.options.filter(subject => may(abilities, `${subject}:read`))

const nil = '00000000-0000-0000-0000-000000000000'

/** Whoever joins a store has not to catch up on what was before them. */
const isUnread = (tx: Tx, { personId }: Who) => tx`(
  n.id > coalesce((select read_to from notice_reader where person_id = ${personId}), ${nil})
  and n.created_at >= coalesce((select created_at from membership where person_id = ${personId} and business_id = current_business()), 'infinity')
  and not exists (select 1 from notice_read r where r.person_id = ${personId} and r.notice_id = n.id))`

const columns = (tx: Tx, who: Who) =>
  tx`${columnsOf(Notice, { of: 'n', without: ['isRead'] })(tx)}, not ${isUnread(tx, who)} as is_read`

const unread = (tx: Tx, who: Who) => tx<{ unread: number }[]>`
  select count(*)::integer as unread from (
    select 1 from notice n where n.subject = any (${subjectsOf(who)}::text[]) and ${isUnread(tx, who)} limit ${tx.unsafe(String(unreadShown))}) c`

const work = (tx: Tx, { abilities }: Who) => tx<z.infer<typeof NoticeWork>[]>`
  select ${columnsOf(NoticeWork)(tx)} from import where status in ('planning', 'running') and ${may(abilities, 'import:read')}::boolean order by created_at desc limit 10`

export async function listNotices(tx: Tx, query: ListQuery, who: Who): Promise<Page<Notice>> {
  const subjects = subjectsOf(who)
  const [{ items, meta }, [counted]] = await Promise.all([
    listPage<Notice>(
      tx,
      {
        key: `notice ${JSON.stringify([subjects, query.unread, query.unread !== undefined && who.personId])}`,
        from: tx`notice n`,
        alias: 'n',
        columns: columns(tx, who),
        where: [
          tx`n.subject = any (${subjects}::text[])`,
          ...(query.unread === undefined
            ? []
            : [tx`${isUnread(tx, who)} = ${query.unread}::boolean`]),
        ],
        sorts: { createdAt: { by: 'n.created_at', type: 'timestamptz' } },
        defaultSort: '-createdAt',
      },
      query,
      who.businessId,
    ),
    unread(tx, who),
  ])
  return { items, meta: { ...meta, unread: counted?.unread ?? 0 } }
}

export async function markRead(tx: Tx, { _id, upTo }: ReadMark, who: Who): Promise<NoticeState> {
  const id = _id ?? upTo ?? nil
  found(
    (
      await tx`select 1 from notice where id = ${id} and subject = any (${subjectsOf(who)}::text[])`
    )[0],
    'This notice',
  )
  if (_id) {
    await tx`
      insert into notice_read (person_id, notice_id) select ${who.personId}, n.id from notice n where n.id = ${id} and ${isUnread(tx, who)} on conflict do nothing`
  } else {
    await tx`
      insert into notice_reader as r (person_id, read_to) values (${who.personId}, ${id})
      on conflict (business_id, person_id) do update set read_to = excluded.read_to, changed_at = now() where excluded.read_to > r.read_to`
    await tx`delete from notice_read where person_id = ${who.personId} and notice_id <= ${id}`
  }
  const [[counted], going] = await Promise.all([unread(tx, who), work(tx, who)])
  return { unread: counted?.unread ?? 0, work: [...going] }
}

/** `position` stands for this moment by the database's clock; a later reader may go on from there. */
export type News = { notices: Notice[]; state: NoticeState; position: string }

/** At most as many as somebody would still look through. */
const atMost = 100

/** Those of the named notices, and of all after `since`, that this person may see, oldest first, with what stands beside the bell. */
export const readNews = (
  tx: Tx,
  { ids, since }: { ids: readonly string[]; since: string | undefined },
  who: Who,
): Read<News> =>
  reading(
    [
      tx<{ id: string }[]>`select new_id() as id`,
      tx<Notice[]>`
    select ${columns(tx, who)} from notice n
    where n.subject = any (${subjectsOf(who)}::text[]) and (n.id = any (${[...ids]}::uuid[]) or n.id > ${since ?? null}::uuid)
    order by n.id desc limit ${tx.unsafe(String(atMost))}`,
      unread(tx, who),
      work(tx, who),
    ],
    ([[now], notices, [counted], going]) => ({
      notices: [...notices].reverse(),
      state: { unread: counted?.unread ?? 0, work: [...going] },
      position: found(now).id,
    }),
  )

/** What is new in these stores of the last seconds, in the words of `tell_processes`. */
export const newsSince = (tx: Tx, stores: readonly string[], seconds: number) =>
  tx<
    { news: string }[]
  >`select news from news_since(${[...stores]}::uuid[], now() - make_interval(secs => ${seconds})) as news`

/** Takes away what is too old, a part at a time; says whether there is more. */
export async function forgetSome(tx: Tx): Promise<boolean> {
  const [row] = await tx<{ gone: number }[]>`select forget_old_notices(2000) as gone`
  return row?.gone === 2000
}

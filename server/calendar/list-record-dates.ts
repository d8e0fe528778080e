import { type CalendarItem, calendarLimits } from '#contract/desk/calendar-event.ts'
import type { Tx } from '../lib/db/db.ts'
import { isOpenTask } from '../task/rule/select-task.ts'
import { getCatalogTheme } from '../theme/rule/theme-catalog.ts'
import type { CalendarSpan } from './rule/calendar-span.ts'
import { type RecordDate, toRecordItem } from './rule/record-item.ts'

export const listDueTasks = async (tx: Tx, { from, to, today }: CalendarSpan) =>
  toItems(
    'task',
    await tx<RecordDate[]>`
      select t.id as record_id, t.title,
        concat_ws('T', t.due_on::text, to_char(t.due_time, 'HH24:MI')) as start,
        case when t.due_on < ${today}::date then 'overdue' else 'due' end as detail
      from task t
      where ${tx.unsafe(isOpenTask)}
        and t.due_key >= ${from}::date and t.due_key <= ${to}::date + interval '24 hours'
        and t.due_on <= ${to}::date
      order by t.due_key limit ${calendarLimits.items}`,
  )

export const listDueInvoices = async (tx: Tx, { from, to, today }: CalendarSpan) =>
  toItems(
    'invoice',
    await tx<RecordDate[]>`
      select i.id as record_id, coalesce(i.number, '') as title, i.due_on::text as start,
        case when i.due_on < ${today}::date then 'overdue' else 'due' end as detail
      from invoice i join "order" o on o.store_id = i.store_id and o.id = i.order_id
      where i.kind = 'invoice' and i.state in ('Partial Payment', 'Downloaded', 'Sent', 'Issued')
        and i.due_on between ${from}::date and ${to}::date and o.status <> 'cancelled'
      order by i.due_on limit ${calendarLimits.items}`,
  )

/** A discount that started when it was created has no start in the calendar. */
export const listDiscountDates = async (tx: Tx, { from, to, timeZone }: CalendarSpan) =>
  toItems(
    'discount',
    await tx<RecordDate[]>`
      select d.id as record_id, d.name as title, 'starts' as detail,
        to_char(d.starts_at at time zone ${timeZone}, 'YYYY-MM-DD"T"HH24:MI') as start
      from discount d
      where d.is_active and d.starts_at >= ${from}::timestamp at time zone ${timeZone}
        and d.starts_at < (${to}::date + 1)::timestamp at time zone ${timeZone}
        and d.starts_at > d.created_at + interval '1 minute'
      union all
      select d.id, d.name, 'ends',
        to_char(d.ends_at at time zone ${timeZone}, 'YYYY-MM-DD"T"HH24:MI')
      from discount d
      where d.is_active and d.ends_at >= ${from}::timestamp at time zone ${timeZone}
        and d.ends_at < (${to}::date + 1)::timestamp at time zone ${timeZone}
      order by start limit ${calendarLimits.items}`,
  )

export async function listThemeDates(tx: Tx, { from, to, timeZone }: CalendarSpan) {
  const rows = await tx<(Omit<RecordDate, 'title'> & { name: string | null; code: string })[]>`
    select h.id as record_id, h.name, h.code, 'published' as detail,
      to_char(p.publish_at at time zone ${timeZone}, 'YYYY-MM-DD"T"HH24:MI') as start
    from theme_publication p join theme h on h.store_id = p.store_id and h.id = p.id
    where p.publish_at >= ${from}::timestamp at time zone ${timeZone}
      and p.publish_at < (${to}::date + 1)::timestamp at time zone ${timeZone}`
  return toItems(
    'theme',
    rows.map(({ name, code, ...row }) => ({ ...row, title: name ?? getCatalogTheme(code).name })),
  )
}

/** Posts of the blog appear in the store by the clock. */
export const listPostDates = async (tx: Tx, { from, to, timeZone }: CalendarSpan) =>
  toItems(
    'post',
    await tx<RecordDate[]>`
      select p.id as record_id, p.title, 'published' as detail,
        to_char(p.publish_at at time zone ${timeZone}, 'YYYY-MM-DD"T"HH24:MI') as start
      from post p
      where p.status = 'published' and p.publish_at >= ${from}::timestamp at time zone ${timeZone}
        and p.publish_at < (${to}::date + 1)::timestamp at time zone ${timeZone}
      order by p.publish_at limit ${calendarLimits.items}`,
  )

const toItems = (kind: CalendarItem['kind'], rows: readonly RecordDate[]) =>
  rows.map(row => toRecordItem(kind, row))

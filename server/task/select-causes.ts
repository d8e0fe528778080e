import type { TaskRuleName } from '#contract/desk/task-rule.ts'
import { orderViews } from '#contract/order/order-filter.ts'
import { ShippingSettings } from '#contract/store/shipping-settings.ts'
import type { SqlFragment } from '../lib/call/list.ts'
import type { Tx } from '../lib/db/db.ts'
import { findLateOrdersEnd, findWorkingDayAgo } from '../shipping/rule/delivery-days.ts'

/** The values that the causes of tasks depend on, with times in the time zone of the store. */
export type RuleLimits = {
  timezone: string
  language: string
  lowStockThreshold: number
  lateOrdersEnd: string
  workingDayAgo: string
}

export async function loadRuleLimits(tx: Tx): Promise<RuleLimits> {
  type Row = {
    timezone: string
    locale: string
    lowStockThreshold: number
    settings: unknown
    day: string
    time: string
  }
  const [row] = await tx<Row[]>`
    select timezone, locale, low_stock_threshold, shipping_settings as settings,
      (now() at time zone timezone)::date::text as day,
      to_char(now() at time zone timezone, 'HH24:MI:SS') as time
    from store where id = current_store()`
  if (!row) throw new Error('The store of the rules returned no row.')
  const settings = ShippingSettings.parse(row.settings)
  const late = findLateOrdersEnd(row.day, settings)
  const ago = findWorkingDayAgo({ date: row.day, time: row.time }, settings)
  return {
    timezone: row.timezone,
    language: row.locale,
    lowStockThreshold: row.lowStockThreshold,
    lateOrdersEnd: `${late.date} ${late.time}`,
    workingDayAgo: `${ago.date} ${ago.time}`,
  }
}

/** Values in the query, because PostgreSQL proves with them that a partial index has every row. */
const toSqlList = (values: readonly string[]) => values.map(value => `'${value}'`).join(', ')
const toShip = `o.status in (${toSqlList(orderViews.toShip.status)})
    and o.fulfillment_status in (${toSqlList(orderViews.toShip.fulfillmentStatus)})`
const unpaid = `o.status in (${toSqlList(orderViews.unpaid.status)})
    and o.payment_status in (${toSqlList(orderViews.unpaid.paymentStatus)})`

const noRecord = 'null::uuid as assignee_id, null::uuid as order_id, null::uuid as product_id'
const ofOrder = 'null::uuid as assignee_id, o.id as order_id, null::uuid as product_id'

/** Returns the query for the records that are a cause of each rule now. `name` completes the title. */
export const selectCauses: Record<TaskRuleName, (tx: Tx, store: RuleLimits) => SqlFragment> = {
  order_late: (tx, { lateOrdersEnd, timezone }) => tx`
    select o.id, o.number as name, ${tx.unsafe(ofOrder)} from "order" o
    where ${tx.unsafe(toShip)} and o.archived_at is null
      and o.created_at < (${lateOrdersEnd}::timestamp at time zone ${timezone})::timestamptz`,
  transfer_unpaid: tx => tx`
    select o.id, o.number as name, ${tx.unsafe(ofOrder)} from "order" o
    where ${tx.unsafe(unpaid)} and o.archived_at is null
      and o.bank_account is not null and o.created_at < now() - interval '3 days'`,
  // Other staff cannot read private conversations. Their assignees know them.
  conversation_waiting: (tx, { workingDayAgo, timezone }) => tx`
    select c.id, '' as name, c.assignee_id, null::uuid as order_id, null::uuid as product_id
    from conversation c
    where c.place = 'inbox' and c.status = 'open' and c.waiting_since is not null
      and c.merged_into_id is null and not 'private' = any (c.labels)
      and c.waiting_since < (${workingDayAgo}::timestamp at time zone ${timezone})::timestamptz`,
  stock_low: (tx, { lowStockThreshold }) => tx`
    select p.id, p.title as name, null::uuid as assignee_id, null::uuid as order_id, p.id as product_id
    from product p
    where p.status = 'active' and p.track_stock and p.stock <= ${lowStockThreshold}`,
  domain_failed: tx => tx`
    select d.id, d.domain as name, ${tx.unsafe(noRecord)} from domain d
    where d.kind = 'custom' and d.status = 'failed'`,
  return_received: tx => tx`
    select r.id, r.number as name, null::uuid as assignee_id, r.order_id, null::uuid as product_id
    from order_return r
    where r.status = 'received'`,
}

/** In how many days a task of the rule is due. Others are due at once. */
export const dueDays: Partial<Record<TaskRuleName, number>> = { stock_low: 3, return_received: 2 }

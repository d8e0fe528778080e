import {
  type Automation,
  type AutomationChange,
  type AutomationKind,
  type AutomationOverview,
  type AutomationText,
  automationKinds,
  type CartReminder,
  defaultDelayDays,
} from '#contract/campaign/automation.ts'
import { getLocaleLanguage, type Language } from '#contract/lib/text/languages.ts'
import { defaultCheckoutRules } from '../../cms/rule/cms-defaults.ts'
import { assertVersion, Problem } from '../../lib/call/problem.ts'
import { type Tx, updateVersionedRow } from '../../lib/db/db.ts'
import { sanitizeRichText } from '../../lib/text/rich-text.ts'
import { loadSenderFacts } from '../campaign-status.ts'
import { selectAttributedOrders } from '../select-attributed-orders.ts'
import { getDefaultText } from './automation-text.ts'

declare module '../../lib/db/table-fields.ts' {
  interface TableColumns {
    automation: StoredAutomation & { switchedOnAt?: string }
  }
}

/** The days for which emails and their orders are counted. */
const resultDays = 90

export type StoredAutomation = AutomationText & Pick<Automation, 'kind' | 'isOn' | 'delayDays'>
type Row = StoredAutomation & { id: string; version: number }
type Reader = { canReadOrders: boolean }

export const listStoredAutomations = (tx: Tx) => tx<Row[]>`
  select id, kind, is_on, delay_days, subject, body, version from automation`

const getNewAutomation = (kind: AutomationKind) => ({
  kind,
  isOn: false,
  delayDays: defaultDelayDays[kind],
  subject: '',
  body: '',
  version: 1,
})

/** Returns all automations with the texts that the store sees: its own, or those of its language. */
export async function listAutomations(tx: Tx, reader: Reader): Promise<AutomationOverview> {
  const [rows, language, results, cartReminder] = await Promise.all([
    listStoredAutomations(tx),
    loadStoreLanguage(tx),
    listResults(tx, reader),
    loadCartReminder(tx, reader),
  ])
  const noResult = { sent: 0, orders: reader.canReadOrders ? 0 : null }
  return {
    cartReminder,
    automations: automationKinds.map(kind => {
      const { isOn, delayDays, subject, body, version } =
        rows.find(row => row.kind === kind) ?? getNewAutomation(kind)
      const text = getDefaultText(kind, language)
      return {
        kind,
        isOn,
        delayDays,
        version,
        subject: subject || text.subject,
        body: body || text.body,
        revenue: noResult.orders,
        ...noResult,
        ...results.get(kind),
      }
    }),
  }
}

export async function loadStoreLanguage(tx: Tx): Promise<Language> {
  const [store] = await tx<{ locale: string }[]>`
    select locale from store where id = current_store()`
  return getLocaleLanguage(store?.locale ?? '')
}

type Result = Pick<Automation, 'sent' | 'orders' | 'revenue'>

/** Returns the emails of each automation, and the orders that they caused. */
async function listResults(tx: Tx, { canReadOrders }: Reader) {
  const rows = await tx<(Result & { kind: AutomationKind })[]>`
    with sent as (
      select e.automation_id, e.email, e.customer_id, e.created_at from automation_email e
      where e.state in ('sent', 'bounced') and e.created_at > now() - make_interval(days => ${resultDays})
    ), followed as (
      select n.id from sent s
      join "order" n on n.store_id = current_store() and n.folded_email = s.email
        and n.created_at >= s.created_at and n.created_at < s.created_at + interval '7 days'
      union
      select n.id from sent s
      join "order" n on n.store_id = current_store() and n.customer_id = s.customer_id
        and n.created_at >= s.created_at and n.created_at < s.created_at + interval '7 days'
    ), attributed as (${selectAttributedOrders(tx, tx`o.id in (select id from followed)`)})
    select a.kind,
      (select count(*)::integer from sent s where s.automation_id = a.id) as sent,
      (select count(*)::integer from attributed o where o.automation_id = a.id) as orders,
      (select coalesce(sum(o.value), 0)::bigint from attributed o where o.automation_id = a.id) as revenue
    from automation a`
  return new Map(
    rows.map(({ kind, sent, orders, revenue }): [AutomationKind, Result] => [
      kind,
      canReadOrders ? { sent, orders, revenue } : { sent, orders: null, revenue: null },
    ]),
  )
}

/** Returns the rule of the checkout that reminds of carts, with the orders that followed. */
async function loadCartReminder(tx: Tx, { canReadOrders }: Reader): Promise<CartReminder> {
  const { remindsCarts, reminderHours } = defaultCheckoutRules
  const [row] = await tx<CartReminder[]>`
    select coalesce((c.sections #>> '{checkout,remindsCarts}')::boolean, ${remindsCarts}) as is_on,
      coalesce((c.sections #>> '{checkout,reminderHours}')::integer, ${reminderHours}) as delay_hours,
      o.orders, o.revenue
    from (
      select count(*)::integer as orders, coalesce(sum(order_net_value(o)), 0)::bigint as revenue from "order" o
      where reminded_at is not null and status <> 'cancelled'
        and created_at > now() - make_interval(days => ${resultDays})
    ) o
    left join cms c on c.store_id = current_store()`
  const reminder = row ?? { isOn: remindsCarts, delayHours: reminderHours, orders: 0, revenue: 0 }
  return canReadOrders ? reminder : { ...reminder, orders: null, revenue: null }
}

/**
 * Changes an automation, which the first change stores. A text that equals the default is not stored,
 * so that each recipient gets it in their own language.
 * @throws Problem 409 version_conflict, 422 automation_not_ready
 */
export async function updateAutomation(
  tx: Tx,
  { version, kind, isOn, delayDays, ...text }: AutomationChange,
): Promise<void> {
  if (isOn) await assertSender(tx)
  await tx`
    insert into automation (kind, delay_days) values (${kind}, ${defaultDelayDays[kind]})
    on conflict on constraint automation__kind do nothing`
  const [row] = await tx<Row[]>`
    select id, kind, is_on, delay_days, subject, body, version from automation
    where kind = ${kind} for update`
  if (!row) return
  assertVersion(row, version)
  await updateVersionedRow(tx, 'automation', row.id, {
    ...(isOn !== undefined && { isOn }),
    ...(isOn && !row.isOn && { switchedOnAt: tx`now()` }),
    ...(delayDays !== undefined && { delayDays }),
    ...toOwnText(text, getDefaultText(kind, await loadStoreLanguage(tx))),
  })
}

/** Emails must name who sends them, as those of campaigns do. */
async function assertSender(tx: Tx): Promise<void> {
  const { isUnverified, hasAddress } = await loadSenderFacts(tx)
  if (isUnverified || !hasAddress) throw new Problem(422, 'automation_not_ready')
}

function toOwnText({ subject, body }: Partial<AutomationText>, defaultText: AutomationText) {
  const ownBody = body === undefined ? undefined : sanitizeRichText(body)
  return {
    ...(subject !== undefined && { subject: subject === defaultText.subject ? '' : subject }),
    ...(ownBody !== undefined && { body: ownBody === defaultText.body ? '' : ownBody }),
  }
}

import type { Page } from '#contract/lib/api.ts'
import { may } from '#contract/lib/permission.ts'
import {
  type DeliveryQuery,
  subjectsOfEvent,
  type WebhookDelivery,
  type WebhookDeliveryView,
} from '#contract/webhook.ts'
import { readPage } from '../lib/call/list.ts'
import { found, Problem } from '../lib/call/problem.ts'
import type { Who } from '../lib/call/session.ts'
import { insert, type Tx } from '../lib/db/db.ts'
import { type Read, reading } from '../lib/db/read.ts'

const columns = (tx: Tx) => tx`
  d.id as "_id", d.event_id as event, e.type, d.status, d.attempts, d.is_repeat, d.response_status, d.error, d.took_ms, d.created_at, d.tried_at,
  case when d.status = 'waiting' then d.next_at end as next_at`
const rows = (tx: Tx) =>
  tx`webhook_delivery d join webhook_event e on e.business_id = d.business_id and e.id = d.event_id`

export const listDeliveries = (
  tx: Tx,
  { webhook, status, ...query }: DeliveryQuery,
  who: Who,
): Read<Page<WebhookDelivery>> =>
  readPage<WebhookDelivery>(
    tx,
    {
      key: `webhook_delivery ${webhook} ${status}`,
      from: rows(tx),
      alias: 'd',
      columns: columns(tx),
      where: [tx`d.webhook_id = ${webhook}`, ...(status ? [tx`d.status = ${status}`] : [])],
      sorts: { createdAt: { by: 'd.created_at', type: 'timestamptz' } },
      defaultSort: '-createdAt',
    },
    query,
    who.businessId,
  )

/** Whether somebody may see what such an event tells. */
export const seesEvent = ({ abilities }: Who, type: string) =>
  subjectsOfEvent(type).every(subject => may(abilities, `${subject}:read`))

type Event = { event: string; type: string; data: unknown; happenedAt: string; businessId: string }

/** What is sent, to the letter: the same each time, so that it can be compared. */
export const bodyOf = ({ event, type, data, happenedAt, businessId }: Event) =>
  JSON.stringify({
    _id: event,
    type,
    createdAt: new Date(happenedAt).toISOString(),
    business: businessId,
    data,
  })

export const viewDelivery = (tx: Tx, id: string, who: Who) =>
  reading(
    [
      tx<(WebhookDelivery & Event & { response: string })[]>`
  select ${columns(tx)}, d.response, e.data, e.created_at as happened_at, e.business_id from ${rows(tx)} where d.id = ${id}`,
    ],
    ([found_]): WebhookDeliveryView => {
      const { data, happenedAt, businessId, ...view } = found(found_[0], 'This delivery')
      // An answer often repeats what it was sent.
      if (!seesEvent(who, view.type)) return { ...view, body: null, response: '' }
      return {
        ...view,
        body: bodyOf({ event: view.event, type: view.type, data, happenedAt, businessId }),
      }
    },
  )

async function getDelivery(tx: Tx, id: string): Promise<WebhookDelivery> {
  const [row] = await tx<
    WebhookDelivery[]
  >`select ${columns(tx)} from ${rows(tx)} where d.id = ${id}`
  return found(row, 'This delivery')
}

async function insistOnOn(tx: Tx, id: string): Promise<void> {
  const [webhook] = await tx<
    { isOn: boolean }[]
  >`select is_on from webhook where id = ${id} for share`
  if (!found(webhook, 'This webhook').isOn)
    throw new Problem(409, 'switched_off', 'This webhook is switched off. Switch it on first.')
}

export async function sendTest(tx: Tx, webhookId: string): Promise<WebhookDelivery> {
  await insistOnOn(tx, webhookId)
  const eventId = await insert(tx, 'webhook_event', {
    type: 'test',
    about: webhookId,
    data: tx.json({ isTest: true }),
  })
  return getDelivery(tx, await insert(tx, 'webhook_delivery', { webhookId, eventId }))
}

/** As another delivery of the same event, so that the log keeps what became of the first. */
export async function replay(tx: Tx, id: string): Promise<WebhookDelivery> {
  const [of] = await tx<
    { webhookId: string; eventId: string; status: string }[]
  >`select webhook_id, event_id, status from webhook_delivery where id = ${id} for update`
  const { webhookId, eventId, status } = found(of, 'This delivery')
  await insistOnOn(tx, webhookId)
  if (status !== 'waiting')
    return getDelivery(
      tx,
      await insert(tx, 'webhook_delivery', { webhookId, eventId, isRepeat: true }),
    )
  // It would be sent anyway; now it is sent at once, and then when it would have been.
  await tx`update webhook_delivery set next_at = least(next_at, now()), is_repeat = true where id = ${id}`
  return getDelivery(tx, id)
}

/** Says whether there may be more. */
export async function forgetSome(tx: Tx): Promise<boolean> {
  const [row] = await tx<{ gone: number }[]>`select forget_old_webhook_events(2000) as gone`
  return row?.gone === 2000
}

import {
  type DeliveryQuery,
  getEventSubjects,
  type WebhookDelivery,
  type WebhookDeliveryDetail,
  type WebhookEventType,
} from '#contract/developer/webhook.ts'
import type { Page } from '#contract/lib/call/api.ts'
import { hasPermission } from '#contract/lib/call/permission.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import { buildPageBatch } from '../lib/call/list.ts'
import { assertFound, Problem } from '../lib/call/problem.ts'
import { insertRow, type Tx } from '../lib/db/db.ts'
import { batch, type QueryBatch } from '../lib/db/query-batch.ts'

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    webhook_event: { type: WebhookEventType | 'test'; recordId: string; data: object }
    webhook_delivery: { webhookId: string; eventId: string; isManual?: boolean }
  }
}

const deliveryColumns = (tx: Tx) => tx`
  d.id as "_id", d.event_id as event, e.type, d.status, d.attempts, d.is_manual,
  d.response_status, d.error, d.duration_ms, d.created_at, d.last_attempt_at,
  case when d.status = 'waiting' then d.next_attempt_at end as next_attempt_at`
const deliverySource = (tx: Tx) =>
  tx`webhook_delivery d join webhook_event e on e.store_id = d.store_id and e.id = d.event_id`

export const listDeliveries = (
  tx: Tx,
  { webhook, status, ...query }: DeliveryQuery,
  principal: Principal,
): QueryBatch<Page<WebhookDelivery>> =>
  buildPageBatch<WebhookDelivery>(
    tx,
    {
      key: `webhook_delivery ${webhook} ${status}`,
      from: deliverySource(tx),
      alias: 'd',
      columns: deliveryColumns(tx),
      where: [tx`d.webhook_id = ${webhook}`, ...(status ? [tx`d.status = ${status}`] : [])],
      sorts: { createdAt: { expression: 'd.created_at', type: 'timestamptz' } },
      defaultSort: '-createdAt',
    },
    query,
    principal.storeId,
  )

/** Returns whether the principal can read the data of this event type. */
export const canSeeEvent = ({ abilities }: Principal, type: string) =>
  getEventSubjects(type).every(subject => hasPermission(abilities, `${subject}:read`))

type WebhookEventRow = {
  event: string
  type: string
  data: unknown
  happenedAt: string
  storeId: string
}

/** Returns the body of an event. Every attempt sends the same bytes. */
export const buildEventBody = ({ event, type, data, happenedAt, storeId }: WebhookEventRow) =>
  JSON.stringify({
    _id: event,
    type,
    createdAt: new Date(happenedAt).toISOString(),
    business: storeId,
    data,
  })

export const getDeliveryBatch = (tx: Tx, id: string, principal: Principal) =>
  batch(
    [
      tx<(WebhookDelivery & WebhookEventRow & { response: string })[]>`
  select ${deliveryColumns(tx)}, d.response, e.data, e.created_at as happened_at, e.store_id
  from ${deliverySource(tx)} where d.id = ${id}`,
    ],
    ([deliveryRows]): WebhookDeliveryDetail => {
      const { data, happenedAt, storeId, ...delivery } = assertFound(
        deliveryRows[0],
        'delivery_not_found',
      )
      // The response is hidden, too, because receivers often repeat the body.
      if (!canSeeEvent(principal, delivery.type)) return { ...delivery, body: null, response: '' }
      return {
        ...delivery,
        body: buildEventBody({
          event: delivery.event,
          type: delivery.type,
          data,
          happenedAt,
          storeId,
        }),
      }
    },
  )

async function getDelivery(tx: Tx, id: string): Promise<WebhookDelivery> {
  const [row] = await tx<
    WebhookDelivery[]
  >`select ${deliveryColumns(tx)} from ${deliverySource(tx)} where d.id = ${id}`
  return assertFound(row, 'delivery_not_found')
}

async function assertWebhookEnabled(tx: Tx, id: string): Promise<void> {
  const [webhook] = await tx<
    { isOn: boolean }[]
  >`select is_on from webhook where id = ${id} for share`
  if (!assertFound(webhook, 'webhook_not_found').isOn) throw new Problem(409, 'switched_off')
}

export async function createTestDelivery(tx: Tx, webhookId: string): Promise<WebhookDelivery> {
  await assertWebhookEnabled(tx, webhookId)
  const eventId = await insertRow(tx, 'webhook_event', {
    type: 'test',
    recordId: webhookId,
    data: tx.json({ isTest: true }),
  })
  return getDelivery(tx, await insertRow(tx, 'webhook_delivery', { webhookId, eventId }))
}

/** Adds another delivery of the same event, so that the log keeps the outcome of the first. */
export async function resendDelivery(tx: Tx, id: string): Promise<WebhookDelivery> {
  const [originalDelivery] = await tx<
    { webhookId: string; eventId: string; status: string }[]
  >`select webhook_id, event_id, status from webhook_delivery where id = ${id} for update`
  const { webhookId, eventId, status } = assertFound(originalDelivery, 'delivery_not_found')
  await assertWebhookEnabled(tx, webhookId)
  if (status !== 'waiting')
    return getDelivery(
      tx,
      await insertRow(tx, 'webhook_delivery', { webhookId, eventId, isManual: true }),
    )
  // A waiting delivery is sent now. Its retry schedule does not change.
  await tx`
    update webhook_delivery
    set next_attempt_at = least(next_attempt_at, now()), is_manual = true
    where id = ${id}`
  return getDelivery(tx, id)
}

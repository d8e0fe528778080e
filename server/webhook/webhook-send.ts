import type { DeliveryError } from '#contract/developer/webhook.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction } from '../lib/db/db.ts'
import { decryptSecret } from '../lib/security/encrypt-secret.ts'
import {
  type RequestPolicy,
  readBodyStart,
  sendGuardedRequest,
  UnreachableError,
} from '../lib/security/guarded-request.ts'
import type { SecretKeys } from '../lib/security/secret-keys.ts'
import { cancelWaitingDeliveries } from './rule/cancel-waiting-deliveries.ts'
import { signMessage } from './rule/webhook-sign.ts'
import { buildEventBody } from './webhook-delivery-store.ts'

/** `isProbe`: the last delivery of its webhook failed. */
export type DeliveryClaim = { storeId: string; webhookId: string; id: string; isProbe: boolean }
type PendingDelivery = {
  storeId: string
  event: string
  type: string
  data: unknown
  happenedAt: string
  attempts: number
  age: number
  webhookId: string
  url: string
  isOn: boolean
  secret: Uint8Array
  previousSecret: Uint8Array | null
}
type DeliveryOutcome = {
  responseStatus: number | null
  response: string
  error: DeliveryError
  durationMs: number
}

const requestTimeoutMs = 15_000
const maxResponseBytes = 1000
/** Seconds from one scheduled attempt to the next. The last value repeats. */
const retryDelaysSeconds = [30, 120, 600, 1800, 7200, 21_600]

const getRetryDelay = (attempts: number) =>
  retryDelaysSeconds[Math.min(attempts, retryDelaysSeconds.length) - 1] ?? 30

/**
 * Returns the seconds until the next scheduled attempt. The schedule depends on the age of the
 * delivery, so that a manual attempt does not change it. The delay is at most the one for the
 * number of attempts, so that a delivery whose first attempt was late, for example after an outage,
 * is retried soon. Jitter is only added: an earlier attempt would be followed by a second one at
 * the same step.
 */
function getSecondsUntilNextAttempt({
  age,
  attempts,
}: Pick<PendingDelivery, 'age' | 'attempts'>): number {
  const ageSeconds = Math.max(0, age)
  let [scheduledAt, lastDelay] = [0, 0]
  for (let attempt = 1; scheduledAt <= ageSeconds; attempt++)
    scheduledAt += lastDelay = getRetryDelay(attempt)
  const retryDelay = getRetryDelay(attempts)
  return (
    Math.min(scheduledAt - ageSeconds, retryDelay) +
    (Math.min(lastDelay, retryDelay) * Math.random()) / 10
  )
}

/**
 * Sends a delivery that this process has claimed, and stores the outcome. If the process stops
 * before a response arrives, nothing is stored and another process sends the delivery.
 */
export async function sendDelivery(
  app: App,
  { storeId, id }: DeliveryClaim,
  policy: RequestPolicy,
  stopSignal: AbortSignal,
): Promise<void> {
  const delivery = await withStoreTransaction(app.db, storeId, tx => findPendingDelivery(tx, id))
  // The webhook was deleted in the meantime, with its deliveries.
  if (!delivery) return
  if (!delivery.isOn)
    return void (await withStoreTransaction(app.db, storeId, tx =>
      cancelWaitingDeliveries(tx, delivery.webhookId),
    ))
  // No database connection is held while the receiver responds.
  const outcome = await postDelivery(app, delivery, policy, stopSignal)
  if (!stopSignal.aborted || outcome.responseStatus !== null)
    await withStoreTransaction(app.db, storeId, tx => saveOutcome(tx, id, delivery, outcome))
}

async function findPendingDelivery(tx: Tx, id: string): Promise<PendingDelivery | undefined> {
  const [row] = await tx<PendingDelivery[]>`
    select d.store_id, d.attempts, extract(epoch from now() - d.created_at)::float8 as age,
      e.id as event, e.type, e.data, e.created_at as happened_at,
      w.id as webhook_id, w.url, w.is_on, w.secret,
      case when w.rotated_at > now() - interval '1 day' then w.previous_secret end as previous_secret
    from webhook_delivery d
    join webhook_event e on e.store_id = d.store_id and e.id = d.event_id
    join webhook w on w.store_id = d.store_id and w.id = d.webhook_id
    where d.id = ${id} and d.status = 'waiting'`
  return row
}

async function postDelivery(
  { keys }: App,
  delivery: PendingDelivery,
  policy: RequestPolicy,
  stopSignal: AbortSignal,
): Promise<DeliveryOutcome> {
  const body = buildEventBody(delivery)
  const startedAtMs = Date.now()
  const secrets = decryptSecrets(keys, delivery)
  // For example, the rows were copied from another installation with other keys.
  if (!secrets) return { responseStatus: null, response: '', error: 'no_secret', durationMs: 0 }
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Storewright-Webhook',
    accept: '*/*',
    'accept-encoding': 'identity',
    'storewright-event': delivery.type,
    'storewright-attempt': String(delivery.attempts),
    ...signMessage(secrets, { id: delivery.event, sentAt: new Date(startedAtMs), body }),
  }
  const signal = AbortSignal.any([AbortSignal.timeout(requestTimeoutMs), stopSignal])
  try {
    const reply = await sendGuardedRequest(delivery.url, {
      method: 'POST',
      headers,
      body,
      policy,
      signal,
    })
    const durationMs = Date.now() - startedAtMs
    const responseStart = await readBodyStart(reply, maxResponseBytes, signal).catch(() =>
      Buffer.alloc(0),
    )
    // PostgreSQL cannot store NUL. A cut character becomes the replacement character.
    const response = new TextDecoder().decode(responseStart).replaceAll('\0', '\uFFFD')
    return { responseStatus: reply.statusCode ?? 0, response, error: '', durationMs }
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error
    return {
      responseStatus: null,
      response: '',
      error: toDeliveryError(error),
      durationMs: Date.now() - startedAtMs,
    }
  }
}

function decryptSecrets(
  { webhook: key }: SecretKeys,
  { webhookId, secret, previousSecret }: PendingDelivery,
): string[] | undefined {
  try {
    return [secret, previousSecret]
      .filter(encryptedSecret => encryptedSecret !== null)
      .map(encryptedSecret => decryptSecret(key, webhookId, encryptedSecret))
  } catch {
    return undefined
  }
}

/**
 * Converts the error to one of the contract. A response that is too large or incomplete counts as
 * none.
 */
const toDeliveryError = ({ code }: UnreachableError): DeliveryError =>
  code === 'too_large' || code === 'broke_off' ? 'no_answer' : code

const isAccepted = ({ responseStatus }: DeliveryOutcome) =>
  responseStatus !== null && responseStatus >= 200 && responseStatus < 300

async function saveOutcome(
  tx: Tx,
  id: string,
  delivery: PendingDelivery,
  outcome: DeliveryOutcome,
): Promise<void> {
  const { webhookId, url, type } = delivery
  // Locks the webhook before the delivery, in the same order as `updateWebhook`, to prevent a
  // deadlock.
  const [currentWebhook] = await tx<
    { url: string }[]
  >`select url from webhook where id = ${webhookId} for no key update`
  // If the URL changed during the attempt, the outcome does not count, and the new URL gets the
  // message immediately.
  const isSameUrl = currentWebhook?.url === url
  const retryDelay = isSameUrl ? getSecondsUntilNextAttempt(delivery) : 0
  const { responseStatus, response, error, durationMs } = outcome
  const isDelivered = isAccepted(outcome)
  // The last attempt is shortly after three days, so that the URL has failed for three days by
  // then.
  await tx`
    update webhook_delivery set
      response_status = ${responseStatus}, response = ${response}, error = ${error},
      duration_ms = ${durationMs}, last_attempt_at = now(),
      status = case
        when ${isDelivered}::boolean then 'delivered'
        when ${isSameUrl}::boolean and created_at <= now() - interval '3 days' then 'failed'
        else 'waiting'
      end,
      next_attempt_at = least(now() + make_interval(secs => ${retryDelay}), created_at + interval '3 days 10 minutes')
    where id = ${id} and status = 'waiting'`
  if (!isSameUrl) return
  if (isDelivered) {
    await tx`
      update webhook set failing_since = null where id = ${webhookId} and failing_since is not null`
    return
  }
  // A failed test does not count: only failed events of the store disable the webhook.
  if (type === 'test') return
  await tx`
    update webhook set failing_since = now()
    where id = ${webhookId} and failing_since is null and is_on`
  const disabledRows = await tx`
    update webhook set is_on = false, is_stopped = true, version = version + 1
    where id = ${webhookId} and is_on and failing_since <= now() - interval '3 days'
    returning 1`
  if (disabledRows.length > 0) await cancelWaitingDeliveries(tx, webhookId)
}

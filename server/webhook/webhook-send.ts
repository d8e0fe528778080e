import type { DeliveryError } from '#contract/webhook.ts'
import type { App } from '../lib/call/serve.ts'
import { inBusiness, type Tx } from '../lib/db/db.ts'
import {
  guardedRequest,
  type Reach,
  readBeginning,
  Unreached,
} from '../lib/security/guarded-request.ts'
import type { Keys } from '../lib/security/keys.ts'
import { unseal } from '../lib/security/seal.ts'
import { bodyOf } from './webhook-delivery-store.ts'
import { signatureOf } from './webhook-sign.ts'
import { dropWaiting } from './webhook-store.ts'

/** `isProbe`: what went to its address last did not arrive. */
export type Claim = { businessId: string; webhookId: string; id: string; isProbe: boolean }
type Sending = {
  businessId: string
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
  secretBefore: Uint8Array | null
}
type Outcome = {
  responseStatus: number | null
  response: string
  error: DeliveryError
  tookMs: number
}

const wholeMs = 15_000
const responseLength = 1000
/** Seconds from one attempt of the schedule to the next; the last one again and again. */
const pauses = [30, 120, 600, 1800, 7200, 21_600]

const pauseAfter = (attempts: number) => pauses[Math.min(attempts, pauses.length) - 1] ?? 30

/**
 * Seconds until the next attempt, which is the next moment of the schedule by the message's age: an attempt that somebody asked
 * for in between takes none away and puts none off. One whose first attempt was late, as after an outage, has the short pauses
 * all the same. Only ever late by chance, or a moment could come twice.
 */
function untilNext({ age, attempts }: Pick<Sending, 'age' | 'attempts'>): number {
  const sinceMade = Math.max(0, age)
  let [at, step] = [0, 0]
  for (let n = 1; at <= sinceMade; n++) at += step = pauseAfter(n)
  const pause = pauseAfter(attempts)
  return Math.min(at - sinceMade, pause) + (Math.min(step, pause) * Math.random()) / 10
}

/** Sends one delivery that this process has claimed, and writes down what came of it; nothing, if the process was `stopped` before an answer came: another will send it. */
export async function send(
  app: App,
  { businessId, id }: Claim,
  reach: Reach,
  stopped: AbortSignal,
): Promise<void> {
  const sending = await inBusiness(app.db, businessId, tx => readSending(tx, id))
  // Deleted in the meantime, with its log.
  if (!sending) return
  if (!sending.isOn)
    return void (await inBusiness(app.db, businessId, tx => dropWaiting(tx, sending.webhookId)))
  // No connection is held while a stranger's server takes its time.
  const outcome = await post(app, sending, reach, stopped)
  if (!stopped.aborted || outcome.responseStatus !== null)
    await inBusiness(app.db, businessId, tx => keepOutcome(tx, id, sending, outcome))
}

async function readSending(tx: Tx, id: string): Promise<Sending | undefined> {
  const [row] = await tx<Sending[]>`
    select d.business_id, d.attempts, extract(epoch from now() - d.created_at)::float8 as age, e.id as event, e.type, e.data, e.created_at as happened_at,
      w.id as webhook_id, w.url, w.is_on, w.secret, case when w.renewed_at > now() - interval '1 day' then w.secret_before end as secret_before
    from webhook_delivery d join webhook_event e on e.business_id = d.business_id and e.id = d.event_id
    join webhook w on w.business_id = d.business_id and w.id = d.webhook_id where d.id = ${id} and d.status = 'waiting'`
  return row
}

async function post(
  { keys }: App,
  sending: Sending,
  reach: Reach,
  stopped: AbortSignal,
): Promise<Outcome> {
  const body = bodyOf(sending)
  const now = Date.now()
  const secrets = secretsOf(keys, sending)
  // As where the rows were brought over from another installation.
  if (!secrets) return { responseStatus: null, response: '', error: 'no_secret', tookMs: 0 }
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Storewright-Webhook',
    accept: '*/*',
    'accept-encoding': 'identity',
    'storewright-event': sending.type,
    'storewright-event-id': sending.event,
    'storewright-attempt': String(sending.attempts),
    'storewright-signature': signatureOf(secrets, Math.floor(now / 1000), body),
  }
  const signal = AbortSignal.any([AbortSignal.timeout(wholeMs), stopped])
  try {
    const reply = await guardedRequest(sending.url, {
      method: 'POST',
      headers,
      body,
      reach,
      signal,
    })
    const tookMs = Date.now() - now
    const beginning = await readBeginning(reply, responseLength, signal).catch(() =>
      Buffer.alloc(0),
    )
    // PostgreSQL keeps no NUL; what is cut within a character becomes a sign for that.
    const response = new TextDecoder().decode(beginning).replaceAll('\0', '\uFFFD')
    return { responseStatus: reply.statusCode ?? 0, response, error: '', tookMs }
  } catch (error) {
    if (!(error instanceof Unreached)) throw error
    return { responseStatus: null, response: '', error: codeOf(error), tookMs: Date.now() - now }
  }
}

function secretsOf(
  { webhook: key }: Keys,
  { webhookId, secret, secretBefore }: Sending,
): string[] | undefined {
  try {
    return [secret, secretBefore]
      .filter(sealed => sealed !== null)
      .map(sealed => unseal(key, webhookId, sealed))
  } catch {
    return undefined
  }
}

/** What comes back is read only so far, so it is never too much. */
const codeOf = ({ code }: Unreached): DeliveryError =>
  code === 'too_large' || code === 'broke_off' ? 'no_answer' : code

const isTaken = ({ responseStatus }: Outcome) =>
  responseStatus !== null && responseStatus >= 200 && responseStatus < 300

async function keepOutcome(tx: Tx, id: string, sending: Sending, outcome: Outcome): Promise<void> {
  const { webhookId, url, type } = sending
  // Before the delivery, as whoever changes it does.
  const [present] = await tx<
    { url: string }[]
  >`select url from webhook where id = ${webhookId} for no key update`
  // An attempt at an address of before says nothing of the one it has now, which gets the message at once.
  const isSame = present?.url === url
  const pause = isSame ? untilNext(sending) : 0
  const { responseStatus, response, error, tookMs } = outcome
  const isDone = isTaken(outcome)
  // The last attempt falls a little after the three days, so that by then the address has failed for as long.
  await tx`
    update webhook_delivery set response_status = ${responseStatus}, response = ${response}, error = ${error}, took_ms = ${tookMs}, tried_at = now(),
      status = case when ${isDone}::boolean then 'delivered' when ${isSame}::boolean and created_at <= now() - interval '3 days' then 'failed' else 'waiting' end,
      next_at = least(now() + make_interval(secs => ${pause}), created_at + interval '3 days 10 minutes')
    where id = ${id} and status = 'waiting'`
  if (!isSame) return
  if (isDone)
    return void (await tx`update webhook set failing_since = null where id = ${webhookId} and failing_since is not null`)
  // Who tries an address out learns of it on the spot; only what happened in the store counts.
  if (type === 'test') return
  await tx`update webhook set failing_since = now() where id = ${webhookId} and failing_since is null and is_on`
  const gone = await tx`
    update webhook set is_on = false, has_given_up = true, version = version + 1 where id = ${webhookId} and is_on and failing_since <= now() - interval '3 days' returning 1`
  if (gone.length > 0) await dropWaiting(tx, webhookId)
}

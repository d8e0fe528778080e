import { randomBytes } from 'node:crypto'
import {
  maxWebhooks,
  type Webhook,
  type WebhookEdit,
  type WebhookEventType,
  type WebhookInput,
  type WebhookWithSecret,
} from '#contract/webhook.ts'
import { checkVersion, found, Problem, refuseField } from '../lib/call/problem.ts'
import type { Who } from '../lib/call/session.ts'
import { insert, type Tx, update } from '../lib/db/db.ts'
import { reading, run } from '../lib/db/read.ts'
import type { Keys } from '../lib/security/keys.ts'
import { seal } from '../lib/security/seal.ts'
import { recordEvent } from '../lib/security/security-event.ts'
import { seesEvent } from './webhook-delivery-store.ts'

const secretMark = 'whsec_'

const columns = (tx: Tx) => tx`
  id as "_id", url, name, events, ${secretMark} || '…' || hint as masked_secret, failing_since, version, created_at,
  (select json_build_object('_id', p.id, 'fullName', p.full_name) from person p where p.id = webhook.made_by) as made_by,
  case when has_given_up then 'stopped' when not is_on then 'off' when failing_since is not null then 'failing' else 'on' end as status`

export const listWebhooks = (tx: Tx) =>
  reading(
    [tx<Webhook[]>`select ${columns(tx)} from webhook order by created_at desc, id desc`],
    ([webhooks]) => [...webhooks],
  )

export const viewWebhook = (tx: Tx, id: string) =>
  reading([tx<Webhook[]>`select ${columns(tx)} from webhook where id = ${id}`], ([[row]]) =>
    found(row, 'This webhook'),
  )

const getWebhook = (tx: Tx, id: string): Promise<Webhook> => run(viewWebhook(tx, id))

/** Nobody has told to an address of their choice what they may not see themselves. */
function refuseBeyond(who: Who, events: readonly WebhookEventType[]): void {
  if (!events.every(event => seesEvent(who, event)))
    throw refuseField(
      'events',
      'beyond_own_rights',
      'You cannot give or take rights that you do not have yourself',
      403,
    )
}

export async function addWebhook(
  tx: Tx,
  keys: Keys,
  { url, name = '', events }: WebhookInput,
  who: Who,
): Promise<WebhookWithSecret> {
  refuseBeyond(who, events)
  await tx`select pg_advisory_xact_lock(hashtextextended('webhook ' || current_business(), 0))`
  const [present] = await tx<{ number: number }[]>`select count(*)::integer as number from webhook`
  if ((present?.number ?? 0) >= maxWebhooks)
    throw new Problem(
      409,
      'too_many',
      `A store has at most ${maxWebhooks} webhooks. Delete one that is not needed.`,
    )
  const [fresh] = await tx<{ id: string }[]>`select new_id() as id`
  const id = String(fresh?.id)
  const { secret, sealed, hint } = newSecret(keys, id)
  await insert(tx, 'webhook', {
    _id: id,
    url,
    name,
    events,
    madeBy: who.personId,
    secret: sealed,
    hint,
  })
  return { ...(await getWebhook(tx, id)), secret }
}

function newSecret(keys: Keys, id: string) {
  const secret = `${secretMark}${randomBytes(32).toString('base64url')}`
  return { secret, sealed: seal(keys.webhook, id, secret), hint: secret.slice(-4) }
}

async function lockWebhook(tx: Tx, id: string): Promise<Webhook> {
  await tx`select 1 from webhook where id = ${id} for update`
  return getWebhook(tx, id)
}

/** Whoever changes where it leads must be allowed to see all that it tells. */
export async function changeWebhook(
  tx: Tx,
  id: string,
  { version, isOn, ...input }: WebhookEdit,
  who: Who,
): Promise<Webhook> {
  const present = await lockWebhook(tx, id)
  checkVersion(present, version)
  refuseBeyond(who, [...present.events, ...(input.events ?? [])])
  const isMoved = input.url !== undefined && input.url !== present.url
  // Switched on again, or led elsewhere, it begins anew: what failed before does not count.
  const anew = isOn === undefined && !isMoved ? {} : { failingSince: null }
  const turned = isOn === undefined ? {} : { isOn, hasGivenUp: false }
  await update(tx, 'webhook', id, { ...input, ...turned, ...anew, version: present.version + 1 })
  if (isMoved)
    await tx`update webhook_delivery set next_at = least(next_at, now()) where webhook_id = ${id} and status = 'waiting'`
  if (isOn === false) await dropWaiting(tx, id)
  return getWebhook(tx, id)
}

/** What still waits is not sent any more. */
export const dropWaiting = (tx: Tx, id: string) =>
  tx`update webhook_delivery set status = 'failed', error = 'off' where webhook_id = ${id} and status = 'waiting'`

export async function removeWebhook(tx: Tx, id: string): Promise<void> {
  const gone = await tx`delete from webhook where id = ${id} returning 1`
  found(gone[0], 'This webhook')
}

export async function rotateSecret(
  tx: Tx,
  keys: Keys,
  id: string,
  who: Who,
): Promise<WebhookWithSecret> {
  const present = await lockWebhook(tx, id)
  refuseBeyond(who, present.events)
  const { secret, sealed, hint } = newSecret(keys, id)
  await tx`update webhook set secret_before = secret, secret = ${sealed}, hint = ${hint}, renewed_at = now(), version = version + 1 where id = ${id}`
  await recordEvent(tx, {
    action: 'secret_renewed',
    entity: 'webhook',
    entityId: id,
    businessId: who.businessId,
    actor: who.personId,
    details: { url: present.url },
  })
  return { ...(await getWebhook(tx, id)), secret }
}

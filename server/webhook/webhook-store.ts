import {
  maxWebhooks,
  type Webhook,
  type WebhookEdit,
  type WebhookEventType,
  type WebhookInput,
  type WebhookWithSecret,
} from '#contract/developer/webhook.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import { assertFound, assertVersion, createFieldProblem, Problem } from '../lib/call/problem.ts'
import { insertRow, type Tx, updateRow } from '../lib/db/db.ts'
import { batch, runBatch } from '../lib/db/query-batch.ts'
import { encryptSecret } from '../lib/security/encrypt-secret.ts'
import type { SecretKeys } from '../lib/security/secret-keys.ts'
import { recordSecurityEvent } from '../lib/security/security-event.ts'
import { cancelWaitingDeliveries } from './rule/cancel-waiting-deliveries.ts'
import { createWebhookSecret, webhookSecretPrefix } from './rule/webhook-sign.ts'
import { canSeeEvent } from './webhook-delivery-store.ts'

type WebhookColumns = WebhookInput & {
  secret: Buffer
  hint: string
  createdBy?: string
  isOn?: boolean
  isStopped?: boolean
  failingSince?: null
}
declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    webhook: WebhookColumns
  }
}

const webhookColumns = (tx: Tx) => tx`
  id as "_id", url, name, events, ${webhookSecretPrefix} || '…' || hint as masked_secret,
  failing_since, version, created_at,
  (
    select json_build_object('_id', p.id, 'fullName', p.full_name)
    from person p where p.id = webhook.created_by
  ) as created_by,
  case
    when is_stopped then 'stopped'
    when not is_on then 'off'
    when failing_since is not null then 'failing'
    else 'on'
  end as status`

export const listWebhooks = (tx: Tx) =>
  batch(
    [tx<Webhook[]>`select ${webhookColumns(tx)} from webhook order by created_at desc, id desc`],
    ([webhooks]) => [...webhooks],
  )

export const getWebhookBatch = (tx: Tx, id: string) =>
  batch([tx<Webhook[]>`select ${webhookColumns(tx)} from webhook where id = ${id}`], ([[row]]) =>
    assertFound(row, 'webhook_not_found'),
  )

const getWebhook = (tx: Tx, id: string): Promise<Webhook> => runBatch(getWebhookBatch(tx, id))

/**
 * Prevents that users send data to a URL that they are not allowed to see.
 * @throws Problem 403 beyond_own_permissions
 */
function assertCanSeeEvents(principal: Principal, events: readonly WebhookEventType[]): void {
  if (!events.every(event => canSeeEvent(principal, event)))
    throw createFieldProblem('events', 'beyond_own_permissions', {}, 403)
}

export async function createWebhook(
  tx: Tx,
  keys: SecretKeys,
  { url, name = '', events }: WebhookInput,
  principal: Principal,
): Promise<WebhookWithSecret> {
  assertCanSeeEvents(principal, events)
  await tx`select pg_advisory_xact_lock(hashtextextended('webhook ' || current_store(), 0))`
  const [countRow] = await tx<{ number: number }[]>`select count(*)::integer as number from webhook`
  if ((countRow?.number ?? 0) >= maxWebhooks)
    throw new Problem(409, 'webhook_limit', { count: maxWebhooks })
  const [newIdRow] = await tx<{ id: string }[]>`select new_id() as id`
  const id = String(newIdRow?.id)
  const { secret, encryptedSecret, hint } = createEncryptedSecret(keys, id)
  await insertRow(tx, 'webhook', {
    _id: id,
    url,
    name,
    events,
    createdBy: principal.personId,
    secret: encryptedSecret,
    hint,
  })
  return { ...(await getWebhook(tx, id)), secret }
}

function createEncryptedSecret(keys: SecretKeys, id: string) {
  const secret = createWebhookSecret()
  return {
    secret,
    encryptedSecret: encryptSecret(keys.webhook, id, secret),
    hint: secret.slice(-4),
  }
}

async function lockWebhook(tx: Tx, id: string): Promise<Webhook> {
  await tx`select 1 from webhook where id = ${id} for update`
  return getWebhook(tx, id)
}

/** Changes a webhook. The user must be allowed to see the data of all its events. */
export async function updateWebhook(
  tx: Tx,
  id: string,
  { version, isOn, url, name, events }: WebhookEdit,
  principal: Principal,
): Promise<Webhook> {
  const currentWebhook = await lockWebhook(tx, id)
  assertVersion(currentWebhook, version)
  assertCanSeeEvents(principal, [...currentWebhook.events, ...(events ?? [])])
  const isUrlChanged = url !== undefined && url !== currentWebhook.url
  // A webhook that is switched on or gets a new URL starts without earlier failures.
  const failureReset = isOn === undefined && !isUrlChanged ? {} : { failingSince: null }
  const statusChange = isOn === undefined ? {} : { isOn, isStopped: false }
  await updateRow(tx, 'webhook', id, {
    url,
    name,
    events,
    ...statusChange,
    ...failureReset,
    // The webhook ends when the person leaves who last enabled it or set its URL.
    ...((isUrlChanged || isOn) && { createdBy: principal.personId }),
    version: currentWebhook.version + 1,
  })
  if (isUrlChanged)
    await tx`
      update webhook_delivery set next_attempt_at = least(next_attempt_at, now())
      where webhook_id = ${id} and status = 'waiting'`
  if (isOn === false) await cancelWaitingDeliveries(tx, id)
  return getWebhook(tx, id)
}

export async function deleteWebhook(tx: Tx, id: string): Promise<void> {
  const deletedRows = await tx`delete from webhook where id = ${id} returning 1`
  assertFound(deletedRows[0], 'webhook_not_found')
}

export async function rotateWebhookSecret(
  tx: Tx,
  keys: SecretKeys,
  id: string,
  principal: Principal,
): Promise<WebhookWithSecret> {
  const currentWebhook = await lockWebhook(tx, id)
  assertCanSeeEvents(principal, currentWebhook.events)
  const { secret, encryptedSecret, hint } = createEncryptedSecret(keys, id)
  await tx`
    update webhook set previous_secret = secret, secret = ${encryptedSecret}, hint = ${hint},
      rotated_at = now(), version = version + 1
    where id = ${id}`
  await recordSecurityEvent(tx, {
    action: 'webhook_secret_rotated',
    entity: 'webhook',
    entityId: id,
    storeId: principal.storeId,
    actor: principal.personId,
    details: { url: currentWebhook.url },
  })
  return { ...(await getWebhook(tx, id)), secret }
}

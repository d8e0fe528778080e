import type { AccountCredential } from '#contract/account/account-credential.ts'
import { Problem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { recordSecurityEvent } from '../../lib/security/security-event.ts'
import { cancelWaitingDeliveries } from '../../webhook/rule/cancel-waiting-deliveries.ts'
import { forEachStore, listMemberships } from '../account-membership.ts'

type StoreCredential = Omit<AccountCredential, 'business'>

/** Returns the active API keys and webhooks that the person created, newest first. */
export async function listCredentials(tx: Tx, personId: string): Promise<AccountCredential[]> {
  const memberships = await listMemberships(tx, personId)
  const lists = await forEachStore(tx, memberships, async ({ storeId, name }) => {
    const rows = await tx<StoreCredential[]>`
      select id as "_id", 'api_key' as kind, name, created_at from api_key
      where store_id = current_store() and created_by = ${personId}
        and revoked_at is null and coalesce(expires_at > now(), true)
      union all
      select id, 'webhook', url, created_at from webhook
      where store_id = current_store() and created_by = ${personId} and is_on`
    return rows.map(row => ({ ...row, business: { _id: storeId, name } }))
  })
  return lists.flat().toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
}

/**
 * Revokes an API key or turns off a webhook that the person created. Completes the review with the
 * last one.
 * @throws Problem 404 not_found
 */
export async function endCredential(tx: Tx, personId: string, id: string): Promise<void> {
  const memberships = await listMemberships(tx, personId)
  const ended = await forEachStore(tx, memberships, async ({ storeId }) => {
    const [key] = await tx<{ name: string }[]>`
      update api_key set revoked_at = now(), version = version + 1
      where store_id = current_store() and id = ${id} and created_by = ${personId}
        and revoked_at is null
      returning name`
    if (key)
      await recordSecurityEvent(tx, {
        action: 'api_key_revoked',
        entity: 'api_key',
        entityId: id,
        storeId,
        actor: personId,
        details: { name: key.name },
      })
    const webhooks = await tx`
      update webhook set is_on = false, version = version + 1
      where store_id = current_store() and id = ${id} and created_by = ${personId} and is_on
      returning 1`
    if (webhooks.length > 0) await cancelWaitingDeliveries(tx, id)
    return key !== undefined || webhooks.length > 0
  })
  if (!ended.includes(true)) throw new Problem(404, 'not_found')
  if ((await listCredentials(tx, personId)).length === 0) await completeReview(tx, personId)
}

/** Asks the person to review their credentials on the account page. */
export const startReview = (tx: Tx, personId: string) =>
  tx`update person set needs_credential_review = true where id = ${personId}`

export const completeReview = (tx: Tx, personId: string) =>
  tx`update person set needs_credential_review = false where id = ${personId}`

export async function isReviewDue(tx: Tx, personId: string): Promise<boolean> {
  const [person] = await tx<{ isDue: boolean }[]>`
    select needs_credential_review as is_due from person where id = ${personId}`
  return person?.isDue ?? false
}

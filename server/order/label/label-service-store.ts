import type { LabelService, LabelServiceInput } from '#contract/store/label-service.ts'
import { createFieldProblem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { decryptSecret, encryptSecret } from '../../lib/security/encrypt-secret.ts'
import type { SecretKeys } from '../../lib/security/secret-keys.ts'
import { webhookSecretPrefix } from '../../webhook/rule/webhook-sign.ts'
import type { ConnectedService } from './http-label-service.ts'

/** Returns the service without its secret, or null if there is none. */
export async function getLabelService(tx: Tx): Promise<LabelService | null> {
  const [row] = await tx<LabelService[]>`
    select name, url, ${webhookSecretPrefix} || '…' || hint as masked_secret, updated_at
    from label_service`
  return row ?? null
}

/** Sets the service. @throws Problem 422 required for the first secret */
export async function setLabelService(
  tx: Tx,
  keys: SecretKeys,
  { name, url, secret }: LabelServiceInput,
): Promise<LabelService | null> {
  // The lock lets the first service of a store be set once.
  await tx`select from store where id = current_store() for no key update`
  const [current] = await tx<{ id: string }[]>`select id from label_service`
  if (!current && !secret) throw createFieldProblem('secret', 'required')
  const [newRow] = await tx<{ id: string }[]>`select new_id() as id`
  const id = current?.id ?? String(newRow?.id)
  const encrypted = secret && {
    secret: encryptSecret(keys.labelService, id, secret),
    hint: secret.slice(-4),
  }
  if (current)
    await tx`
      update label_service set ${tx({ name, url, ...encrypted })}, updated_at = now()
      where id = ${id}`
  else await tx`insert into label_service ${tx({ id, name, url, ...encrypted })}`
  return getLabelService(tx)
}

/** Returns the URL of the deleted service, or undefined if there was none. */
export async function deleteLabelService(tx: Tx): Promise<{ url: string } | undefined> {
  const [deleted] = await tx<{ url: string }[]>`delete from label_service returning url`
  return deleted
}

/**
 * Returns the service with its secret. Undefined if there is none or if its secret cannot be
 * decrypted, for example because the rows were copied from another installation.
 */
export async function findConnectedService(
  tx: Tx,
  keys: SecretKeys,
): Promise<ConnectedService | undefined> {
  const [row] = await tx<{ id: string; name: string; url: string; secret: Uint8Array }[]>`
    select id, name, url, secret from label_service`
  if (!row) return undefined
  const { id, name, url, secret } = row
  try {
    return { name, url, secret: decryptSecret(keys.labelService, id, secret) }
  } catch {
    return undefined
  }
}

import { randomBytes } from 'node:crypto'
import {
  type ApiKey,
  type ApiKeyEdit,
  type ApiKeyInput,
  maxApiKeys,
  type NewApiKey,
} from '#contract/developer/api-key.ts'
import { apiKeyPrefix } from '#contract/lib/call/api-key-prefix.ts'
import { type Ability, coversAbilities } from '#contract/lib/call/permission.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import { assertFound, assertVersion, createFieldProblem, Problem } from '../lib/call/problem.ts'
import { insertRow, type Tx, updateRow } from '../lib/db/db.ts'
import { batch } from '../lib/db/query-batch.ts'
import { hashToken } from '../lib/security/hash-token.ts'
import { recordSecurityEvent } from '../lib/security/security-event.ts'

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    api_key: Omit<ApiKeyInput, 'validDays'> & { hash: Buffer; hint: string; createdBy?: string }
  }
}

/** The columns of a key. Its status follows the rules of `find_api_key`, so an active key works. */
const columns = (tx: Tx) => tx`
  k.id as "_id", k.name, ${apiKeyPrefix} || '…' || k.hint as masked_key, k.ability, k.version,
  k.created_at, k.last_used_at, k.expires_at, k.revoked_at,
  case when k.revoked_at is not null then 'revoked' when k.expires_at <= now() then 'expired'
    when m.person_id is null or p.disabled_at is not null then 'inactive' else 'active' end as status,
  case when p.id is not null then json_build_object('_id', p.id, 'fullName', p.full_name) end as created_by`
const apiKeyJoins = (tx: Tx) => tx`
  api_key k left join person p on p.id = k.created_by
  left join membership m on m.store_id = k.store_id and m.person_id = k.created_by and m.status = 'active'`

/**
 * Returns up to 500 keys, newest first. Valid keys are selected before revoked and expired ones, so
 * that every valid key can be revoked.
 */
export const listApiKeys = (tx: Tx) =>
  batch(
    [
      tx<ApiKey[]>`
        select ${columns(tx)} from ${apiKeyJoins(tx)} where k.id in (
          select id from api_key
          where coalesce(revoked_at, expires_at, now()) > now() - interval '30 days'
          order by revoked_at is not null or coalesce(expires_at <= now(), false),
            created_at desc, id desc
          limit 500)
        order by k.created_at desc, k.id desc`,
    ],
    ([keys]) => [...keys],
  )

export async function getApiKey(tx: Tx, id: string): Promise<ApiKey> {
  const [row] = await tx<ApiKey[]>`select ${columns(tx)} from ${apiKeyJoins(tx)} where k.id = ${id}`
  return assertFound(row, 'api_key_not_found')
}

/**
 * Rejects abilities that the caller does not have.
 * @throws Problem 403 beyond_own_permissions
 */
function assertCanGrant(principal: Principal, ability: readonly Ability[]): void {
  if (!coversAbilities(principal.abilities, ability))
    throw createFieldProblem('ability', 'beyond_own_permissions', {}, 403)
}

export async function createApiKey(
  tx: Tx,
  { name, ability, validDays = null }: ApiKeyInput,
  principal: Principal,
): Promise<NewApiKey> {
  assertCanGrant(principal, ability)
  await tx`select pg_advisory_xact_lock(hashtextextended('api_key ' || current_store(), 0))`
  const [row] = await tx<{ count: number }[]>`
    select count(*)::integer as count from api_key
    where revoked_at is null and coalesce(expires_at > now(), true)`
  if ((row?.count ?? 0) >= maxApiKeys)
    throw new Problem(409, 'api_key_limit', { count: maxApiKeys })
  const key = `${apiKeyPrefix}${randomBytes(32).toString('base64url')}`
  const id = await insertRow(tx, 'api_key', {
    name,
    hash: hashToken(key),
    hint: key.slice(-4),
    ability: tx.json([...ability]),
    createdBy: principal.personId,
  })
  if (validDays !== null)
    await tx`
      update api_key set expires_at = created_at + make_interval(days => ${validDays})
      where id = ${id}`
  await recordSecurityEvent(tx, {
    action: 'api_key_created',
    entity: 'api_key',
    entityId: id,
    storeId: principal.storeId,
    actor: principal.personId,
    details: { name },
  })
  return { ...(await getApiKey(tx, id)), key }
}

/**
 * Locks a key that can be changed. Revoked and expired keys stay unchanged as part of the history.
 * @throws Problem 404 api_key_not_found; 409 api_key_ended
 */
async function lockActiveApiKey(tx: Tx, id: string): Promise<ApiKey> {
  await tx`select 1 from api_key where id = ${id} for update`
  const current = await getApiKey(tx, id)
  if (current.status === 'revoked' || current.status === 'expired')
    throw new Problem(409, 'api_key_ended')
  return current
}

export async function updateApiKey(
  tx: Tx,
  id: string,
  { version, name, ability }: ApiKeyEdit,
  principal: Principal,
): Promise<ApiKey> {
  const current = await lockActiveApiKey(tx, id)
  assertVersion(current, version)
  if (ability) assertCanGrant(principal, ability)
  await updateRow(tx, 'api_key', id, {
    name,
    ability: ability && tx.json([...ability]),
    version: current.version + 1,
  })
  return getApiKey(tx, id)
}

/** Revokes a key. A key that is revoked or expired already stays unchanged, without an error. */
export async function revokeApiKey(tx: Tx, id: string, principal: Principal): Promise<ApiKey> {
  const updatedRows = await tx`
    update api_key set revoked_at = now(), version = version + 1
    where id = ${id} and revoked_at is null and coalesce(expires_at > now(), true) returning 1`
  const key = await getApiKey(tx, id)
  if (updatedRows.length > 0)
    await recordSecurityEvent(tx, {
      action: 'api_key_revoked',
      entity: 'api_key',
      entityId: id,
      storeId: principal.storeId,
      actor: principal.personId,
      details: { name: key.name },
    })
  return key
}

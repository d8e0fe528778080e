import { jwtVerify, SignJWT } from 'jose'
import { apiKeyPrefix } from '#contract/lib/call/api-key-prefix.ts'
import { type Ability, getBuiltInAbilities } from '#contract/lib/call/permission.ts'
import { type Db, type Tx, withTransaction } from '../db/db.ts'
import type { SecretKeys } from '../security/secret-keys.ts'
import { Problem } from './problem.ts'

export const accessTokenSeconds = 600

/**
 * The authenticated caller and their store. With `keyId` the caller is an app, which acts for the
 * creator of its API key and has no session.
 */
export type Principal = {
  personId: string
  sessionId: string
  storeId: string
  role: string
  abilities: Ability[]
  keyId?: string
}
export type TokenClaims = { personId: string; sessionId: string; expiresAt: number }

const issuer = 'storewright'

export const createAccessToken = (
  keys: SecretKeys,
  personId: string,
  sessionId: string,
  validSeconds = accessTokenSeconds,
) =>
  new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience('api')
    .setSubject(personId)
    .setIssuedAt()
    .setExpirationTime(`${validSeconds}s`)
    .sign(keys.accessToken)

export const createNotForApiKeysProblem = () => new Problem(403, 'not_for_keys')
/** Returns the same problem for an unknown, a revoked and an inactive key. */
export const createInvalidApiKeyProblem = () => new Problem(401, 'invalid_api_key')
export const createLoggedOutProblem = () => new Problem(401, 'logged_out')

/**
 * A token in its only valid spelling. Without this check, the last character of a signature, padding
 * and white space could vary, because decoders ignore unused bits and blanks.
 */
const tokenPattern = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/

/** Tokens whose signature this process has verified: verifying costs more than most queries. */
const verifiedTokens = new Map<string, TokenClaims>()

/**
 * Returns the claims of the access token in the header.
 * @throws Problem 401, or 403 for an API key
 */
export async function verifyAccessToken(
  keys: SecretKeys,
  header: string | undefined,
): Promise<TokenClaims> {
  const token = header?.startsWith('Bearer ') ? header.slice(7) : ''
  if (token.startsWith(apiKeyPrefix)) throw createNotForApiKeysProblem()
  if (token.length > 2000 || !tokenPattern.test(token)) throw createLoggedOutProblem()
  const cached = verifiedTokens.get(token)
  if (cached && cached.expiresAt > Date.now()) return cached
  const { payload } = await jwtVerify(token, keys.accessToken, {
    algorithms: ['HS256'],
    issuer,
    audience: 'api',
    requiredClaims: ['exp', 'sub', 'sid'],
  }).catch(() => {
    throw createLoggedOutProblem()
  })
  const claims = {
    personId: String(payload.sub),
    sessionId: String(payload.sid),
    expiresAt: (payload.exp ?? 0) * 1000,
  }
  if (verifiedTokens.size > 20_000) verifiedTokens.clear()
  verifiedTokens.set(token, claims)
  return claims
}

type CachedMembership = {
  isLoggedIn: boolean
  storeId: string | null
  role: string | null
  abilities: Ability[] | null
  expiresAt: number
}

/**
 * Memberships change rarely and are needed at each call. A removed ability still works within this
 * time. It is measured by a monotonic clock: if the system time were set back by an hour, an ended
 * session would continue for that hour.
 */
const membershipCacheMs = 1000
const membershipCache = new Map<string, Promise<CachedMembership>>()

type MembershipRow = Pick<CachedMembership, 'storeId' | 'role' | 'abilities'> & {
  isSeen: boolean
}

function loadMembership(
  db: Db,
  claims: TokenClaims,
  requestedStoreId: string | undefined,
): Promise<CachedMembership> {
  const inRequestedStore = (tx: Tx) =>
    requestedStoreId ? tx`and store_id = ${requestedStoreId}::uuid` : tx``
  // Counted from before the query, because its result can be as old as that.
  const expiresAt = performance.now() + membershipCacheMs
  return withTransaction(db, { personId: claims.personId }, async tx => {
    const [row] = await tx<MembershipRow[]>`
      select m.store_id, m.role, coalesce(m.abilities, r.ability) as abilities,
        coalesce(m.last_seen_at > now() - interval '10 minutes', false) as is_seen
      from session s join person p on p.id = s.person_id
      left join lateral (
        select store_id, role, abilities, last_seen_at from membership
        where person_id = p.id and status = 'active' ${inRequestedStore(tx)}
        order by store_id = p.last_store_id desc nulls last, store_id limit 1
      ) m on true
      left join role r on r.store_id = m.store_id and r.role = m.role
      where s.id = ${claims.sessionId} and s.person_id = ${claims.personId}
        and s.ended_at is null and s.expires_at > now() and p.disabled_at is null`
    if (row && requestedStoreId && row.storeId)
      await tx`
        update person set last_store_id = ${requestedStoreId}
        where id = ${claims.personId} and last_store_id is distinct from ${requestedStoreId}`
    if (row?.storeId && !row.isSeen) await updateLastSeen(tx, claims.personId, row.storeId)
    return {
      isLoggedIn: Boolean(row),
      storeId: row?.storeId ?? null,
      role: row?.role ?? null,
      abilities: row?.abilities ?? null,
      expiresAt,
    }
  })
}

/** Stores when the person was last seen, which the staff list displays. */
async function updateLastSeen(tx: Tx, personId: string, storeId: string): Promise<void> {
  await tx`select set_config('app.store_id', ${storeId}, true)`
  await tx`
    update membership set last_seen_at = now()
    where person_id = ${personId} and store_id = ${storeId}`
}

async function getMembership(
  db: Db,
  claims: TokenClaims,
  requestedStoreId: string | undefined,
): Promise<CachedMembership> {
  const key = `${claims.sessionId} ${requestedStoreId ?? ''}`
  const cached = await membershipCache.get(key)?.catch(() => undefined)
  if (cached && cached.expiresAt > performance.now()) return cached
  if (membershipCache.size > 20_000) membershipCache.clear()
  const loading = loadMembership(db, claims, requestedStoreId)
  membershipCache.set(key, loading)
  loading.catch(() => membershipCache.delete(key))
  return loading
}

/**
 * Clears the cache of a session, so that its end or a new membership applies at the next call to
 * this process.
 */
export function invalidateMembership(sessionId: string): void {
  for (const key of membershipCache.keys())
    if (key.startsWith(sessionId)) membershipCache.delete(key)
}

/**
 * Clears the cache of all sessions, so that changed abilities apply at the next call to this
 * process.
 */
export const invalidateAllMemberships = () => membershipCache.clear()

/**
 * Returns the claims and the principal of a call. The store is that of the header, or the last used
 * one. `principal` is undefined if the person is not a member of the store.
 * @throws Problem 401
 */
export async function authenticate(
  db: Db,
  keys: SecretKeys,
  headers: { authorization?: string | undefined; 'x-business-id'?: string | string[] | undefined },
): Promise<{ claims: TokenClaims; principal: Principal | undefined }> {
  const claims = await verifyAccessToken(keys, headers.authorization)
  const storeIdHeader = headers['x-business-id']
  const requestedStoreId =
    storeIdHeader === undefined || storeIdHeader === ''
      ? undefined
      : String(storeIdHeader).toLowerCase()
  const isId =
    requestedStoreId === undefined ||
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(requestedStoreId)
  const membership = await getMembership(
    db,
    claims,
    isId ? requestedStoreId : '00000000-0000-0000-0000-000000000000',
  )
  if (!membership.isLoggedIn) throw createLoggedOutProblem()
  if (!membership.storeId || !membership.role) return { claims, principal: undefined }
  return {
    claims,
    principal: {
      personId: claims.personId,
      sessionId: claims.sessionId,
      storeId: membership.storeId,
      role: membership.role,
      abilities: membership.abilities ?? getBuiltInAbilities(membership.role),
    },
  }
}

/**
 * Reads the current role and abilities of each principal, for streams that last long. Returns
 * undefined for a principal whose session or membership has ended.
 */
export async function revalidateAll(
  db: Db,
  principals: readonly Principal[],
): Promise<(Principal | undefined)[]> {
  const personIds = principals.map(principal => principal.personId)
  const sessionIds = principals.map(principal => principal.sessionId)
  const storeIds = principals.map(principal => principal.storeId)
  const rows = await withTransaction(
    db,
    {},
    tx => tx<{ entryNumber: number; role: string; abilities: Ability[] | null }[]>`
      select * from current_memberships(
        ${personIds}::uuid[], ${sessionIds}::uuid[], ${storeIds}::uuid[])`,
  )
  const rowsByIndex = new Map(rows.map(row => [row.entryNumber - 1, row]))
  return principals.map(({ personId, sessionId, storeId }, i) => {
    const row = rowsByIndex.get(i)
    return (
      row && {
        personId,
        sessionId,
        storeId,
        role: row.role,
        abilities: row.abilities ?? getBuiltInAbilities(row.role),
      }
    )
  })
}
export const revalidate = async (db: Db, principal: Principal): Promise<Principal | undefined> =>
  (await revalidateAll(db, [principal]))[0]

import { apiKeyPrefix } from '#contract/lib/call/api-key-prefix.ts'
import {
  type Ability,
  getBuiltInAbilities,
  intersectAbilities,
} from '#contract/lib/call/permission.ts'
import { type Db, withTransaction } from '../db/db.ts'
import { hashToken } from '../security/hash-token.ts'
import { consumeRateLimit } from '../security/rate-limit.ts'
import { createInvalidApiKeyProblem, type Principal } from './authenticate.ts'

export const isApiKeyHeader = (authorization: string | undefined): authorization is string =>
  authorization?.startsWith(`Bearer ${apiKeyPrefix}`) ?? false

/** Other texts with the prefix were never created here, so the database is not queried for them. */
const apiKeyPattern = new RegExp(`^${apiKeyPrefix}[\\w-]{43}$`)

type CachedApiKey = { principal: Principal; expiresAt: number }
type ApiKeyRow = {
  storeId: string
  id: string
  personId: string
  role: string
  abilities: Ability[] | null
  ability: Ability[]
  /** Whether `last_used_at` is recent enough. */
  isUsedLately: boolean
}

/**
 * As for people, a revoked key, or an ability removed from the key or from its creator, still works
 * within this time.
 */
const apiKeyCacheMs = 1000
const apiKeyCache = new Map<string, Promise<CachedApiKey | undefined>>()
/**
 * Invalid keys, and until when they are rejected without a query. A program that keeps using an old
 * key does not use up the rate limit of its network.
 */
const rejectedKeys = new Map<string, number>()
const rejectedKeyMs = 30_000

async function loadApiKey(db: Db, hash: Buffer): Promise<CachedApiKey | undefined> {
  const expiresAt = performance.now() + apiKeyCacheMs
  return withTransaction(db, {}, async tx => {
    const [row] = await tx<ApiKeyRow[]>`select * from find_api_key(${hash})`
    if (!row) return undefined
    const { storeId, id, personId, role } = row
    if (!row.isUsedLately) {
      await tx`select set_config('app.store_id', ${storeId}, true)`
      await tx`
        update api_key set last_used_at = now()
        where id = ${id} and coalesce(last_used_at < now() - interval '1 minute', true)`
    }
    const abilities = intersectAbilities(row.ability, row.abilities ?? getBuiltInAbilities(role))
    return {
      principal: { personId, storeId, role, abilities, sessionId: '', keyId: id },
      expiresAt,
    }
  })
}

type RateLimitApp = Parameters<typeof consumeRateLimit>[0]

async function getApiKey(
  app: RateLimitApp,
  key: string,
  address: string,
): Promise<CachedApiKey | undefined> {
  const hash = hashToken(key)
  const cacheKey = hash.toString('base64')
  const cachedPromise = apiKeyCache.get(cacheKey)
  // There is no await before `set` unless an entry is cached, so simultaneous calls share one
  // query.
  const cached = cachedPromise && (await cachedPromise.catch(() => undefined))
  if (cached && cached.expiresAt > performance.now()) return cached
  if ((rejectedKeys.get(cacheKey) ?? 0) > performance.now()) return undefined
  if (apiKeyCache.size > 20_000) apiKeyCache.clear()
  // A key that was valid before is not a guess, so it is not rate-limited.
  const loading = cached ? loadApiKey(app.db, hash) : loadUncachedApiKey(app, hash, address)
  apiKeyCache.set(cacheKey, loading)
  loading.then(
    apiKey => apiKey ?? markKeyRejected(cacheKey),
    () => apiKeyCache.delete(cacheKey),
  )
  return loading
}

function markKeyRejected(cacheKey: string) {
  apiKeyCache.delete(cacheKey)
  // The number of guessed keys is unlimited.
  if (rejectedKeys.size > 10_000) rejectedKeys.clear()
  rejectedKeys.set(cacheKey, performance.now() + rejectedKeyMs)
}

/** Rate-limits unknown keys: they cannot be guessed, but each guess would take a connection. */
async function loadUncachedApiKey(
  app: RateLimitApp,
  hash: Buffer,
  address: string,
): Promise<CachedApiKey | undefined> {
  const consumed = await consumeRateLimit(app, 'lookup', { source: address })
  const apiKey = await loadApiKey(app.db, hash)
  if (apiKey) await consumed.refund()
  return apiKey
}

/**
 * Returns the principal of the API key in the header, or undefined if another store than that of
 * the key is requested.
 * @throws Problem 401 invalid_api_key
 */
export async function authenticateApiKey(
  app: RateLimitApp,
  authorization: string,
  requestedStoreId: string | string[] | undefined,
  address: string,
): Promise<Principal | undefined> {
  const key = authorization.slice('Bearer '.length)
  const apiKey = apiKeyPattern.test(key) ? await getApiKey(app, key, address) : undefined
  if (!apiKey) throw createInvalidApiKeyProblem()
  const { principal } = apiKey
  return requestedStoreId === undefined ||
    requestedStoreId === '' ||
    String(requestedStoreId).toLowerCase() === principal.storeId
    ? principal
    : undefined
}

/** Clears the cache of all keys, so that a change applies at the next call to this process. */
export function clearApiKeyCache() {
  apiKeyCache.clear()
  rejectedKeys.clear()
}

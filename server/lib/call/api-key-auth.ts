import { createHash } from 'node:crypto'
import { apiKeyPrefix } from '#contract/lib/api-key-prefix.ts'
import { type Ability, getBuiltInAbilities, intersectAbilities } from '#contract/lib/permission.ts'
import { type Db, withTransaction } from '../db/db.ts'
import { consumeRateLimit } from '../security/rate-limit.ts'
import { createInvalidApiKeyProblem, type Principal } from './authenticate.ts'

export const isApiKeyHeader = (authorization: string | undefined): authorization is string =>
  authorization?.startsWith(`Bearer ${apiKeyPrefix}`) ?? false

/** What else begins like a key was never made by us, and is asked of nobody. */
const apiKeyPattern = new RegExp(`^${apiKeyPrefix}[\\w-]{43}$`)

/** A key is a random number of 256 bits, so a plain hash of it cannot be searched through. */
export const hashApiKey = (key: string): Buffer => createHash('sha256').update(key).digest()

type CachedApiKey = { principal: Principal; expiresAt: number }
type ApiKeyRow = {
  businessId: string
  id: string
  personId: string
  role: string
  abilities: Ability[] | null
  ability: Ability[]
  isUsedLately: boolean
}

/** As with people: a key that was revoked, and a right taken from it or from who made it, still works within this time. */
const apiKeyCacheMs = 1000
const apiKeyCache = new Map<string, Promise<CachedApiKey | undefined>>()
/** Keys that were good for nothing a moment ago, until when: a program that goes on with one it lost uses up no tries of those beside it. */
const rejectedKeys = new Map<string, number>()
const rejectedKeyMs = 30_000

async function loadApiKey(db: Db, hash: Buffer): Promise<CachedApiKey | undefined> {
  const expiresAt = performance.now() + apiKeyCacheMs
  return withTransaction(db, {}, async tx => {
    const [row] = await tx<ApiKeyRow[]>`select * from find_api_key(${hash})`
    if (!row) return undefined
    const { businessId, id, personId, role } = row
    if (!row.isUsedLately) {
      await tx`select set_config('app.business_id', ${businessId}, true)`
      await tx`update api_key set last_used_at = now() where id = ${id} and coalesce(last_used_at < now() - interval '1 minute', true)`
    }
    const abilities = intersectAbilities(row.ability, row.abilities ?? getBuiltInAbilities(role))
    return {
      principal: { personId, businessId, role, abilities, sessionId: '', keyId: id },
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
  const hash = hashApiKey(key)
  const cacheKey = hash.toString('base64')
  const cachedPromise = apiKeyCache.get(cacheKey)
  // Without a pause in between where there is none: calls that come together are one question.
  const cached = cachedPromise && (await cachedPromise.catch(() => undefined))
  if (cached && cached.expiresAt > performance.now()) return cached
  if ((rejectedKeys.get(cacheKey) ?? 0) > performance.now()) return undefined
  if (apiKeyCache.size > 20_000) apiKeyCache.clear()
  // One met before is no guess.
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
  // There is no end of guessed ones.
  if (rejectedKeys.size > 10_000) rejectedKeys.clear()
  rejectedKeys.set(cacheKey, performance.now() + rejectedKeyMs)
}

/** Keys cannot be guessed; but who tries would have a connection for each guess. */
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

/** What the key in this header may do, in its own store: any other is as good as none. */
export async function authenticateApiKey(
  app: RateLimitApp,
  authorization: string,
  requestedBusinessId: string | string[] | undefined,
  address: string,
): Promise<Principal | undefined> {
  const key = authorization.slice('Bearer '.length)
  const apiKey = apiKeyPattern.test(key) ? await getApiKey(app, key, address) : undefined
  if (!apiKey) throw createInvalidApiKeyProblem()
  const { principal } = apiKey
  return requestedBusinessId === undefined ||
    requestedBusinessId === '' ||
    String(requestedBusinessId).toLowerCase() === principal.businessId
    ? principal
    : undefined
}

/** Forgets what is remembered of all keys, so that a change of one is felt at the next call here. */
export function clearApiKeyCache() {
  apiKeyCache.clear()
  rejectedKeys.clear()
}

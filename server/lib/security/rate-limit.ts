import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { pauseDeadline } from '../call/deadline.ts'
import { createErrorMessage } from '../call/error-message.ts'
import { Problem } from '../call/problem.ts'
import { type Db, type Tx, withTransaction } from '../db/db.ts'
import { createConcurrencyLimiter } from '../file/concurrency-limiter.ts'
import { getClientNetwork } from './client-network.ts'
import { type RateLimit, type RateLimitRule, rateLimitDimensions } from './rate-limit-rule.ts'
import type { SecretKeys } from './secret-keys.ts'

type RateLimitContext = { db: Db; keys: SecretKeys; config: Config }
export type RateLimitRequest = {
  /** The origin of the request: an IP address, or the ID of a person. */
  source?: string
  /** The target of the request: an email, a person, a session. */
  target?: string
  /** How many units of the limit the request uses, 1 by default. */
  amount?: number
  /** The form field that shows the error. */
  field?: string
  /** The error that says in how many minutes the next request is possible. */
  errorCode?: 'too_many_stores' | 'too_many_emails'
  /**
   * Returns whether this source has logged in to the target before. Called only after others
   * exhausted the limit of the target.
   */
  isKnownSource?: () => Promise<boolean>
  /** The rule for unknown sources after others exhausted the limit of the target. */
  reserveRule?: RateLimitRule
  /**
   * Called when the target or the pair is exhausted, not when one source requests many targets.
   */
  onRejected?: () => void
}
type RateLimitBucket = { key: string; dimension: (typeof rateLimitDimensions)[number] } & RateLimit
export type ConsumedRateLimit = {
  /**
   * Refunds this request and the earlier ones of the same pair, after a correct password or key.
   */
  refund(): Promise<void>
}

/** The delay of the last request that a limit allows. The first half of a limit has no delay. */
const maxDelayMs = 2000
/** An object, so that tests can replace `sleep`. */
export const clock = { sleep }

/**
 * The recently exhausted keys of each app, so that a flood of requests does not become a flood of
 * queries.
 */
const exhaustedKeys = new WeakMap<Db, Map<string, { cachedUntil: number; availableAt: number }>>()
const exhaustedCacheMs = 2000

/**
 * Counts one request before any costly work. Delays it when half of the limit is used. Uses only
 * values of the request, so the response is the same for accounts that do not exist.
 * @throws Problem 429 too_many_attempts
 */
export async function consumeRateLimit(
  app: RateLimitContext,
  rule: RateLimitRule,
  request: RateLimitRequest,
): Promise<ConsumedRateLimit> {
  const { rejected, buckets, used } = await consume(app, rule, request)
  if (rejected) {
    if (rejected.dimension !== 'source') request.onRejected?.()
    throw createTooManyAttemptsProblem(rejected.wait, request)
  }
  if (used > 0.5) await pauseDeadline(() => clock.sleep((used - 0.5) * 2 * maxDelayMs))
  return { refund: () => refundBuckets(app, buckets) }
}

/** Returns false instead of throwing, and never delays: for limits that the caller must not see. */
export const tryConsume = async (
  app: RateLimitContext,
  rule: RateLimitRule,
  request: RateLimitRequest,
): Promise<boolean> => (await consume(app, rule, request)).rejected === undefined

/**
 * Counts one request in the caller's transaction, which also undoes the count. Never delays,
 * because the transaction is open.
 */
export async function consumeRateLimitInTransaction(
  tx: Tx,
  app: RateLimitContext,
  rule: RateLimitRule,
  request: RateLimitRequest,
): Promise<void> {
  const { rejectedPosition, wait } = await takeFromBucketsInTransaction(
    tx,
    getBuckets(app, rule, request),
  )
  if (rejectedPosition > 0) throw createTooManyAttemptsProblem(wait, request)
}

/**
 * Returns the request for an email that a person has sent to another address. The message does not
 * reveal other senders.
 */
export const recipientMailLimit = (personId: string, email: string): RateLimitRequest => ({
  source: personId,
  target: email,
  field: 'email',
  errorCode: 'too_many_emails',
})

type ConsumeResult = {
  rejected?: { dimension: RateLimitBucket['dimension']; wait: number }
  buckets: RateLimitBucket[]
  used: number
}

async function consume(
  app: RateLimitContext,
  rule: RateLimitRule,
  request: RateLimitRequest,
): Promise<ConsumeResult> {
  const buckets = getBuckets(app, rule, request)
  const now = Date.now()
  for (const { key, dimension } of buckets) {
    const exhaustedKey = exhaustedKeys.get(app.db)?.get(key)
    if (exhaustedKey && exhaustedKey.cachedUntil > now)
      return reject(dimension, (exhaustedKey.availableAt - now) / 1000)
  }
  const { rejectedPosition, wait, used } = await takeFromBuckets(app, buckets)
  const exceeded = buckets[rejectedPosition - 1]
  if (!exceeded) return { buckets, used }
  if (exceeded.dimension === 'target')
    return (await consumeReserve(app, buckets, request)) ?? reject('target', wait)
  markExhausted(app, exceeded.key, wait)
  return reject(exceeded.dimension, wait)
}

const reject = (dimension: RateLimitBucket['dimension'], wait: number): ConsumeResult => ({
  rejected: { dimension, wait },
  buckets: [],
  used: 1,
})

/**
 * Allows the owner of an account to log in after attackers exhaust its limit: from a known source
 * without counting the target, from another source by the reserve rule, which allows each source
 * only a few requests. Returns undefined if neither applies.
 */
async function consumeReserve(
  app: RateLimitContext,
  buckets: RateLimitBucket[],
  request: RateLimitRequest,
): Promise<ConsumeResult | undefined> {
  const sourceBuckets = buckets.filter(bucket => bucket.dimension !== 'target')
  const usedBuckets = (await request.isKnownSource?.())
    ? sourceBuckets
    : request.reserveRule && [...sourceBuckets, ...getBuckets(app, request.reserveRule, request)]
  if (!usedBuckets) return undefined
  const { rejectedPosition, used } = await takeFromBuckets(app, usedBuckets)
  return rejectedPosition === 0 ? { buckets: usedBuckets, used } : undefined
}

/** Returns one bucket for each dimension that the rule limits and the request names. */
function getBuckets(
  { config, keys }: RateLimitContext,
  rule: RateLimitRule,
  { source, target, amount = 1 }: RateLimitRequest,
): RateLimitBucket[] {
  const network = source === undefined ? undefined : getClientNetwork(source)
  const values = {
    source: network,
    pair: network !== undefined && target !== undefined ? `${network} ${target}` : undefined,
    target,
  }
  return rateLimitDimensions.flatMap(dimension => {
    const limit = config.rateLimits[rule][dimension]
    const value = values[dimension]
    if (!limit || value === undefined) return []
    const key = hashBucketKey(keys.rateLimit, `${rule} ${dimension} ${value}`)
    const count = Math.max(1, Math.floor(limit.count / amount))
    return [{ count, refillSeconds: limit.refillSeconds * amount, dimension, key }]
  })
}
/** Returns sixteen bytes, which PostgreSQL stores best as a uuid. */
const hashBucketKey = (secret: Uint8Array, value: string) =>
  createHmac('sha256', secret)
    .update(value)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

type ConsumeRow = { rejectedPosition: number; wait: number; used: number }

/**
 * Requests from one source wait for each other in the database. More of them would only occupy
 * connections that other calls need.
 */
const withConsumeSlot = createConcurrencyLimiter(2)

const takeFromBuckets = (
  { db }: RateLimitContext,
  buckets: RateLimitBucket[],
): Promise<ConsumeRow> =>
  withConsumeSlot(() =>
    withTransaction(db, {}, tx => takeFromBucketsInTransaction(tx, buckets, skipDiskWait(tx))),
  )

/** After a power failure, the last requests do not count. */
const skipDiskWait = (tx: Tx) => tx`set_config('synchronous_commit', 'off', true),`

async function takeFromBucketsInTransaction(
  tx: Tx,
  buckets: RateLimitBucket[],
  settings = tx``,
): Promise<ConsumeRow> {
  const keys = buckets.map(bucket => bucket.key)
  const refillSeconds = buckets.map(bucket => bucket.refillSeconds)
  const counts = buckets.map(bucket => bucket.count)
  const [result] = await tx<ConsumeRow[]>`
    select ${settings} rejected_position, wait, used from consume_rate_limit(
      ${keys}::uuid[], ${refillSeconds}::text[]::double precision[], ${counts}::integer[])`
  return result ?? { rejectedPosition: 0, wait: 0, used: 0 }
}

const refundBuckets = ({ db }: RateLimitContext, buckets: RateLimitBucket[]): Promise<void> =>
  withTransaction(db, {}, async tx => {
    for (const { dimension, key, refillSeconds } of buckets) {
      // In the order in which they were taken, so that two transactions never wait for each other.
      if (dimension === 'pair' || (dimension === 'target' && buckets.length === 1))
        await tx`delete from rate_limit_bucket where key = ${key}`
      else
        await tx`
          update rate_limit_bucket set full_at = full_at - make_interval(secs => ${refillSeconds})
          where key = ${key}`
    }
  })

function markExhausted({ db }: RateLimitContext, key: string, seconds: number) {
  const expiryByKey = exhaustedKeys.get(db) ?? new Map()
  exhaustedKeys.set(db, expiryByKey)
  if (expiryByKey.size > 10_000) expiryByKey.clear()
  const availableAt = Date.now() + seconds * 1000
  expiryByKey.set(key, {
    cachedUntil: Math.min(availableAt, Date.now() + exhaustedCacheMs),
    availableAt,
  })
}

function createTooManyAttemptsProblem(
  waitSeconds: number,
  { field, errorCode }: RateLimitRequest,
): Problem {
  const seconds = Math.max(1, Math.ceil(waitSeconds))
  const minutes = Math.max(2, Math.ceil(seconds / 60))
  const message =
    errorCode || seconds > 90
      ? createErrorMessage(errorCode ?? 'too_many_attempts_minutes', { count: minutes })
      : createErrorMessage('too_many_attempts', { count: seconds })
  const errors = field ? [{ path: field, ...message }] : undefined
  return new Problem(429, message, {
    retryAfterSeconds: seconds,
    ...(errors && { errors }),
  })
}

import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { pauseDeadline } from '../call/deadline.ts'
import { Problem } from '../call/problem.ts'
import { type Db, type Tx, withTransaction } from '../db/db.ts'
import { getClientNetwork } from './client-network.ts'
import { type RateLimit, type RateLimitRule, rateLimitDimensions } from './rate-limit-rule.ts'
import type { SecretKeys as Secrets } from './secret-keys.ts'

type RateLimitContext = { db: Db; keys: Secrets; config: Config }
type RateLimitRequest = {
  /** Where the request comes from. */
  address?: string
  /** Whom it is about: an email, a person, a session. */
  account?: string
  /** Where the form has room for the refusal; without one it is said beside the form. */
  field?: string
  /** What is said instead of "Too many tries", where nobody need have tried. */
  formatMessage?: (minutes: number) => string
  /** Whether this account was entered from this address before. Asked only once strangers have used up what the account allows. */
  isFamiliar?: () => Promise<boolean>
  /** Drawn on once strangers have used up what the account allows, for a place that is not known either. */
  reserveRule?: RateLimitRule
  /** Hears that this account was refused; not of a place that asks about many. */
  onRejected?: () => void
}
type RateLimitBucket = { key: string; dimension: (typeof rateLimitDimensions)[number] } & RateLimit
export type ConsumedRateLimit = {
  /** The try was right: it is not counted, nor are those before it from the same place. */
  refund(): Promise<void>
}

/** How much the last try that is let through is slowed down; the first half of an allowance is not. */
const maxDelayMs = 2000
/** Taken by name, so that a test can see how long was waited without waiting. */
export const clock = { sleep }

/** Keys that were found used up a moment ago, so that a flood of tries does not become one of queries. Each app knows its own. */
const exhaustedKeys = new WeakMap<Db, Map<string, { cachedUntil: number; availableAt: number }>>()
const exhaustedCacheMs = 2000

/**
 * Counts one try, before anything costly or telling is done for it. Slows it down when there were many, and throws 429 when
 * there were too many. What is counted is only what the request itself says, so it tells nobody which accounts there are.
 */
export async function consumeRateLimit(
  app: RateLimitContext,
  rule: RateLimitRule,
  request: RateLimitRequest,
): Promise<ConsumedRateLimit> {
  const { rejected, buckets, used } = await consume(app, rule, request)
  if (rejected) {
    if (rejected.dimension !== 'address') request.onRejected?.()
    throw createTooManyTriesProblem(rejected.wait, request)
  }
  if (used > 0.5) await pauseDeadline(() => clock.sleep((used - 0.5) * 2 * maxDelayMs))
  return { refund: () => refundBuckets(app, buckets) }
}

/** `attempt` for where a refusal would be an answer of its own: false when there were too many. Nobody guesses here, so nobody is slowed down. */
export const tryConsume = async (
  app: RateLimitContext,
  rule: RateLimitRule,
  request: RateLimitRequest,
): Promise<boolean> => (await consume(app, rule, request)).rejected === undefined

/** `attempt` within the caller's transaction, which takes the try back when it fails. Nobody is slowed down while that is open. */
export async function consumeRateLimitInTransaction(
  tx: Tx,
  app: RateLimitContext,
  rule: RateLimitRule,
  request: RateLimitRequest,
): Promise<void> {
  const { refused, wait } = await takeFromBucketsInTransaction(tx, getBuckets(app, rule, request))
  if (refused > 0) throw createTooManyTriesProblem(wait, request)
}

/** The letter box of an address: however many people write there by way of us, they do not fill it. The refusal tells of nobody else's mails. */
export const recipientMailLimit = (email: string): RateLimitRequest => ({
  account: `to ${email}`,
  field: 'email',
  formatMessage: minutes =>
    `We cannot send a mail to this address right now. Try again in ${minutes} minutes.`,
})

/** Of what somebody has sent there within an hour, be it from several stores, only the first counts for the letter box. */
export async function consumeRecipientMailLimit(
  tx: Tx,
  app: RateLimitContext,
  email: string,
  personId: string,
): Promise<void> {
  const recipientLimit = recipientMailLimit(email)
  const senderLimit = { ...recipientLimit, account: `${personId} ${recipientLimit.account}` }
  await consumeRateLimitInTransaction(tx, app, 'letter', senderLimit)
  const { refused } = await takeFromBucketsInTransaction(
    tx,
    getBuckets(app, 'firstLetter', senderLimit),
  )
  if (refused === 0) await consumeRateLimitInTransaction(tx, app, 'mail', recipientLimit)
}

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
    const exhausted = exhaustedKeys.get(app.db)?.get(key)
    if (exhausted && exhausted.cachedUntil > now)
      return {
        rejected: { dimension: dimension, wait: (exhausted.availableAt - now) / 1000 },
        buckets: [],
        used: 1,
      }
  }
  const { refused, wait, used } = await takeFromBuckets(app, buckets)
  const exceeded = buckets[refused - 1]
  if (exceeded?.dimension === 'account')
    return (
      (await consumeWithoutAccount(app, buckets, request)) ?? {
        rejected: { dimension: 'account', wait },
        buckets: [],
        used,
      }
    )
  if (!exceeded) return { buckets, used }
  markExhausted(app, exceeded.key, wait)
  return { rejected: { dimension: exceeded.dimension, wait }, buckets: [], used }
}

/**
 * Strangers have used up what an account allows. Its person still gets in: where they were before, without being counted for
 * the account; elsewhere from a reserve of which each place has but a few tries, so that who goes on asking has none of it left.
 */
async function consumeWithoutAccount(
  app: RateLimitContext,
  buckets: RateLimitBucket[],
  request: RateLimitRequest,
): Promise<ConsumeResult | undefined> {
  const addressBuckets = buckets.filter(one => one.dimension !== 'account')
  const usedBuckets = (await request.isFamiliar?.())
    ? addressBuckets
    : request.reserveRule && [...addressBuckets, ...getBuckets(app, request.reserveRule, request)]
  if (!usedBuckets) return undefined
  const { refused, used } = await takeFromBuckets(app, usedBuckets)
  return refused === 0 ? { buckets: usedBuckets, used } : undefined
}

function getBuckets(
  { config, keys }: RateLimitContext,
  rule: RateLimitRule,
  { address, account }: RateLimitRequest,
): RateLimitBucket[] {
  const clientNetwork = address === undefined ? undefined : getClientNetwork(address)
  const values = {
    address: clientNetwork,
    account,
    both:
      clientNetwork !== undefined && account !== undefined
        ? `${clientNetwork} ${account}`
        : undefined,
  }
  return rateLimitDimensions.flatMap(dimension => {
    const limit = config.rateLimits[rule][dimension]
    const value = values[dimension]
    return limit && value !== undefined
      ? [
          {
            ...limit,
            dimension,
            key: hashBucketKey(keys.rateLimit, `${rule} ${dimension} ${value}`),
          },
        ]
      : []
  })
}
/** Sixteen bytes, which PostgreSQL keeps best as a uuid. */
const hashBucketKey = (secret: Uint8Array, value: string) =>
  createHmac('sha256', secret)
    .update(value)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

type ConsumeRow = { refused: number; wait: number; used: number }
const takeFromBuckets = (
  { db }: RateLimitContext,
  buckets: RateLimitBucket[],
): Promise<ConsumeRow> => withTransaction(db, {}, tx => takeFromBucketsInTransaction(tx, buckets))
async function takeFromBucketsInTransaction(
  tx: Tx,
  buckets: RateLimitBucket[],
): Promise<ConsumeRow> {
  const [result] = await tx<ConsumeRow[]>`
    select refused, wait, used from draw_attempt(${buckets.map(one => one.key)}::uuid[], ${buckets.map(one => one.refillSeconds)}::text[]::double precision[], ${buckets.map(one => one.count)}::integer[])`
  return result ?? { refused: 0, wait: 0, used: 0 }
}

const refundBuckets = ({ db }: RateLimitContext, buckets: RateLimitBucket[]): Promise<void> =>
  withTransaction(db, {}, async tx => {
    for (const { dimension, key, refillSeconds } of buckets) {
      // In the order of drawing, for the sake of the locks.
      if (dimension === 'both' || (dimension === 'account' && buckets.length === 1))
        await tx`delete from attempt where key = ${key}`
      else
        await tx`update attempt set whole_at = whole_at - make_interval(secs => ${refillSeconds}) where key = ${key}`
    }
  })

function markExhausted({ db }: RateLimitContext, key: string, seconds: number) {
  const exhausted = exhaustedKeys.get(db) ?? new Map()
  exhaustedKeys.set(db, exhausted)
  if (exhausted.size > 10_000) exhausted.clear()
  const availableAt = Date.now() + seconds * 1000
  exhausted.set(key, {
    cachedUntil: Math.min(availableAt, Date.now() + exhaustedCacheMs),
    availableAt,
  })
}

function createTooManyTriesProblem(
  waitSeconds: number,
  { field, formatMessage }: RateLimitRequest,
): Problem {
  const seconds = Math.max(1, Math.ceil(waitSeconds))
  const minutes = Math.max(2, Math.ceil(seconds / 60))
  const message =
    formatMessage?.(minutes) ??
    (seconds > 90
      ? `Too many tries. You can try again in ${minutes} minutes.`
      : `Too many tries. You can try again in ${seconds} seconds.`)
  const errors = field ? [{ path: field, code: 'too_many_tries', message }] : undefined
  return new Problem(429, 'too_many_tries', message, {
    retryAfterSeconds: seconds,
    ...(errors && { errors }),
  })
}

/** Rows that say nothing any more: their allowance is whole, as that of a row which is not there. */
export const rateLimitJobs = ({ db }: Pick<RateLimitContext, 'db'>) => ({
  'attempt.tidy': () =>
    withTransaction(db, {}, async tx => {
      await tx`delete from attempt where whole_at < now()`
    }),
})

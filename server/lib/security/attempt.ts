import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { offTheClock } from '../call/call-limit.ts'
import { Problem } from '../call/problem.ts'
import { type Db, inScope, type Tx } from '../db/db.ts'
import { placeOf } from './address.ts'
import { type Allowance, type AttemptRule, countedBy } from './attempt-rule.ts'
import type { Keys as Secrets } from './keys.ts'

type Place = { db: Db; keys: Secrets; config: Config }
type Keys = {
  /** Where the request comes from. */
  address?: string
  /** Whom it is about: an email, a person, a session. */
  account?: string
  /** Where the form has room for the refusal; without one it is said beside the form. */
  field?: string
  /** What is said instead of "Too many tries", where nobody need have tried. */
  words?: (minutes: number) => string
  /** Whether this account was entered from this address before. Asked only once strangers have used up what the account allows. */
  isKnown?: () => Promise<boolean>
  /** Drawn on once strangers have used up what the account allows, for a place that is not known either. */
  reserve?: AttemptRule
  /** Hears that this account was refused; not of a place that asks about many. */
  onRefused?: () => void
}
type Drawn = { key: string; by: (typeof countedBy)[number] } & Allowance
export type Attempt = {
  /** The try was right: it is not counted, nor are those before it from the same place. */
  forgive(): Promise<void>
}

/** How much the last try that is let through is slowed down; the first half of an allowance is not. */
const slowestMs = 2000
/** Taken by name, so that a test can see how long was waited without waiting. */
export const clock = { sleep }

/** Keys that were found used up a moment ago, so that a flood of tries does not become one of queries. Each app knows its own. */
const closed = new WeakMap<Db, Map<string, { until: number; opensAt: number }>>()
const closedForMs = 2000

/**
 * Counts one try, before anything costly or telling is done for it. Slows it down when there were many, and throws 429 when
 * there were too many. What is counted is only what the request itself says, so it tells nobody which accounts there are.
 */
export async function attempt(app: Place, rule: AttemptRule, keys: Keys): Promise<Attempt> {
  const { refused, drawn, used } = await draw(app, rule, keys)
  if (refused) {
    if (refused.by !== 'address') keys.onRefused?.()
    throw tooMany(refused.wait, keys)
  }
  if (used > 0.5) await offTheClock(() => clock.sleep((used - 0.5) * 2 * slowestMs))
  return { forgive: () => putBack(app, drawn) }
}

/** `attempt` for where a refusal would be an answer of its own: false when there were too many. Nobody guesses here, so nobody is slowed down. */
export const mayTry = async (app: Place, rule: AttemptRule, keys: Keys): Promise<boolean> =>
  (await draw(app, rule, keys)).refused === undefined

/** `attempt` within the caller's transaction, which takes the try back when it fails. Nobody is slowed down while that is open. */
export async function attemptIn(tx: Tx, app: Place, rule: AttemptRule, keys: Keys): Promise<void> {
  const { refused, wait } = await takeIn(tx, allowancesOf(app, rule, keys))
  if (refused > 0) throw tooMany(wait, keys)
}

/** The letter box of an address: however many people write there by way of us, they do not fill it. The refusal tells of nobody else's mails. */
export const letterBox = (email: string): Keys => ({
  account: `to ${email}`,
  field: 'email',
  words: minutes =>
    `We cannot send a mail to this address right now. Try again in ${minutes} minutes.`,
})

/** Of what somebody has sent there within an hour, be it from several stores, only the first counts for the letter box. */
export async function drawLetterBox(
  tx: Tx,
  app: Place,
  email: string,
  personId: string,
): Promise<void> {
  const box = letterBox(email)
  const own = { ...box, account: `${personId} ${box.account}` }
  await attemptIn(tx, app, 'letter', own)
  const { refused } = await takeIn(tx, allowancesOf(app, 'firstLetter', own))
  if (refused === 0) await attemptIn(tx, app, 'mail', box)
}

type Draw = { refused?: { by: Drawn['by']; wait: number }; drawn: Drawn[]; used: number }

async function draw(app: Place, rule: AttemptRule, keys: Keys): Promise<Draw> {
  const all = allowancesOf(app, rule, keys)
  const now = Date.now()
  for (const { key, by } of all) {
    const shut = closed.get(app.db)?.get(key)
    if (shut && shut.until > now)
      return { refused: { by, wait: (shut.opensAt - now) / 1000 }, drawn: [], used: 1 }
  }
  const { refused, wait, used } = await take(app, all)
  const over = all[refused - 1]
  if (over?.by === 'account')
    return (
      (await drawPastAccount(app, all, keys)) ?? {
        refused: { by: 'account', wait },
        drawn: [],
        used,
      }
    )
  if (!over) return { drawn: all, used }
  close(app, over.key, wait)
  return { refused: { by: over.by, wait }, drawn: [], used }
}

/**
 * Strangers have used up what an account allows. Its person still gets in: where they were before, without being counted for
 * the account; elsewhere from a reserve of which each place has but a few tries, so that who goes on asking has none of it left.
 */
async function drawPastAccount(app: Place, all: Drawn[], keys: Keys): Promise<Draw | undefined> {
  const own = all.filter(one => one.by !== 'account')
  const drawn = (await keys.isKnown?.())
    ? own
    : keys.reserve && [...own, ...allowancesOf(app, keys.reserve, keys)]
  if (!drawn) return undefined
  const { refused, used } = await take(app, drawn)
  return refused === 0 ? { drawn, used } : undefined
}

function allowancesOf(
  { config, keys }: Place,
  rule: AttemptRule,
  { address, account }: Keys,
): Drawn[] {
  const place = address === undefined ? undefined : placeOf(address)
  const values = {
    address: place,
    account,
    both: place !== undefined && account !== undefined ? `${place} ${account}` : undefined,
  }
  return countedBy.flatMap(by => {
    const allowance = config.limits[rule][by]
    const value = values[by]
    return allowance && value !== undefined
      ? [{ ...allowance, by, key: keyOf(keys.attempt, `${rule} ${by} ${value}`) }]
      : []
  })
}
/** Sixteen bytes, which PostgreSQL keeps best as a uuid. */
const keyOf = (secret: Uint8Array, value: string) =>
  createHmac('sha256', secret)
    .update(value)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

type Answer = { refused: number; wait: number; used: number }
const take = ({ db }: Place, drawn: Drawn[]): Promise<Answer> =>
  inScope(db, {}, tx => takeIn(tx, drawn))
async function takeIn(tx: Tx, drawn: Drawn[]): Promise<Answer> {
  const [answer] = await tx<Answer[]>`
    select refused, wait, used from draw_attempt(${drawn.map(one => one.key)}::uuid[], ${drawn.map(one => one.step)}::text[]::double precision[], ${drawn.map(one => one.count)}::integer[])`
  return answer ?? { refused: 0, wait: 0, used: 0 }
}

const putBack = ({ db }: Place, drawn: Drawn[]): Promise<void> =>
  inScope(db, {}, async tx => {
    for (const { by, key, step } of drawn) {
      // In the order of drawing, for the sake of the locks.
      if (by === 'both' || (by === 'account' && drawn.length === 1))
        await tx`delete from attempt where key = ${key}`
      else
        await tx`update attempt set whole_at = whole_at - make_interval(secs => ${step}) where key = ${key}`
    }
  })

function close({ db }: Place, key: string, seconds: number) {
  const known = closed.get(db) ?? new Map()
  closed.set(db, known)
  if (known.size > 10_000) known.clear()
  const opensAt = Date.now() + seconds * 1000
  known.set(key, { until: Math.min(opensAt, Date.now() + closedForMs), opensAt })
}

function tooMany(wait: number, { field, words }: Keys): Problem {
  const seconds = Math.max(1, Math.ceil(wait))
  const minutes = Math.max(2, Math.ceil(seconds / 60))
  const message =
    words?.(minutes) ??
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
export const attemptJobs = ({ db }: Pick<Place, 'db'>) => ({
  'attempt.tidy': () =>
    inScope(db, {}, async tx => {
      await tx`delete from attempt where whole_at < now()`
    }),
})

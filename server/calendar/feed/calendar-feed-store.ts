import { randomBytes } from 'node:crypto'
import type {
  CalendarFeed,
  CalendarFeedInput,
  NewCalendarFeed,
} from '#contract/desk/calendar-feed.ts'
import { assertFound } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { hashToken } from '../../lib/security/hash-token.ts'

/** A feed as its calendar app reads it. */
export type OpenFeed = CalendarFeed & { storeId: string; personId: string }

/** Returns the feed of the person of the transaction. */
export async function findFeed(tx: Tx): Promise<CalendarFeed | null> {
  const [row] = await tx<CalendarFeed[]>`
    select kinds, has_customer_names, language, created_at
    from calendar_feed where person_id = current_person()`
  return row ?? null
}

/** Creates the feed of the caller, in place of an earlier one. */
export async function createFeed(tx: Tx, input: CalendarFeedInput): Promise<NewCalendarFeed> {
  const token = randomBytes(32).toString('base64url')
  const { kinds, hasCustomerNames, language } = input
  await tx`delete from calendar_feed where person_id = current_person()`
  await tx`
    insert into calendar_feed (token_hash, kinds, has_customer_names, language)
    values (${hashToken(token)}, ${kinds}, ${hasCustomerNames}, ${language})`
  return { ...assertFound(await findFeed(tx)), token }
}

/** @throws Problem 404 without a feed */
export async function updateFeed(tx: Tx, input: CalendarFeedInput): Promise<CalendarFeed> {
  const { kinds, hasCustomerNames, language } = input
  await tx`
    update calendar_feed
    set kinds = ${kinds}, has_customer_names = ${hasCustomerNames}, language = ${language}
    where person_id = current_person()`
  return assertFound(await findFeed(tx))
}

export async function deleteFeed(tx: Tx): Promise<void> {
  const rows = await tx`delete from calendar_feed where person_id = current_person() returning id`
  assertFound(rows[0])
}

/** @throws Problem 404 not_found for an unknown token */
export async function openFeed(tx: Tx, token: string): Promise<OpenFeed> {
  const [feed] = await tx<OpenFeed[]>`
    select store_id, person_id, kinds, has_customer_names, language, created_at
    from find_calendar_feed(${hashToken(token)})`
  return assertFound(feed)
}

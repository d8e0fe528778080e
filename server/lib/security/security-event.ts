import type { FastifyBaseLogger } from 'fastify'
import type { SecurityAction, SecurityEntity } from '#contract/lib/call/security-event.ts'
import { type Db, type Tx, withTransaction } from '../db/db.ts'

/**
 * An audited event that changes no row of a store, or that needs a name of its own. It is written
 * in the caller's transaction, so the audit contains it if and only if it happened.
 */
export type SecurityEvent = {
  action: SecurityAction
  entity: SecurityEntity
  /** The id of the session, key or file, if it has one. */
  entityId?: string
  /**
   * The id of the person whose account is affected. The audit of each of their stores gets the
   * event.
   */
  about?: string
  /**
   * The store of the event, which must be that of the transaction. With `about`, only its audit
   * gets the event.
   */
  storeId?: string
  /**
   * The id of the person who acted. Undefined if they are not authenticated, as at a failed login.
   */
  actor?: string | undefined
  /** More about the event. Never a password, a code, a token or a part of one. */
  details?: Record<string, string | number | boolean | string[]>
  /** The previous values of `details`. */
  before?: Record<string, string | string[]>
  /** The source of the request, for transactions whose scope does not contain it. */
  client?: { ip: string; requestId: string } | undefined
}

export async function recordSecurityEvent(
  tx: Tx,
  { action, entity, entityId, about, storeId, actor, details = {}, before, client }: SecurityEvent,
): Promise<void> {
  await tx`
    select record_security_event(
      ${action}, ${entity}, ${entityId ?? null}, ${about ?? null}, ${storeId ?? null},
      ${actor ?? null}, ${tx.json(details)}, ${client?.requestId ?? null}, ${client?.ip ?? null},
      ${before ? tx.json(before) : null})`
}

const backgroundWrites = new Set<Promise<unknown>>()

/**
 * Records an event after the reply: a rejected request has no transaction, and its reply must take
 * the same time whether the account exists or not.
 */
export const recordInBackground = (app: BackgroundContext, event: SecurityEvent): void =>
  runInBackground(app, event.action, () =>
    withTransaction(app.db, {}, tx => recordSecurityEvent(tx, event)),
  )

/** Like `recordInBackground`, for work that first finds out whether there is an event to record. */
export function runInBackground(
  { log }: BackgroundContext,
  action: SecurityAction,
  work: () => Promise<unknown>,
): void {
  const writing = work()
    .catch(error =>
      log.warn({ err: error, action }, 'The audit entry of a rejected request was not written.'),
    )
    .finally(() => backgroundWrites.delete(writing))
  backgroundWrites.add(writing)
}
type BackgroundContext = { db: Db; log: FastifyBaseLogger }

/** Waits until all background writes that have started are finished. */
export const flushBackground = async (): Promise<void> => {
  await Promise.allSettled(backgroundWrites)
}

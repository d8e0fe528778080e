import type { FastifyBaseLogger } from 'fastify'
import type { SecurityAction, SecurityEntity } from '#contract/lib/security-event.ts'
import { type Db, type Tx, withTransaction } from '../db/db.ts'

/**
 * What happened without changing a row of a store, or needs a name of its own. Written in the caller's transaction: it is
 * in the audit if and only if it happened.
 */
export type SecurityEvent = {
  action: SecurityAction
  entity: SecurityEntity
  /** The session, key or file it is about, where that has an id. */
  entityId?: string
  /** Whose account it is about: every store they work in hears of it. */
  about?: string
  /** The store it is about, which must be that of the transaction; instead of `about`, or to tell it to that store alone. */
  businessId?: string
  /** Who did it. Nobody where nobody has proven who they are, as with a failed login. */
  actor?: string | undefined
  /** What a reader of the audit should know besides. Never a password, a code, a token or a part of one. */
  details?: Record<string, string | number | boolean | string[]>
  /** What of `details` was otherwise before. */
  before?: Record<string, string | string[]>
  /** From where, for transactions opened without that. */
  client?: { ip: string; requestId: string } | undefined
}

export async function recordSecurityEvent(
  tx: Tx,
  {
    action,
    entity,
    entityId,
    about,
    businessId,
    actor,
    details = {},
    before,
    client,
  }: SecurityEvent,
): Promise<void> {
  await tx`select record_security_event(${action}, ${entity}, ${entityId ?? null}, ${about ?? null}, ${businessId ?? null}, ${actor ?? null},
    ${tx.json(details)}, ${client?.requestId ?? null}, ${client?.ip ?? null}, ${before ? tx.json(before) : null})`
}

const backgroundWrites = new Set<Promise<unknown>>()

/**
 * Writes down what was refused, after the answer: a refusal leaves no transaction to write in, and must take the same time
 * whether there is such an account or not.
 */
export const recordInBackground = (app: BackgroundContext, event: SecurityEvent): void =>
  runInBackground(app, event.action, () =>
    withTransaction(app.db, {}, tx => recordSecurityEvent(tx, event)),
  )

/** `recordAside` where it must be found out first whether there is anything to write. */
export function runInBackground(
  { log }: BackgroundContext,
  action: SecurityAction,
  work: () => Promise<unknown>,
): void {
  const writing = work()
    .catch(error =>
      log.warn({ err: error, action }, 'a refusal could not be written into the audit'),
    )
    .finally(() => backgroundWrites.delete(writing))
  backgroundWrites.add(writing)
}
type BackgroundContext = { db: Db; log: FastifyBaseLogger }

/** When everything written aside by now is written. */
export const flushBackground = async (): Promise<void> => {
  await Promise.allSettled(backgroundWrites)
}

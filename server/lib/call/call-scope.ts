import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { type Db, type Tx, withTransaction } from '../db/db.ts'
import type { TransactionScope } from '../db/scope.ts'
import type { Principal, TokenClaims } from './authenticate.ts'
import { withDeadline } from './deadline.ts'

/** The audit names the creator of an API key as the person; the request id names the key. */
const getAuditRequestId = ({ keyId }: Principal, { id }: FastifyRequest) =>
  keyId ? `key-${keyId.replaceAll('-', '')}-${id}`.slice(0, 64) : String(id)

export const getScope = (principal: Principal, request: FastifyRequest): TransactionScope => ({
  personId: principal.personId,
  storeId: principal.storeId,
  requestId: getAuditRequestId(principal, request),
  ip: request.ip,
  tabId: request.headers['x-tab-id']?.toString(),
  positionReceiver: request,
})

/** Returns the scope of a call on the caller's own account, which sees no store. */
export const getAccountScope = (
  { personId }: TokenClaims,
  request: FastifyRequest,
): TransactionScope => ({
  personId,
  requestId: String(request.id),
  ip: request.ip,
  positionReceiver: request,
})

/**
 * Runs a transaction with a deadline of its own, because the call also waits for name servers or
 * for the rest of an upload.
 */
export const withFreshDeadline = <T>(
  app: { db: Db; config: Config },
  scope: TransactionScope,
  work: (tx: Tx) => Promise<T>,
) => withDeadline(app.config.callLimitMs, () => withTransaction(app.db, scope, work))

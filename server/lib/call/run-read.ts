import type { FastifyRequest } from 'fastify'
import type { Route } from '#contract/lib/call/api.ts'
import { dataPositionHeader } from '#contract/lib/call/data-position.ts'
import type { Db } from '../db/db.ts'
import type { TransactionScope } from '../db/scope.ts'
import { readWithReplica } from '../replica/read-with-replica.ts'
import type { Principal } from './authenticate.ts'

type ReadCall = { db: Db; route: Route; principal: Principal; request: FastifyRequest }

/**
 * Runs the read of a call on a store. If the contract allows it, and the client has sent the
 * highest position that it has received, a replica that has reached it serves the read.
 */
export function runRead<T>(
  { db, route, principal: { personId, storeId }, request }: ReadCall,
  read: (db: Db, scope: TransactionScope) => Promise<T>,
): Promise<T> {
  // Only the audit of writes needs the request id.
  if (!route.allowsReplica) return read(db, { personId, storeId })
  const scope = { personId, storeId, isReadOnly: true, positionReceiver: request }
  return readWithReplica(db, parsePosition(request), chosenDb => read(chosenDb, scope))
}

function parsePosition({ headers }: FastifyRequest): number | undefined {
  const header = String(headers[dataPositionHeader] ?? '')
  return /^\d{1,16}$/.test(header) ? Number(header) : undefined
}

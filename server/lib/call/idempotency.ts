import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Route } from '#contract/lib/call/api.ts'
import type { CommitWith, Tx } from '../db/db.ts'
import type { QueryBatch } from '../db/query-batch.ts'
import type { Principal } from './authenticate.ts'
import { createFieldProblem, Problem } from './problem.ts'

const RecordReference = z.object({ _id: z.string() })
type IdempotentCall = {
  tx: Tx
  commitWith: CommitWith
  route: Route
  principal: Principal
  request: FastifyRequest
}

/** Commits with the last queries of a call that has created or changed the record with this id. */
export type CommitRecordWith = <R>(id: string, batch: QueryBatch<R>) => Promise<R>

/** Reads the record that a call has created or changed, as its caller can see it now. */
export type RecordReader<R> = (id: string) => Promise<R>

/**
 * Runs the work once for each `Idempotency-Key`. The key is written in the transaction of the work,
 * so a failure also removes the key. A second request with the same key waits for the first and
 * reads its record again, because the permissions of the caller can have changed.
 * @throws Problem 400 invalid_idempotency_key, or 409 idempotency_mismatch for another request
 */
export async function withIdempotencyKey<R>(
  { tx, commitWith, route, principal, request }: IdempotentCall,
  work: (commitRecordWith: CommitRecordWith) => Promise<R>,
  readRecord: RecordReader<R> | undefined,
): Promise<R> {
  const key = readRecord && readIdempotencyKey(request)
  if (!readRecord || key === undefined) return work((_, batch) => commitWith(batch))
  const { personId, keyId } = principal
  // Each API key has its own idempotency keys, because the apps of a person do not share theirs.
  const scopedRouteName = [route.feature, route.name, ...(keyId ? [keyId] : [])].join('.')
  const hash = hashRequest(request)
  const [inserted] = await tx`
    insert into idempotency (person_id, route, key, body_hash)
    values (${personId}, ${scopedRouteName}, ${key}, ${hash})
    on conflict do nothing returning key`
  const row = tx`person_id = ${personId} and route = ${scopedRouteName} and key = ${key}`
  if (!inserted) {
    const [existing] = await tx<{ id: string; isSame: boolean }[]>`
      select response ->> '_id' as id, body_hash = ${hash} as is_same from idempotency where ${row}`
    if (!existing?.isSame) throw new Problem(409, 'idempotency_mismatch')
    return readRecord(existing.id)
  }
  const storeId = (id: string) =>
    tx`update idempotency set response = ${tx.json({ _id: id })} where ${row}`
  let isStored = false
  const response = await work((id, { queries, mapRows }) => {
    isStored = true
    return commitWith({ queries: [...queries, storeId(id)], mapRows })
  })
  if (!isStored) await storeId(RecordReference.parse(response)._id)
  return response
}

/** @throws Problem 400 invalid_idempotency_key */
export function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key.length < 1 || key.length > 255)
    throw createFieldProblem('Idempotency-Key', 'invalid_idempotency_key', {}, 400)
  return key
}

/** Returns the hash that distinguishes a repeated request from another one with the same key. */
export const hashRequest = ({ url, body }: FastifyRequest): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([url, body ?? null]))
    .digest()

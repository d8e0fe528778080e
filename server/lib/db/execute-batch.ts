import { withTimeout } from '../call/deadline.ts'
import { addPositionQuery } from './data-position.ts'
import { type Db, type Tx, withTransaction } from './db.ts'
import { pipelineTimeoutMs, sendBatch } from './pipelined-pool.ts'
import { type QueryBatch, runBatch } from './query-batch.ts'
import type { TransactionScope } from './scope.ts'

/**
 * Runs a read whose queries are all known in advance on a shared connection. Several such reads
 * cost about as much as their queries alone. A read that is too slow is repeated in a transaction.
 */
export async function executeBatch<R>(
  db: Db,
  scope: TransactionScope,
  buildBatch: (tx: Tx) => QueryBatch<R>,
): Promise<R> {
  const runOnOwnConnection = () => withTransaction(db, scope, tx => runBatch(buildBatch(tx)))
  const acquiring = db.pipelinedPool.acquire()
  const pipelinedConnection =
    acquiring instanceof Promise
      ? // The failure of one shared connection must not fail all reads that wait for it.
        await withTimeout(pipelineTimeoutMs, acquiring, getTimeoutError).catch(() => undefined)
      : acquiring
  if (!pipelinedConnection) return runOnOwnConnection()
  const receiver = db.replica && scope.positionReceiver
  const startedAt = performance.now()
  try {
    return await withTimeout(
      pipelineTimeoutMs,
      sendBatch(
        pipelinedConnection,
        scope,
        receiver ? tx => addPositionQuery(tx, buildBatch(tx), receiver) : buildBatch,
      ),
      getTimeoutError,
    )
  } catch (error) {
    // A read can be repeated. With a connection of its own, it also fails if the database is down.
    if (pipelinedConnection.isLost || isTimeout(error)) return runOnOwnConnection()
    throw error
  } finally {
    db.metrics?.recordTransaction('shared', (performance.now() - startedAt) / 1000)
  }
}

const timeoutError = new Error('The read took too long for a shared connection.')
const getTimeoutError = () => timeoutError
/** Returns whether the read was too slow for the timer here or for the statement timeout. */
const isTimeout = (error: unknown) =>
  error === timeoutError || (error instanceof Error && 'code' in error && error.code === '57014')

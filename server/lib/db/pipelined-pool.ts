import { type ConnectionOptions, openConnection, type PooledConnection, type Sql } from './pool.ts'
import type { QueryBatch } from './query-batch.ts'
import { buildBeginStatement, type TransactionScope } from './scope.ts'

/**
 * Connections that many reads share without waiting for each other. A read is sent as one unbroken
 * sequence of messages (begin with the settings, its queries, commit), so the database processes
 * one read while the next are in transit. A reserved connection sends messages in the order of the
 * calls, and only this file uses it.
 */
export type PipelinedPool = {
  /**
   * Returns the connection with the fewest pending reads, without a promise if all are open. Returns
   * undefined if `count` is 0 or all connections are stalled.
   */
  acquire(): PipelinedConnection | undefined | Promise<PipelinedConnection | undefined>
  countPendingReads(): number
  end(): Promise<void>
}
/** `lastActiveAt`: when the connection last answered or was idle. */
type PipelinedConnection = PooledConnection & { pendingReads: number; lastActiveAt: number }

/** A read that takes longer delays the others, and is repeated on a connection of its own. */
export const pipelineTimeoutMs = 1000
/** A connection without an answer for this time is stalled, and gets no new reads. */
const stalledMs = 250
const unresponsiveMs = 4 * pipelineTimeoutMs

const isOpen = ({ isLost }: PipelinedConnection) => !isLost

/** Returns the connection with the fewest pending reads that is not stalled. */
function findLeastBusy(connections: readonly PipelinedConnection[]) {
  const isAvailable = ({ pendingReads, lastActiveAt }: PipelinedConnection) =>
    pendingReads === 0 || performance.now() - lastActiveAt < stalledMs
  return connections
    .filter(isAvailable)
    .reduce<PipelinedConnection | undefined>(
      (leastBusy, connection) =>
        leastBusy && leastBusy.pendingReads <= connection.pendingReads ? leastBusy : connection,
      undefined,
    )
}

export function openPipelinedPool(
  connectionOptions: ConnectionOptions,
  count: number,
): PipelinedPool {
  const openConnections: (PipelinedConnection | undefined)[] = []
  const connecting: (Promise<PipelinedConnection> | undefined)[] = Array.from(
    { length: count },
    () => undefined,
  )
  let isEnded = false

  async function getConnection(index: number): Promise<PipelinedConnection> {
    if (isEnded) throw new Error('The pipelined pool has ended.')
    const opening =
      connecting[index] ??
      openConnection(connectionOptions).then(pooledConnection => {
        const connection = Object.assign(pooledConnection, { pendingReads: 0, lastActiveAt: 0 })
        openConnections[index] = connection
        return connection
      })
    connecting[index] = opening
    const connection = await opening.catch(error => {
      if (connecting[index] === opening) connecting[index] = undefined
      throw error
    })
    if (!connection.isLost) return connection
    if (connecting[index] === opening) connecting[index] = undefined
    return getConnection(index)
  }
  return {
    acquire() {
      const open = openConnections.filter(connection => connection !== undefined).filter(isOpen)
      if (open.length === count) return findLeastBusy(open)
      return Promise.all(connecting.map((_, index) => getConnection(index))).then(findLeastBusy)
    },
    countPendingReads: () =>
      openConnections.reduce(
        (sum, connection) => sum + (connection && !connection.isLost ? connection.pendingReads : 0),
        0,
      ),
    async end() {
      // A connection that a late read opened after this would never be closed.
      isEnded = true
      const results = await Promise.allSettled(connecting)
      await Promise.all(
        results.map(result => (result.status === 'fulfilled' ? result.value?.close() : undefined)),
      )
    },
  }
}

/**
 * Sends a read on a shared connection. Throws the error of its queries, or the loss of the
 * connection.
 */
export async function sendBatch<R>(
  pipelinedConnection: PipelinedConnection,
  scope: TransactionScope,
  buildBatch: (tx: Sql) => QueryBatch<R>,
): Promise<R> {
  const { connection, failWhenLost } = pipelinedConnection
  const batch = buildBatch(connection)
  const messages = [
    connection.unsafe(buildBeginStatement(scope, pipelineTimeoutMs)).simple(),
    ...batch.queries,
    connection.unsafe('commit').simple(),
  ]
  if (pipelinedConnection.pendingReads === 0) pipelinedConnection.lastActiveAt = performance.now()
  pipelinedConnection.pendingReads += 1
  // No await between these, so that the messages of two reads never mix.
  for (const message of messages) void message.execute()
  // The database would have canceled the read by now, so the connection is dead.
  const timer = setTimeout(() => {
    if (performance.now() - pipelinedConnection.lastActiveAt > unresponsiveMs)
      pipelinedConnection.destroy()
  }, 2 * unresponsiveMs)
  try {
    const results = await failWhenLost(Promise.all(messages))
    return batch.mapRows(results.slice(1, -1))
  } finally {
    clearTimeout(timer)
    pipelinedConnection.pendingReads -= 1
    pipelinedConnection.lastActiveAt = performance.now()
  }
}

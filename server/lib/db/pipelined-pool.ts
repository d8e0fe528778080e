import { type ConnectionOptions, openConnection, type PooledConnection, type Sql } from './pool.ts'
import type { QueryBatch } from './query-batch.ts'
import { buildBeginStatement, type TransactionScope } from './scope.ts'

/**
 * Connections that many reads share without waiting for each other. A read is sent as one unbroken run of messages (begin
 * with the settings, its queries, commit), so the server works through the reads in turn while the next are on their
 * way. A reserved connection sends what it is given in that order, and only this file ever gives it anything.
 */
export type PipelinedPool = {
  acquire(): Promise<PipelinedConnection | undefined>
  countPendingReads(): number
  end(): Promise<void>
}
/** `lastActiveAt`: when it last answered, or had nothing to do. */
type PipelinedConnection = PooledConnection & { pendingReads: number; lastActiveAt: number }

/** What takes longer holds the others up, and is asked again on a connection of its own. */
export const pipelineTimeoutMs = 1000
/** A line that somebody holds up already: new reads go elsewhere. */
const stalledMs = 250
const unresponsiveMs = 4 * pipelineTimeoutMs

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
    if (isEnded) throw new Error('the lines have ended')
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
    /** The line with the least to do; none where there are too few connections to share any, or something holds all of them up. */
    async acquire() {
      const available = (
        await Promise.all(connecting.map((_, index) => getConnection(index)))
      ).filter(
        connection =>
          connection.pendingReads === 0 || performance.now() - connection.lastActiveAt < stalledMs,
      )
      return available.reduce<PipelinedConnection | undefined>(
        (leastBusy, connection) =>
          leastBusy && leastBusy.pendingReads <= connection.pendingReads ? leastBusy : connection,
        undefined,
      )
    },
    /** Reads under way. */
    countPendingReads: () =>
      openConnections.reduce(
        (sum, connection) => sum + (connection && !connection.isLost ? connection.pendingReads : 0),
        0,
      ),
    async end() {
      // One that a late read opened after all were closed would stay open for ever.
      isEnded = true
      const settled = await Promise.allSettled(connecting)
      await Promise.all(
        settled.map(line => (line.status === 'fulfilled' ? line.value?.close() : undefined)),
      )
    },
  }
}

/** Sends a read on a line. Throws what its queries threw, or the loss of the connection. */
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
  // No await between these: nothing else may come in between.
  for (const message of messages) void message.execute()
  // The database would have said by now that this takes too long: it is gone without a word.
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

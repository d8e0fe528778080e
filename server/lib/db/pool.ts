import postgres from 'postgres'
import { createBusyProblem } from '../call/deadline.ts'
import { openClient } from '../primary/open-client.ts'
import { arrayTypes } from './array-type.ts'
import { parseTimestamp } from './timestamp.ts'

export type Sql = postgres.Sql
/**
 * One connection, used by one caller at a time. After its loss every query fails, and it is never
 * used again.
 */
export type PooledConnection = {
  connection: postgres.ReservedSql
  isLost: boolean
  /**
   * Settles like the work, or rejects when the connection is lost, because queries that were not
   * yet sent would never settle.
   */
  failWhenLost<T>(work: Promise<T>): Promise<T>
  /**
   * Drops a connection that does not answer. Its queries fail, and the database ends the
   * transaction.
   */
  destroy(): void
  close(): Promise<void>
}
export type Pool = {
  /** Returns a free or a new connection within `timeoutMs`. @throws Problem 503 unavailable */
  acquire(timeoutMs?: number): Promise<PooledConnection>
  release(pooledConnection: PooledConnection): void
  getState(): PoolState
  end(): Promise<void>
}
/**
 * The maximum number of connections, the open ones, the idle ones, and the number of waiting
 * callers.
 */
export type PoolState = { size: number; open: number; idle: number; waiting: number }
export type ConnectionOptions = {
  url: string
  prepare: boolean
  onQuery?: (() => void) | undefined
}

/**
 * Longer than the deadline of calls, which end their own wait. On a busy machine, a shorter limit
 * would fail all callers that wait for the first connections of a process.
 */
const connectTimeoutSeconds = 15

/** For callers without a deadline, such as jobs. */
const defaultAcquireTimeoutMs = 30_000

/**
 * Opens a connection with a client of its own. With a shared client, a caller whose connection
 * broke in the middle of its transaction could continue on the connection that replaced it, which
 * may already serve another store.
 */
export async function openConnection({
  url,
  prepare,
  onQuery,
}: ConnectionOptions): Promise<PooledConnection> {
  // A `Set` would keep removed functions, and with them rows, until a major garbage collection.
  const rejectPending: ((error: Error) => void)[] = []
  const failWhenLost = <T>(work: Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      rejectPending.push(reject)
      work
        .then(resolve, reject)
        .finally(() => rejectPending.splice(rejectPending.lastIndexOf(reject), 1))
      // `destroy` has already rejected the pending work.
      if (pooledConnection.isLost) reject(createLostError())
    })
  const destroy = () => {
    if (pooledConnection.isLost) return
    pooledConnection.isLost = true
    // Makes the driver reject every query: a query written to the closed socket would end the
    // process.
    void client.end({ timeout: 0 })
    for (const rejectWork of rejectPending) rejectWork(createLostError())
  }
  const pooledConnection: Partial<PooledConnection> = { isLost: false, failWhenLost, destroy }
  const client = createClient({ url, prepare, onQuery }, destroy)
  try {
    // With `fetch_types: false`, a reservation only completes after a query has opened the
    // connection.
    await failWhenLost(client`select 1`)
    pooledConnection.connection = await failWhenLost(client.reserve())
  } catch (error) {
    await client.end({ timeout: 0 })
    throw error
  }
  pooledConnection.close = () => {
    pooledConnection.isLost = true
    // The driver waits until the timeout for a connection that is reserved.
    pooledConnection.connection?.release()
    return client.end({ timeout: 1 })
  }
  return pooledConnection as PooledConnection // every property is set above
}

const createLostError = () =>
  Object.assign(new Error('The connection to the database was lost.'), {
    code: 'CONNECTION_CLOSED',
  })

const createClient = ({ url, prepare, onQuery }: ConnectionOptions, onclose: () => void): Sql =>
  openClient(url, {
    max: 1,
    prepare,
    connect_timeout: connectTimeoutSeconds,
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => {},
    // A `debug` function makes the driver collect details of each query, so it is set only to
    // count.
    ...(onQuery && {
      debug: (_connection: number, query: string) => {
        if (!/^(begin|commit|rollback)\b/.test(query)) onQuery()
      },
    }),
    onclose,
    transform: { column: { from: postgres.toCamel } },
    types: {
      ...arrayTypes,
      // Sums stay far below 2^53 (contract/lib/schemas.ts, Money), so a number is exact.
      bigint: { to: 20, from: [20, 1700], serialize: String, parse: Number },
      date: {
        to: 1184,
        from: [1114, 1184],
        serialize: (value: Date | string) => (value instanceof Date ? value.toISOString() : value),
        parse: parseTimestamp,
      },
    },
  })

/**
 * Returns a pool of at most `size` connections, which are opened when first needed. Callers wait
 * for a connection in turn, and fail after a timeout.
 */
export function openPool(connectionOptions: ConnectionOptions, size: number): Pool {
  const idleConnections: PooledConnection[] = []
  const waiters = new Set<Waiter>()
  const opener = createConnectionOpener(connectionOptions)
  const { connections } = opener

  const canOpen = () => connections.size + opener.countOpening() < size
  function openForWaiter({ fulfill, fail }: Waiter) {
    opener.open().then(fulfill, (error: unknown) => {
      fail(error)
      openReplacement()
    })
  }
  /**
   * Opens a connection for the next waiter in place of one that was lost or could not be opened.
   */
  function openReplacement() {
    const [next] = waiters
    if (!next || !canOpen()) return
    waiters.delete(next)
    openForWaiter(next)
  }
  function release(pooledConnection: PooledConnection) {
    if (pooledConnection.isLost) {
      connections.delete(pooledConnection)
      return openReplacement()
    }
    const [next] = waiters
    if (!next) return void idleConnections.push(pooledConnection)
    waiters.delete(next)
    next.fulfill(pooledConnection)
  }
  function takeIdleConnection(): PooledConnection | undefined {
    const pooledConnection = idleConnections.pop()
    if (!pooledConnection?.isLost) return pooledConnection
    connections.delete(pooledConnection)
    return takeIdleConnection()
  }
  const waitForConnection = (timeoutMs: number) =>
    new Promise<PooledConnection>((resolve, reject) => {
      const onTimeout = () => waiters.delete(waiter)
      const waiter = createWaiter(timeoutMs, { resolve, reject, onTimeout, release })
      if (canOpen()) openForWaiter(waiter)
      else waiters.add(waiter)
    })

  return {
    release,
    acquire: async (timeoutMs = defaultAcquireTimeoutMs) =>
      takeIdleConnection() ?? waitForConnection(timeoutMs),
    getState: () => ({
      size,
      open: connections.size,
      idle: idleConnections.length,
      waiting: waiters.size,
    }),
    end: opener.end,
  }
}

/** Opens connections and keeps the open ones in `connections`, until `end` closes them. */
function createConnectionOpener(connectionOptions: ConnectionOptions) {
  const connections = new Set<PooledConnection>()
  const opening = new Set<Promise<PooledConnection>>()
  let isEnded = false

  return {
    connections,
    countOpening: () => opening.size,
    async open(): Promise<PooledConnection> {
      if (isEnded) throw new Error('The pool has ended.')
      const connecting = openConnection(connectionOptions)
      opening.add(connecting)
      try {
        const pooledConnection = await connecting
        connections.add(pooledConnection)
        return pooledConnection
      } finally {
        opening.delete(connecting)
      }
    },
    async end() {
      isEnded = true
      // A connection that opens after this would never be closed.
      await Promise.allSettled(opening)
      await Promise.all([...connections].map(pooledConnection => pooledConnection.close()))
    },
  }
}

type Waiter = {
  fulfill: (pooledConnection: PooledConnection) => void
  fail: (error: unknown) => void
}
type WaiterOptions = {
  resolve: (pooledConnection: PooledConnection) => void
  reject: (error: unknown) => void
  onTimeout: () => void
  release: (pooledConnection: PooledConnection) => void
}

function createWaiter(
  timeoutMs: number,
  { resolve, reject, onTimeout, release }: WaiterOptions,
): Waiter {
  let isTimedOut = false
  const timer = setTimeout(() => {
    isTimedOut = true
    onTimeout()
    reject(createBusyProblem())
  }, timeoutMs)
  const clearTimer = () => clearTimeout(timer)
  return {
    fulfill(pooledConnection) {
      clearTimer()
      // The caller timed out while the connection was being opened.
      if (isTimedOut) release(pooledConnection)
      else resolve(pooledConnection)
    },
    fail(error) {
      clearTimer()
      reject(error)
    },
  }
}

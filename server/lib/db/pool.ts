import postgres from 'postgres'
import { createBusyProblem } from '../call/deadline.ts'
import { arrayTypes } from './array-type.ts'
import { parseTimestamp } from './timestamp.ts'

export type Sql = postgres.Sql
/** One connection, lent to one borrower at a time. Once lost it answers every query with an error and is never used again. */
export type PooledConnection = {
  connection: postgres.ReservedSql
  isLost: boolean
  /** Settles as the work does, or fails when the connection is lost: what was not sent by then would never be answered. */
  failWhenLost<T>(work: Promise<T>): Promise<T>
  /** Lets go of a connection that does not answer; what it was asked for fails. The database ends the transaction. */
  destroy(): void
  close(): Promise<void>
}
/** `patienceMs`: how long a borrower waits for a connection, opening one included. */
export type Pool = {
  acquire(timeoutMs?: number): Promise<PooledConnection>
  release(pooledConnection: PooledConnection): void
  getState(): PoolState
  end(): Promise<void>
}
/** Connections there may be, are open, are open and free, and how many borrowers wait for one. */
export type PoolState = { size: number; open: number; idle: number; waiting: number }
export type ConnectionOptions = {
  url: string
  prepare: boolean
  onQuery?: (() => void) | undefined
}

/** For borrowers that nobody waits for, such as jobs. */
const defaultAcquireTimeoutMs = 30_000

/**
 * Opens a connection with a client of its own. Were one client shared, a borrower whose connection broke in the middle of
 * its transaction could go on talking on the connection that replaced it, and that one may by then serve another store.
 */
export async function openConnection({
  url,
  prepare,
  onQuery,
}: ConnectionOptions): Promise<PooledConnection> {
  const rejectPending = new Set<(error: Error) => void>()
  const createLostError = () =>
    Object.assign(new Error('the connection to the database was lost'), {
      code: 'CONNECTION_CLOSED',
    })
  const failWhenLost = <T>(work: Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      rejectPending.add(reject)
      work.then(resolve, reject).finally(() => rejectPending.delete(reject))
      // Of a connection lost before, nobody would tell any more.
      if (pooledConnection.isLost) reject(createLostError())
    })
  const destroy = () => {
    if (pooledConnection.isLost) return
    pooledConnection.isLost = true
    // From here on every query is refused; written to the closed socket it would end the process.
    void client.end({ timeout: 0 })
    for (const rejectWork of rejectPending) rejectWork(createLostError())
  }
  const pooledConnection: Partial<PooledConnection> = { isLost: false, failWhenLost, destroy }
  const client: Sql = postgres(url, {
    max: 1,
    prepare,
    connect_timeout: 5,
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => {},
    // The driver takes a function here for a wish to see everything, which costs a little; so only where somebody counts.
    ...(onQuery && {
      debug: (_connection: number, query: string) => {
        if (!/^(begin|commit|rollback)\b/.test(query)) onQuery()
      },
    }),
    onclose: destroy,
    transform: { column: { from: postgres.toCamel } },
    types: {
      ...arrayTypes,
      // Sums stay far below 2^53 (contract/lib/schemas.ts, Money), so a number holds them exactly.
      bigint: { to: 20, from: [20, 1700], serialize: String, parse: Number },
      date: {
        to: 1184,
        from: [1114, 1184],
        serialize: (x: Date | string) => (x instanceof Date ? x.toISOString() : x),
        parse: parseTimestamp,
      },
    },
  })
  try {
    // A client that fetches no types does not notice that a connection opened for reserving is open; any query wakes it.
    await failWhenLost(client`select 1`)
    pooledConnection.connection = await failWhenLost(client.reserve())
  } catch (error) {
    await client.end({ timeout: 0 })
    throw error
  }
  pooledConnection.close = () => {
    pooledConnection.isLost = true
    return client.end({ timeout: 1 })
  }
  return pooledConnection as PooledConnection // every part has just been set
}

/** At most `size` connections, opened when first needed. Who finds none waits in turn, and after a while is told to come back. */
export function openPool(connectionOptions: ConnectionOptions, size: number): Pool {
  const idleConnections: PooledConnection[] = []
  const connections = new Set<PooledConnection>()
  const waiters = new Set<Waiter>()
  const opening = new Set<Promise<PooledConnection>>()
  let isEnded = false

  async function open(): Promise<PooledConnection> {
    if (isEnded) throw new Error('the pool has ended')
    const connecting = openConnection(connectionOptions)
    opening.add(connecting)
    try {
      const pooledConnection = await connecting
      connections.add(pooledConnection)
      return pooledConnection
    } finally {
      opening.delete(connecting)
    }
  }
  function openForWaiter({ fulfill, fail }: Waiter) {
    open().then(fulfill, (error: unknown) => {
      fail(error)
      openReplacement()
    })
  }
  /** A lost connection makes room, and so does one that could not be opened; whoever waits first tries next. */
  function openReplacement() {
    const [next] = waiters
    if (!next || connections.size + opening.size >= size) return
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

  return {
    release,
    async acquire(timeoutMs = defaultAcquireTimeoutMs) {
      for (
        let pooledConnection = idleConnections.pop();
        pooledConnection;
        pooledConnection = idleConnections.pop()
      ) {
        if (!pooledConnection.isLost) return pooledConnection
        connections.delete(pooledConnection)
      }
      return new Promise((resolve, reject) => {
        const waiter = createWaiter(timeoutMs, {
          resolve,
          reject,
          onTimeout: () => waiters.delete(waiter),
          release,
        })
        if (connections.size + opening.size < size) openForWaiter(waiter)
        else waiters.add(waiter)
      })
    },
    getState: () => ({
      size,
      open: connections.size,
      idle: idleConnections.length,
      waiting: waiters.size,
    }),
    async end() {
      isEnded = true
      // One that comes after all were closed would stay open for ever.
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
      // It was being opened for somebody who has left meanwhile.
      if (isTimedOut) release(pooledConnection)
      else resolve(pooledConnection)
    },
    fail(error) {
      clearTimer()
      reject(error)
    },
  }
}

import postgres from 'postgres'
import { busy } from '../call/call-limit.ts'
import { arrayTypes } from './array-type.ts'
import { readTimestamp } from './timestamp.ts'

export type Sql = postgres.Sql
/** One connection, lent to one borrower at a time. Once lost it answers every query with an error and is never used again. */
export type Slot = {
  connection: postgres.ReservedSql
  isLost: boolean
  /** Settles as the work does, or fails when the connection is lost: what was not sent by then would never be answered. */
  guard<T>(work: Promise<T>): Promise<T>
  /** Lets go of a connection that does not answer; what it was asked for fails. The database ends the transaction. */
  giveUp(): void
  close(): Promise<void>
}
/** `patienceMs`: how long a borrower waits for a connection, opening one included. */
export type Pool = {
  borrow(patienceMs?: number): Promise<Slot>
  giveBack(slot: Slot): void
  state(): PoolState
  end(): Promise<void>
}
/** Connections there may be, are open, are open and free, and how many borrowers wait for one. */
export type PoolState = { size: number; open: number; idle: number; waiting: number }
export type Access = { url: string; prepare: boolean; onQuery?: (() => void) | undefined }

/** For borrowers that nobody waits for, such as jobs. */
const longestWaitMs = 30_000

/**
 * Opens a connection with a client of its own. Were one client shared, a borrower whose connection broke in the middle of
 * its transaction could go on talking on the connection that replaced it, and that one may by then serve another store.
 */
export async function openSlot({ url, prepare, onQuery }: Access): Promise<Slot> {
  const refusals = new Set<(error: Error) => void>()
  const lost = () =>
    Object.assign(new Error('the connection to the database was lost'), {
      code: 'CONNECTION_CLOSED',
    })
  const guard = <T>(work: Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      refusals.add(reject)
      work.then(resolve, reject).finally(() => refusals.delete(reject))
      // Of a connection lost before, nobody would tell any more.
      if (slot.isLost) reject(lost())
    })
  const giveUp = () => {
    if (slot.isLost) return
    slot.isLost = true
    // From here on every query is refused; written to the closed socket it would end the process.
    void client.end({ timeout: 0 })
    for (const refuse of refusals) refuse(lost())
  }
  const slot: Partial<Slot> = { isLost: false, guard, giveUp }
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
    onclose: giveUp,
    transform: { column: { from: postgres.toCamel } },
    types: {
      ...arrayTypes,
      // Sums stay far below 2^53 (contract/lib/shapes.ts, Money), so a number holds them exactly.
      bigint: { to: 20, from: [20, 1700], serialize: String, parse: Number },
      date: {
        to: 1184,
        from: [1114, 1184],
        serialize: (x: Date | string) => (x instanceof Date ? x.toISOString() : x),
        parse: readTimestamp,
      },
    },
  })
  try {
    // A client that fetches no types does not notice that a connection opened for reserving is open; any query wakes it.
    await guard(client`select 1`)
    slot.connection = await guard(client.reserve())
  } catch (error) {
    await client.end({ timeout: 0 })
    throw error
  }
  slot.close = () => {
    slot.isLost = true
    return client.end({ timeout: 1 })
  }
  return slot as Slot // every part has just been set
}

/** At most `size` connections, opened when first needed. Who finds none waits in turn, and after a while is told to come back. */
export function openPool(access: Access, size: number): Pool {
  const idle: Slot[] = []
  const all = new Set<Slot>()
  const waiting = new Set<Waiter>()
  const opening = new Set<Promise<Slot>>()
  let isEnded = false

  async function open(): Promise<Slot> {
    if (isEnded) throw new Error('the pool has ended')
    const coming = openSlot(access)
    opening.add(coming)
    try {
      const slot = await coming
      all.add(slot)
      return slot
    } finally {
      opening.delete(coming)
    }
  }
  function openFor({ take, refuse }: Waiter) {
    open().then(take, (error: unknown) => {
      refuse(error)
      replace()
    })
  }
  /** A lost connection makes room, and so does one that could not be opened; whoever waits first tries next. */
  function replace() {
    const [next] = waiting
    if (!next || all.size + opening.size >= size) return
    waiting.delete(next)
    openFor(next)
  }
  function giveBack(slot: Slot) {
    if (slot.isLost) {
      all.delete(slot)
      return replace()
    }
    const [next] = waiting
    if (!next) return void idle.push(slot)
    waiting.delete(next)
    next.take(slot)
  }

  return {
    giveBack,
    async borrow(patienceMs = longestWaitMs) {
      for (let slot = idle.pop(); slot; slot = idle.pop()) {
        if (!slot.isLost) return slot
        all.delete(slot)
      }
      return new Promise((resolve, reject) => {
        const waiter = waiterOf(patienceMs, {
          resolve,
          reject,
          onLate: () => waiting.delete(waiter),
          giveBack,
        })
        if (all.size + opening.size < size) openFor(waiter)
        else waiting.add(waiter)
      })
    },
    state: () => ({ size, open: all.size, idle: idle.length, waiting: waiting.size }),
    async end() {
      isEnded = true
      // One that comes after all were closed would stay open for ever.
      await Promise.allSettled(opening)
      await Promise.all([...all].map(slot => slot.close()))
    },
  }
}

type Waiter = { take: (slot: Slot) => void; refuse: (error: unknown) => void }
type Wait = {
  resolve: (slot: Slot) => void
  reject: (error: unknown) => void
  onLate: () => void
  giveBack: (slot: Slot) => void
}

function waiterOf(patienceMs: number, { resolve, reject, onLate, giveBack }: Wait): Waiter {
  let isGone = false
  const timer = setTimeout(() => {
    isGone = true
    onLate()
    reject(busy())
  }, patienceMs)
  const settle = () => clearTimeout(timer)
  return {
    take(slot) {
      settle()
      // It was being opened for somebody who has left meanwhile.
      if (isGone) giveBack(slot)
      else resolve(slot)
    },
    refuse(error) {
      settle()
      reject(error)
    },
  }
}

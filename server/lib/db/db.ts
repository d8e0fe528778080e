import type postgres from 'postgres'
import type { Config } from '../../config.ts'
import { inTime, msLeft } from '../call/call-limit.ts'
import type { Metrics } from '../http/metrics.ts'
import { openPool, type Pool } from './pool.ts'
import { type Read, run } from './read.ts'
import { type Lines, lineMs, openLines, sendRead } from './read-lines.ts'
import { openingOf, type Scope } from './scope.ts'

/** A transaction: a tagged template that sends SQL within it. */
export type Tx = postgres.Sql
export type Db = { pool: Pool; lines: Lines; metrics: Metrics | undefined; end(): Promise<void> }

/** Connections of the role that serves requests: some lent to one transaction at a time, some shared by reads. */
export function openDb(
  url: string,
  { poolSize, prepare }: Pick<Config, 'poolSize' | 'prepare'>,
  metrics?: Metrics,
): Db {
  const shared = Math.min(4, Math.floor(poolSize / 3))
  const access = { url, prepare, onQuery: metrics?.query }
  const pool = openPool(access, poolSize - shared)
  const lines = openLines(access, shared)
  return {
    pool,
    lines,
    metrics,
    end: async () => {
      await Promise.all([pool.end(), lines.end()])
    },
  }
}

/**
 * The one door to the database: a transaction that sees only what the person asking may see; row security does the rest.
 * Begin and settings are sent ahead of the first query without waiting for their answers (measured: waiting for each
 * in turn halves the throughput).
 */
export async function inScope<T>(db: Db, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  const slot = await db.pool.borrow(msLeft())
  const began = performance.now()
  const { connection } = slot
  const limitMs = msLeft()
  // The database keeps the limit by itself, unless it has stopped answering.
  const timer = limitMs === undefined ? undefined : setTimeout(slot.giveUp, limitMs + silentMs)
  try {
    const opened = connection.unsafe(openingOf(scope, limitMs)).simple()
    opened.catch(() => {}) // its failure is also the failure of the first query, and awaited below
    const result = await slot.guard(work(connection))
    await slot.guard(opened)
    const done = await slot.guard(connection`commit`)
    // A refused statement whose error was swallowed turns commit into rollback; that must never look like success.
    if (done.command !== 'COMMIT') throw new Error('the transaction was rolled back')
    return result
  } catch (error) {
    if (!slot.isLost) await slot.guard(connection`rollback`).catch(() => {})
    throw error
  } finally {
    clearTimeout(timer)
    db.metrics?.transaction('lent', (performance.now() - began) / 1000)
    db.pool.giveBack(slot)
  }
}

/** Runs a read whose queries are all known beforehand. Several such reads cost about as much as their queries alone. */
export async function ask<R>(db: Db, scope: Scope, plan: (tx: Tx) => Read<R>): Promise<R> {
  const alone = () => inScope(db, scope, tx => run(plan(tx)))
  const line = await inTime(lineMs, db.lines.choose(), tooLong).catch(ignoreLate)
  if (!line) return alone()
  const began = performance.now()
  try {
    return await inTime(lineMs, sendRead(line, scope, plan), tooLong)
  } catch (error) {
    // It changed nothing, so it can be asked again; a connection of its own says whether the database is there.
    if (line.isLost || isLate(error)) return alone()
    throw error
  } finally {
    db.metrics?.transaction('shared', (performance.now() - began) / 1000)
  }
}

/** How much later than the limit a connection is given up that does not even say that it was too slow. */
const silentMs = 300
const late = new Error('this took too long for a shared connection')
const tooLong = () => late
/** Too slow here, or cut short by the database for the same reason. */
const isLate = (error: unknown) =>
  error === late || (error instanceof Error && 'code' in error && error.code === '57014')
function ignoreLate(error: unknown): undefined {
  if (!isLate(error)) throw error
}

/** `inScope` within one store. */
export const inBusiness = <T>(
  db: Db,
  businessId: string,
  work: (tx: Tx) => Promise<T>,
  by: Omit<Scope, 'businessId'> = {},
) => inScope(db, { ...by, businessId }, work)

const snake = (name: string) => name.replace(/[A-Z]/g, c => `_${c.toLowerCase()}`)

/** The select list for a contract's shape: `_id` is the column `id`, `createdAt` is `created_at`. */
export function columnsOf(
  shape: { shape: object },
  options: { of?: string; without?: readonly string[] } = {},
): (tx: Tx) => postgres.PendingQuery<postgres.Row[]> {
  const list = Object.keys(shape.shape)
    .filter(key => !options.without?.includes(key))
    .map(
      key =>
        `${options.of ? `${options.of}.` : ''}${key === '_id' ? 'id as "_id"' : `"${snake(key)}"`}`,
    )
    .join(', ')
  return tx => tx.unsafe(list)
}

export const toRow = (values: object) =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, v]) => v !== undefined)
      .map(([k, v]) => [k === '_id' ? 'id' : snake(k), v]),
  )

/** Inserts one row (keys in camel case) and gives its id. */
export async function insert(tx: Tx, table: string, values: object): Promise<string> {
  const row = toRow(values)
  const [made] = Object.keys(row).length
    ? await tx`insert into ${tx(table)} ${tx(row)} returning id`
    : await tx`insert into ${tx(table)} default values returning id`
  return String(made?.id)
}

/** Inserts many rows with the same keys in one statement. */
export async function insertAll(tx: Tx, table: string, rows: readonly object[]): Promise<void> {
  if (rows.length) await tx`insert into ${tx(table)} ${tx(rows.map(toRow))}`
}

/** Writes the given keys of one row; nothing given, nothing written. `version` counts up where the table has one. */
export async function update(
  tx: Tx,
  table: string,
  id: string,
  values: object,
  options: { versioned?: boolean } = {},
): Promise<void> {
  const row = toRow(values)
  if (Object.keys(row).length === 0) return
  await tx`update ${tx(table)} set ${tx(row)} ${options.versioned ? tx`, version = version + 1, updated_at = now()` : tx``} where id = ${id}`
}

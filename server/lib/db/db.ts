import type postgres from 'postgres'
import type { Config } from '../../config.ts'
import { getRemainingMs, withTimeout } from '../call/deadline.ts'
import type { Metrics } from '../http/metrics.ts'
import {
  openPipelinedPool,
  type PipelinedPool,
  pipelineTimeoutMs,
  sendBatch,
} from './pipelined-pool.ts'
import { openPool, type Pool } from './pool.ts'
import { type QueryBatch, runBatch } from './query-batch.ts'
import { buildBeginStatement, type TransactionScope } from './scope.ts'
import type { TableFields, WithoutOtherKeys } from './table-fields.ts'

/** A transaction: a tagged template that sends SQL within it. */
export type Tx = postgres.Sql
export type Db = {
  pool: Pool
  pipelinedPool: PipelinedPool
  metrics: Metrics | undefined
  end(): Promise<void>
}

/** Connections of the role that serves requests: some lent to one transaction at a time, some shared by reads. */
export function openDb(
  url: string,
  {
    poolSize,
    usesPreparedStatements: prepare,
  }: Pick<Config, 'poolSize' | 'usesPreparedStatements'>,
  metrics?: Metrics,
): Db {
  const pipelinedCount = Math.min(4, Math.floor(poolSize / 3))
  const connectionOptions = { url, prepare, onQuery: metrics?.countQuery }
  const pool = openPool(connectionOptions, poolSize - pipelinedCount)
  const pipelinedPool = openPipelinedPool(connectionOptions, pipelinedCount)
  return {
    pool,
    pipelinedPool,
    metrics,
    end: async () => {
      await Promise.all([pool.end(), pipelinedPool.end()])
    },
  }
}

/**
 * The one door to the database: a transaction that sees only what the person asking may see; row security does the rest.
 * Begin and settings are sent ahead of the first query without waiting for their answers (measured: waiting for each
 * in turn halves the throughput).
 */
export async function withTransaction<T>(
  db: Db,
  scope: TransactionScope,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const pooledConnection = await db.pool.acquire(getRemainingMs())
  const startedAt = performance.now()
  const { connection } = pooledConnection
  const limitMs = getRemainingMs()
  // The database keeps the limit by itself, unless it has stopped answering.
  const timer =
    limitMs === undefined
      ? undefined
      : setTimeout(pooledConnection.destroy, limitMs + unresponsiveMs)
  try {
    const beginning = connection.unsafe(buildBeginStatement(scope, limitMs)).simple()
    beginning.catch(() => {}) // its failure is also the failure of the first query, and awaited below
    const result = await pooledConnection.failWhenLost(work(connection))
    await pooledConnection.failWhenLost(beginning)
    const committed = await pooledConnection.failWhenLost(connection`commit`)
    // A refused statement whose error was swallowed turns commit into rollback; that must never look like success.
    if (committed.command !== 'COMMIT') throw new Error('the transaction was rolled back')
    return result
  } catch (error) {
    if (!pooledConnection.isLost)
      await pooledConnection.failWhenLost(connection`rollback`).catch(() => {})
    throw error
  } finally {
    clearTimeout(timer)
    db.metrics?.recordTransaction('lent', (performance.now() - startedAt) / 1000)
    db.pool.release(pooledConnection)
  }
}

/** Runs a read whose queries are all known beforehand. Several such reads cost about as much as their queries alone. */
export async function executeBatch<R>(
  db: Db,
  scope: TransactionScope,
  buildBatch: (tx: Tx) => QueryBatch<R>,
): Promise<R> {
  const runOnOwnConnection = () => withTransaction(db, scope, tx => runBatch(buildBatch(tx)))
  const pipelinedConnection = await withTimeout(
    pipelineTimeoutMs,
    db.pipelinedPool.acquire(),
    getTimeoutError,
  ).catch(ignoreTimeout)
  if (!pipelinedConnection) return runOnOwnConnection()
  const startedAt = performance.now()
  try {
    return await withTimeout(
      pipelineTimeoutMs,
      sendBatch(pipelinedConnection, scope, buildBatch),
      getTimeoutError,
    )
  } catch (error) {
    // It changed nothing, so it can be asked again; a connection of its own says whether the database is there.
    if (pipelinedConnection.isLost || isTimeout(error)) return runOnOwnConnection()
    throw error
  } finally {
    db.metrics?.recordTransaction('shared', (performance.now() - startedAt) / 1000)
  }
}

/** How much later than the limit a connection is given up that does not even say that it was too slow. */
const unresponsiveMs = 300
const timeoutError = new Error('this took too long for a shared connection')
const getTimeoutError = () => timeoutError
/** Too slow here, or cut short by the database for the same reason. */
const isTimeout = (error: unknown) =>
  error === timeoutError || (error instanceof Error && 'code' in error && error.code === '57014')
function ignoreTimeout(error: unknown): undefined {
  if (!isTimeout(error)) throw error
}

/** `withTransaction` within one store. */
export const withBusinessTransaction = <T>(
  db: Db,
  businessId: string,
  work: (tx: Tx) => Promise<T>,
  scope: Omit<TransactionScope, 'businessId'> = {},
) => withTransaction(db, { ...scope, businessId }, work)

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, c => `_${c.toLowerCase()}`)

/** The select list for a contract's shape: `_id` is the column `id`, `createdAt` is `created_at`. */
export function selectColumns(
  shape: { shape: object },
  options: { alias?: string; omit?: readonly string[] } = {},
): (tx: Tx) => postgres.PendingQuery<postgres.Row[]> {
  const list = Object.keys(shape.shape)
    .filter(key => !options.omit?.includes(key))
    .map(
      key =>
        `${options.alias ? `${options.alias}.` : ''}${key === '_id' ? 'id as "_id"' : `"${toSnakeCase(key)}"`}`,
    )
    .join(', ')
  return tx => tx.unsafe(list)
}

export const toRow = (values: object) =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, v]) => v !== undefined)
      .map(([k, v]) => [k === '_id' ? 'id' : toSnakeCase(k), v]),
  )

/** Inserts one row, with keys in camel case, and returns its id. */
export async function insertRow<Table extends string, Values extends TableFields<Table>>(
  tx: Tx,
  table: Table,
  values: Values & WithoutOtherKeys<Table, Values>,
): Promise<string> {
  const row = toRow(values)
  const tableName: string = table
  const [inserted] = Object.keys(row).length
    ? await tx`insert into ${tx(tableName)} ${tx(row)} returning id`
    : await tx`insert into ${tx(tableName)} default values returning id`
  return String(inserted?.id)
}

/** Inserts many rows with the same keys in one statement. */
export async function insertRows<Table extends string, Values extends TableFields<Table>>(
  tx: Tx,
  table: Table,
  rows: readonly (Values & WithoutOtherKeys<Table, Values>)[],
): Promise<void> {
  const tableName: string = table
  if (rows.length) await tx`insert into ${tx(tableName)} ${tx(rows.map(toRow))}`
}

/**
 * Updates the given columns of one row; without any, it writes nothing. `incrementsVersion` is for tables that have the
 * columns `version` and `updated_at`.
 */
export async function updateRow<Table extends string, Values extends Partial<TableFields<Table>>>(
  tx: Tx,
  table: Table,
  id: string,
  values: Values & WithoutOtherKeys<Table, Values>,
  { incrementsVersion = false } = {},
): Promise<void> {
  const row = toRow(values)
  if (Object.keys(row).length === 0) return
  const tableName: string = table
  const versionColumns = incrementsVersion ? tx`, version = version + 1, updated_at = now()` : tx``
  await tx`update ${tx(tableName)} set ${tx(row)} ${versionColumns} where id = ${id}`
}

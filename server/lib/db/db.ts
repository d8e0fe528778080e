import type postgres from 'postgres'
import type { Config } from '../../config.ts'
import { getRemainingMs } from '../call/deadline.ts'
import type { Metrics } from '../http/metrics.ts'
import { isStandbyError } from '../primary/find-primary.ts'
import { addPositionSql, receivePosition } from './data-position.ts'
import { matchIds } from './match-ids.ts'
import {
  createMessageSender,
  type MessageSender,
  parseMessages,
  selectMessages,
} from './message-sender.ts'
import { openPipelinedPool, type PipelinedPool } from './pipelined-pool.ts'
import { openPool, type Pool, type PooledConnection } from './pool.ts'
import type { QueryBatch } from './query-batch.ts'
import { buildBeginStatement, type TransactionScope } from './scope.ts'
import type { TableFields, TableName, WithoutOtherKeys } from './table-fields.ts'

/** A transaction: a tagged template that sends SQL within it. */
export type Tx = postgres.Sql
/** Runs the work in a transaction of its own and returns the result. */
export type RunInTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
/**
 * Runs the last queries of a transaction and its commit in one message sequence, so that locks taken
 * by these queries are held for no further round trip. The locks are released before the commit is on
 * the disk, the reply is sent afterwards (decision 0069).
 */
export type CommitWith = <R>(batch: QueryBatch<R>) => Promise<R>
export type Db = {
  pool: Pool
  pipelinedPool: PipelinedPool
  messageSender: MessageSender
  metrics: Metrics | undefined
  replica?: Replica
  end(): Promise<void>
}
/** A server that follows the primary and serves reads. */
export type Replica = {
  db: Db
  /** Returns whether it is less than a second behind and has all changes up to the position. */
  hasReached(position: number): boolean
  /** Returns how far it is behind, or undefined if it is not used. */
  getLagMs(): number | undefined
  /** Settles like the read, or rejects when the replica no longer answers. */
  failWhenLost<T>(read: Promise<T>): Promise<T>
  end(): Promise<void>
}

/**
 * Opens the connections of the role that serves requests: a pool for transactions, and connections
 * that reads share.
 */
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
  const messageSender = createMessageSender(pool)
  return {
    pool,
    pipelinedPool,
    messageSender,
    metrics,
    end: async () => {
      await messageSender.end()
      await Promise.all([pool.end(), pipelinedPool.end()])
    },
  }
}

/** How long after the limit a connection is destroyed that has not reported the timeout itself. */
const unresponsiveMs = 300

/**
 * Runs the work in a transaction and returns its result. Requests use the database only through
 * this function and `executeBatch`: row security limits both to the rows of the scope. Begin and
 * settings are sent before the first query without waiting for their replies, because waiting for
 * each in turn halves the throughput (measured).
 */
export async function withTransaction<T>(
  db: Db,
  scope: TransactionScope,
  work: (tx: Tx, commitWith: CommitWith) => Promise<T>,
): Promise<T> {
  const pooledConnection = await db.pool.acquire(getRemainingMs())
  const startedAt = performance.now()
  const { connection } = pooledConnection
  const limitMs = getRemainingMs()
  // The database enforces the limit itself, unless it no longer answers.
  const timer = limitMs && setTimeout(pooledConnection.destroy, limitMs + unresponsiveMs)
  try {
    const beginning = connection.unsafe(buildBeginStatement(scope, limitMs)).simple()
    beginning.catch(() => {}) // the first query fails too, and the promise is awaited below
    let isCommitted = false
    const commitWith: CommitWith = async ({ queries, mapRows }) => {
      const rows = await commit(db, pooledConnection, { scope, queries, commitSql: commitAndFlush })
      isCommitted = true
      return mapRows(rows)
    }
    const result = await pooledConnection.failWhenLost(work(connection, commitWith))
    if (!isCommitted) {
      await pooledConnection.failWhenLost(beginning)
      await commit(db, pooledConnection, { scope, queries: [], commitSql: 'commit' })
    }
    return result
  } catch (error) {
    if (isStandbyError(error)) pooledConnection.destroy()
    if (!pooledConnection.isLost)
      await pooledConnection.failWhenLost(connection`rollback`).catch(() => {})
    throw error
  } finally {
    clearTimeout(timer)
    db.metrics?.recordTransaction('acquired', (performance.now() - startedAt) / 1000)
    db.pool.release(pooledConnection)
  }
}

/**
 * Releases the locks without waiting for the disk, then waits: the message is written to the disk
 * after the commit, so both are on it.
 */
const commitAndFlush = `
  set local synchronous_commit = off; commit; select pg_logical_emit_message(true, 'commit', '')`

type Commit = {
  scope: TransactionScope
  queries: QueryBatch<unknown>['queries']
  commitSql: string
}

/**
 * Sends the queries and the commit after all earlier statements, without waiting for their replies.
 * Then sends the messages to other processes. Returns the rows of the queries.
 */
async function commit(
  { messageSender, replica }: Db,
  { connection, failWhenLost }: PooledConnection,
  { scope: { requestId, positionReceiver }, queries, commitSql }: Commit,
): Promise<unknown[]> {
  const messages = requestId === undefined ? undefined : selectMessages(connection)
  const receiver = replica && positionReceiver
  const sql = receiver ? addPositionSql(commitSql) : commitSql
  const replies = await failWhenLost(
    Promise.all([...queries, messages, connection.unsafe(sql).simple()]),
  )
  // If the work swallowed the error of a statement, the database replies to commit with a
  // rollback.
  if (!listCommands(replies.at(-1)).includes('COMMIT'))
    throw new Error('The transaction was rolled back.')
  if (receiver) receivePosition(receiver, replies.at(-1))
  if (messages) messageSender.send(parseMessages(await messages))
  return replies
}

/** Returns the commands of a reply, which has one result or a list of results. */
const listCommands = (reply: unknown): unknown[] =>
  [reply, ...(Array.isArray(reply) ? reply : [])].map(result => result?.command)

/** Runs the work in a transaction on one store. */
export const withStoreTransaction = <T>(
  db: Db,
  storeId: string,
  work: (tx: Tx) => Promise<T>,
  scope: Omit<TransactionScope, 'storeId'> = {},
) => withTransaction(db, { ...scope, storeId }, work)

export const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, c => `_${c.toLowerCase()}`)

/**
 * Returns the select list for a contract schema: `_id` is the column `id`, `createdAt` is
 * `created_at`.
 */
export function selectColumns(
  shape: { shape: object },
  options: { alias?: string; omit?: readonly string[] } = {},
): (tx: Tx) => postgres.PendingQuery<postgres.Row[]> {
  const prefix = options.alias ? `${options.alias}.` : ''
  const list = Object.keys(shape.shape)
    .filter(key => !options.omit?.includes(key))
    .map(key => prefix + (key === '_id' ? 'id as "_id"' : `"${toSnakeCase(key)}"`))
    .join(', ')
  return tx => tx.unsafe(list)
}

/** Returns the values by column name, without undefined ones. */
export const toRow = (values: object) =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key === '_id' ? 'id' : toSnakeCase(key), value]),
  )

/** Inserts one row, with keys in camel case, and returns its id. */
export async function insertRow<Table extends TableName, Values extends TableFields<Table>>(
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

/** Inserts many rows with the same keys in one statement, and returns their ids. */
export async function insertRows<Table extends TableName, Values extends TableFields<Table>>(
  tx: Tx,
  table: Table,
  rows: readonly (Values & WithoutOtherKeys<Table, Values>)[],
): Promise<string[]> {
  const tableName: string = table
  if (rows.length === 0) return []
  const inserted = await tx`insert into ${tx(tableName)} ${tx(rows.map(toRow))} returning id`
  return inserted.map(({ id }) => String(id))
}

/** Updates the given columns of one row. Writes nothing if there are none. */
export async function updateRow<
  Table extends TableName,
  Values extends Partial<TableFields<Table>>,
>(
  tx: Tx,
  table: Table,
  id: string,
  values: Values & WithoutOtherKeys<Table, Values>,
): Promise<void> {
  const row = toRow(values)
  const tableName: string = table
  if (Object.keys(row).length > 0) await tx`update ${tx(tableName)} set ${tx(row)} where id = ${id}`
}

/**
 * Like `updateRow`, for tables with the columns `version` and `updated_at`, which it also updates.
 */
export async function updateVersionedRow<
  Table extends TableName,
  Values extends Partial<TableFields<Table>>,
>(
  tx: Tx,
  table: Table,
  id: string,
  values: Values & WithoutOtherKeys<Table, Values>,
): Promise<void> {
  await updateVersionedRows(tx, table, [id], values)
}

/** Updates several rows with the same values, like `updateVersionedRow`. */
export async function updateVersionedRows<
  Table extends TableName,
  Values extends Partial<TableFields<Table>>,
>(
  tx: Tx,
  table: Table,
  ids: readonly string[],
  values: Values & WithoutOtherKeys<Table, Values>,
): Promise<void> {
  if (Object.keys(toRow(values)).length === 0) return
  const columns = toRow({ ...values, version: tx`version + 1`, updatedAt: tx`now()` })
  const tableName: string = table
  await tx`update ${tx(tableName)} set ${tx(columns)} where id ${matchIds(tx, ids)}`
}

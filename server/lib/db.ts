import postgres from 'postgres'
import type { Config } from '../config.ts'

/** A transaction: a tagged template that sends SQL within it. */
export type Tx = postgres.Sql
export type Db = { sql: postgres.Sql; end(): Promise<void> }

/** For whom a transaction sees rows. Without a business, only the person's own account is visible. */
export type Scope = { personId?: string | undefined; businessId?: string | undefined; requestId?: string | undefined }

export function openDb(appUrl: string, config: Pick<Config, 'poolSize' | 'prepare'>): Db {
  const sql = postgres(appUrl, {
    max: config.poolSize,
    prepare: config.prepare,
    onnotice: () => {},
    connect_timeout: 5,
    idle_timeout: 300,
    max_lifetime: 60 * 60,
    transform: { column: { from: postgres.toCamel } },
    types: {
      // Sums stay far below 2^53 (contract/lib/shapes.ts, Money), so a number holds them exactly.
      bigint: { to: 20, from: [20, 1700], serialize: String, parse: Number },
      date: { to: 1184, from: [1114, 1184], serialize: (x: Date | string) => (x instanceof Date ? x.toISOString() : x), parse: (x: string) => new Date(x).toISOString() },
    },
  })
  return { sql, end: () => sql.end({ timeout: 5 }) }
}

const idPattern = /^[0-9a-f-]{36}$/
const quoted = (value: string | undefined, pattern: RegExp) => {
  if (value === undefined) return "''"
  if (!pattern.test(value)) throw new Error('a scope holds ids only')
  return `'${value}'`
}

/**
 * The one door to the database: a transaction that sees only what the person asking may see; row security does the rest.
 * Begin and settings are sent ahead of the first query without waiting for their answers (measured: waiting for each
 * in turn halves the throughput), in one message, since they hold ids only.
 */
export async function inScope<T>(db: Db, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  const connection = await db.sql.reserve()
  try {
    const opened = connection.unsafe(
      `begin; select set_config('app.business_id', ${quoted(scope.businessId, idPattern)}, true), set_config('app.person_id', ${quoted(scope.personId, idPattern)}, true), set_config('app.request_id', ${quoted(scope.requestId, /^[\w-]{1,64}$/)}, true)`,
    ).simple()
    opened.catch(() => {})  // its failure is also the failure of the first query, and awaited below
    const result = await work(connection)
    await opened
    const done = await connection`commit`
    // A refused statement whose error was swallowed turns commit into rollback; that must never look like success.
    if (done.command !== 'COMMIT') throw new Error('the transaction was rolled back')
    return result
  } catch (error) {
    await connection`rollback`.catch(() => {})
    throw error
  } finally {
    connection.release()
  }
}

/** `inScope` within one store. */
export const inBusiness = <T>(db: Db, businessId: string, work: (tx: Tx) => Promise<T>, by: Omit<Scope, 'businessId'> = {}) =>
  inScope(db, { ...by, businessId }, work)

const snake = (name: string) => name.replace(/[A-Z]/g, c => `_${c.toLowerCase()}`)

/** The select list for a contract's shape: `_id` is the column `id`, `createdAt` is `created_at`. */
export const columnsOf = (shape: { shape: object }, options: { of?: string; without?: readonly string[] } = {}) => (tx: Tx) =>
  tx.unsafe(Object.keys(shape.shape).filter(key => !options.without?.includes(key))
    .map(key => `${options.of ? `${options.of}.` : ''}${key === '_id' ? 'id as "_id"' : `"${snake(key)}"`}`).join(', '))

const toRow = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, v]) => v !== undefined).map(([k, v]) => [k === '_id' ? 'id' : snake(k), v]))

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
export async function update(tx: Tx, table: string, id: string, values: object, options: { versioned?: boolean } = {}): Promise<void> {
  const row = toRow(values)
  if (Object.keys(row).length === 0) return
  await tx`update ${tx(table)} set ${tx(row)} ${options.versioned ? tx`, version = version + 1, updated_at = now()` : tx``} where id = ${id}`
}

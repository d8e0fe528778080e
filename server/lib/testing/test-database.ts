import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { inject } from 'vitest'
import { getCanaryTemplateName } from '../../db/test-canary.ts'

export interface TestDatabase {
  ownerUrl: string
  appUrl: string
  drop: () => Promise<void>
}

/**
 * A migrated database of the caller's own, copied from a template of this test run (about 30 ms): empty, or with the store in
 * it that nobody must hear of.
 */
export async function createTestDatabase({ isInhabited = false } = {}): Promise<TestDatabase> {
  const template = inject('template')
  const empty = new URL(template.ownerUrl).pathname.slice(1)
  const templateName = isInhabited ? getCanaryTemplateName(empty) : empty
  const name = `storewright_test_${randomBytes(6).toString('hex')}`
  await withServer(template.ownerUrl, async sql => {
    // Two copies of one template at the same time are refused, so the copying takes turns.
    await sql`select pg_advisory_lock(hashtext('storewright test database'))`
    await sql`create database ${sql(name)} template ${sql(templateName)}`
  })
  return {
    ownerUrl: withDatabaseName(template.ownerUrl, name),
    appUrl: withDatabaseName(template.appUrl, name),
    drop: () => withServer(template.ownerUrl, sql => dropWhenUnused(sql, name)),
  }
}

/** Creates a database without tables, for tests of migrations. */
export async function createEmptyDatabase(): Promise<Omit<TestDatabase, 'appUrl'>> {
  const { ownerUrl } = inject('template')
  const name = `storewright_test_${randomBytes(6).toString('hex')}`
  await withServer(ownerUrl, sql => sql`create database ${sql(name)}`)
  return {
    ownerUrl: withDatabaseName(ownerUrl, name),
    drop: () => withServer(ownerUrl, sql => dropWhenUnused(sql, name)),
  }
}

/** Connections of the application's role end a moment after they are closed, and the owner may not end them itself. */
async function dropWhenUnused(sql: postgres.Sql, name: string, triesLeft = 100): Promise<void> {
  try {
    await sql`drop database if exists ${sql(name)}`
  } catch (error) {
    const isInUse = error instanceof Error && 'code' in error && error.code === '55006'
    if (!isInUse || triesLeft === 0) throw error
    await sleep(100)
    await dropWhenUnused(sql, name, triesLeft - 1)
  }
}

function withDatabaseName(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = name
  return changed.href
}

// From the database "postgres": nobody may be connected to a template while it is copied.
async function withServer(url: string, work: (sql: postgres.Sql) => Promise<unknown>) {
  const sql = postgres(withDatabaseName(url, 'postgres'), { max: 1, onnotice: () => {} })
  try {
    await work(sql)
  } finally {
    await sql.end()
  }
}

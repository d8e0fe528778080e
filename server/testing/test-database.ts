import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { inject } from 'vitest'
import { getCanaryTemplateName } from './db/test-canary.ts'

export interface TestDatabase {
  ownerUrl: string
  appUrl: string
  /** The connections of the app, which pass the pooler if the test run has one. */
  pooled: { ownerUrl: string; appUrl: string }
  poolerSettings: Record<string, string>
  drop: () => Promise<void>
}

/**
 * Statements that are not prepared take about twice as long, so requests that wait for hundreds of
 * others need a later deadline.
 */
const poolerSettings = { DATABASE_PREPARE: 'false', CALL_LIMIT_MS: '240000' }

/**
 * Creates a migrated database for one test file by copying a template of this test run, which takes
 * about 30 ms. `hasCanaryStore` adds the canary store, whose data no other person may see.
 * Set `usesPooler` to false for tests of features that a transaction pooler does not support, such as LISTEN.
 */
export async function createTestDatabase({
  hasCanaryStore = false,
  usesPooler = true,
} = {}): Promise<TestDatabase> {
  const template = inject('template')
  const empty = new URL(template.ownerUrl).pathname.slice(1)
  const templateName = hasCanaryStore ? getCanaryTemplateName(empty) : empty
  const name = `storewright_test_${randomBytes(6).toString('hex')}`
  await withServer(template.ownerUrl, async sql => {
    // PostgreSQL rejects two simultaneous copies of one template, so copies wait for each other.
    await sql`select pg_advisory_lock(hashtext('storewright test database'))`
    // The default strategy logs each page, which takes 50% longer.
    await sql`create database ${sql(name)} template ${sql(templateName)} strategy file_copy`
  })
  const ownerUrl = withDatabaseName(template.ownerUrl, name)
  const appUrl = withDatabaseName(template.appUrl, name)
  return {
    ownerUrl,
    appUrl,
    poolerSettings: usesPooler && template.poolerPort ? poolerSettings : {},
    pooled: usesPooler
      ? { ownerUrl: toPooledUrl(ownerUrl), appUrl: toPooledUrl(appUrl) }
      : { ownerUrl, appUrl },
    drop: () => withServer(template.ownerUrl, sql => dropWhenUnused(sql, name)),
  }
}

function toPooledUrl(url: string): string {
  const { poolerPort } = inject('template')
  return poolerPort ? Object.assign(new URL(url), { port: poolerPort }).href : url
}

export type OwnerDatabase = Pick<TestDatabase, 'ownerUrl' | 'drop'>

/** Creates a database without tables, for tests of migrations. */
export const createEmptyDatabase = (): Promise<OwnerDatabase> => createCopy('template1')

/** Creates a copy of a database without connections, which takes about 30 ms. */
export const copyDatabase = (url: string): Promise<OwnerDatabase> =>
  createCopy(new URL(url).pathname.slice(1))

async function createCopy(source: string): Promise<OwnerDatabase> {
  const { ownerUrl } = inject('template')
  const name = `storewright_test_${randomBytes(6).toString('hex')}`
  await withServer(ownerUrl, sql => sql`create database ${sql(name)} template ${sql(source)}`)
  return {
    ownerUrl: withDatabaseName(ownerUrl, name),
    drop: () => withServer(ownerUrl, sql => dropWhenUnused(sql, name)),
  }
}

/**
 * Retries, because connections of the app role end shortly after they are closed, and the owner may
 * not end them.
 */
async function dropWhenUnused(sql: postgres.Sql, name: string, triesLeft = 2000): Promise<void> {
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
  const databaseUrl = new URL(url)
  databaseUrl.pathname = name
  return databaseUrl.href
}

// Connects to the database "postgres", because a template cannot be copied while it has
// connections.
async function withServer(url: string, work: (sql: postgres.Sql) => Promise<unknown>) {
  const sql = postgres(withDatabaseName(url, 'postgres'), { max: 1, onnotice: () => {} })
  try {
    await work(sql)
  } finally {
    await sql.end()
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { type PostgresKind, startClusterOf, startPoolerOf } from '../scripts/debian-cluster.ts'
import { packSales } from '../server/dashboard/rule/pack-sales.ts'
import { findFreePort } from '../server/db/cluster/find-free-port.ts'
import { migrate } from '../server/db/migrate.ts'
import { createAccessToken } from '../server/lib/call/authenticate.ts'
import { openDb } from '../server/lib/db/db.ts'
import { loadSecretKeys } from '../server/lib/security/secret-keys.ts'
import { isReady } from './bench-server.ts'
import { type BenchAmounts, generateBenchData } from './data/bench-data.ts'
import { enableStatementStats, StatementStats } from './measure/statement-stats.ts'

export type BenchDatabase = {
  folder: string
  ownerUrl: string
  superuserUrl: string
  personId: string
  /** Such as `PostgreSQL 18.4`. */
  version: string
  postmasterPid: number
  hasStatementStats: boolean
  /** The variables with which the server reaches the database. */
  env: Record<string, string>
  stop: () => Promise<void>
}
export type BenchProcess = { url: string; pid: number; stop: () => Promise<void> }

/** A production server requires a key. */
export const secretKey = 'bench-secret-key-without-any-value'
export const benchStorefrontHost = 'bench.example'
/** Each server opens this many connections. */
const poolSize = 10

export const toSuperuserUrl = (ownerUrl: string) =>
  ownerUrl.replace('//storewright:', '//postgres:')

/** Creates and fills a database, or reuses the folder of an earlier run. */
export async function prepareBenchDatabase(
  folder: string,
  amounts: BenchAmounts,
  kind: PostgresKind = 'embedded',
): Promise<BenchDatabase> {
  let cluster = await startClusterOf(kind, folder)
  const restart = async () => {
    await cluster.stop()
    cluster = await startClusterOf(kind, folder)
    return toSuperuserUrl(cluster.url)
  }
  try {
    const { superuserUrl, isAvailable } = await enableStatementStats(
      toSuperuserUrl(cluster.url),
      restart,
    )
    const { appUrl } = await migrate(cluster.url, { secretKey })
    const { personId, version } = await fillDatabase(superuserUrl, folder, amounts)
    await packPastSales(appUrl)
    const pooler = kind === 'pgbouncer' ? await startPoolerOf(cluster.url) : undefined
    const pidFile = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8')
    return {
      folder,
      ownerUrl: cluster.url,
      superuserUrl,
      personId,
      version,
      postmasterPid: Number.parseInt(pidFile, 10),
      hasStatementStats: isAvailable,
      env: pooler?.env ?? { DATABASE_URL: cluster.url },
      stop: async () => {
        await pooler?.stop()
        await cluster.stop()
      },
    }
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

async function fillDatabase(superuserUrl: string, folder: string, amounts: BenchAmounts) {
  const sql = postgres(superuserUrl, { max: 1, onnotice: () => {} })
  try {
    const markerFile = join(folder, 'bench.json')
    if (!existsSync(markerFile))
      writeFileSync(markerFile, JSON.stringify(await generateBenchData(sql, amounts)))
    const { personId }: { personId: string } = JSON.parse(readFileSync(markerFile, 'utf8'))
    await sql`create schema if not exists bench`
    await sql`
      create table if not exists bench.bare_row (
        store_id uuid, id uuid default new_id(), body text, primary key (store_id, id))`
    const [row] = await sql<{ version: string }[]>`
      select split_part(version(), ' on ', 1) as version`
    return { personId, version: row?.version ?? '' }
  } finally {
    await sql.end()
  }
}

/** Packs the past sales as the nightly job does. */
async function packPastSales(appUrl: string) {
  const db = openDb(appUrl, { poolSize: 1, usesPreparedStatements: true })
  await packSales({ db }, { minRows: 1 }).finally(() => db.end())
}

/** Starts the built server with the settings of `npm start`. It replaces the process of `start.mjs`. */
export async function startBuiltServer(database: BenchDatabase): Promise<BenchProcess> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, ['start.mjs', 'serve'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      // The load is sent to this host, which must be that of the back office.
      PUBLIC_URL: 'https://127.0.0.1',
      STOREFRONT_HOST: benchStorefrontHost,
      SMTP_URL: process.env['SMTP_URL'] ?? 'smtp://127.0.0.1:9',
      SECRET_KEY: secretKey,
      PORT: String(port),
      HOST: '127.0.0.1',
      ...database.env,
      DATABASE_POOL_SIZE: String(poolSize),
      DATA_DIR: join(database.folder, 'files'),
      LOG_LEVEL: 'error',
    },
  })
  while (!(await isReady(url))) {
    if (server.exitCode !== null) throw new Error('The server did not start.')
    await sleep(100)
  }
  return { url, pid: server.pid ?? 0, stop: () => stopProcess(server) }
}

async function startBareServer({ superuserUrl }: BenchDatabase): Promise<BenchProcess> {
  const port = await findFreePort()
  const server = spawn(
    process.execPath,
    [join(import.meta.dirname, 'bare-server.ts'), superuserUrl, String(port), String(poolSize)],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  )
  await Promise.race([
    once(server, 'message'),
    once(server, 'exit').then(() => Promise.reject(new Error('The bare server did not start.'))),
  ])
  return { url: `http://127.0.0.1:${port}`, pid: server.pid ?? 0, stop: () => stopProcess(server) }
}

async function stopProcess(server: ChildProcess) {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}

/** Returns the header of a new session of the owner, which is valid for ten minutes. */
export async function createOwnerSession(
  database: Pick<BenchDatabase, 'superuserUrl' | 'ownerUrl' | 'personId'>,
): Promise<Record<string, string>> {
  const sql = postgres(database.superuserUrl, { max: 1 })
  const [session] = await sql<{ id: string }[]>`
    insert into session (person_id, expires_at)
    values (${database.personId}, now() + interval '1 day') returning id`
  await sql.end()
  const keys = await loadSecretKeys(database.ownerUrl, secretKey)
  return {
    authorization: `Bearer ${await createAccessToken(keys, database.personId, session?.id ?? '')}`,
  }
}

/** Starts Storewright and the bare server on a database. Adds to `cleanups`, in reverse order. */
export async function startServers(
  database: BenchDatabase,
  cleanups: (() => Promise<void>)[],
): Promise<{ app: BenchProcess; bare: BenchProcess; stats: StatementStats | undefined }> {
  const app = await startBuiltServer(database)
  cleanups.unshift(app.stop)
  const bare = await startBareServer(database)
  cleanups.unshift(bare.stop)
  const stats = database.hasStatementStats ? new StatementStats(database.superuserUrl) : undefined
  if (stats) cleanups.unshift(() => stats.end())
  return { app, bare, stats }
}

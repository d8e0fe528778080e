import { type ChildProcess, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { startCluster } from '../../db/cluster/cluster.ts'
import { formatDatabaseUrl } from '../../db/cluster/cluster-access.ts'
import {
  changeOwner,
  chooseOsAccount,
  findPostgresBinaries,
} from '../../db/cluster/cluster-account.ts'
import { spawnPostgres, waitForExit } from '../../db/cluster/cluster-server.ts'
import { findFreePort } from '../../db/cluster/find-free-port.ts'
import { migrate } from '../../db/migrate.ts'
import { eventually } from '../eventually.ts'
import type { TestDatabase } from '../test-database.ts'

const createFolder = () => mkdtempSync(join(tmpdir(), 'storewright-test-'))
const connect = (url: string) => postgres(url, { max: 1, onnotice: () => {} })

/** Starts two servers: a migrated database, and a replica that follows it by streaming. */
export async function startReplicatedDatabase() {
  const dataDir = createFolder()
  const cluster = await startCluster(dataDir, { isDurable: false })
  const { appUrl } = await migrate(cluster.url)
  const replica = await startReplica(cluster.url, join(dataDir, 'postgres'))
  const urls = { ownerUrl: cluster.url, appUrl }
  const drop = async () => {
    await replica.stop()
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const database: TestDatabase = { ...urls, pooled: urls, poolerSettings: {}, drop }
  return { database, replica }
}

async function startReplica(ownerUrl: string, primaryDir: string) {
  const primaryPort = new URL(ownerUrl).port
  // The embedded database has the same password for both roles.
  const { password } = new URL(ownerUrl)
  const dataDir = createFolder()
  const databaseDir = join(dataDir, 'postgres')
  const primary = { port: Number(primaryPort), password }
  await copyDatabase(formatDatabaseUrl(primary, 'postgres', 'postgres'), primaryDir, databaseDir)
  const port = await findFreePort()
  const settings = {
    port,
    primary_conninfo: `host=127.0.0.1 port=${primaryPort} user=postgres password=${password}`,
    shared_buffers: '32MB',
    fsync: 'off',
    timezone: 'UTC',
    scram_iterations: 1,
  }
  const adminUrl = formatDatabaseUrl({ port, password }, 'postgres', 'storewright')
  // After a kill, the server refuses to start until its other processes have ended.
  const start = async (): Promise<ChildProcess> => {
    const started = spawnReplica(dataDir, settings)
    return eventually(async () => {
      if (started.exitCode !== null) return start()
      await runOnce(adminUrl, sql => sql`select 1`)
      return started
    })
  }
  let server = await start()
  return {
    url: `postgres://127.0.0.1:${port}/storewright`,
    /** Runs a query on the replica as a superuser. */
    run: <T>(work: (sql: postgres.Sql) => Promise<T>) => runOnce(adminUrl, work),
    async kill() {
      const exit = waitForExit(server)
      server.kill('SIGKILL')
      await exit
    },
    async restart() {
      server = await start()
    },
    async stop() {
      const exit = waitForExit(server)
      server.kill('SIGQUIT')
      await exit
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function runOnce<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = connect(url)
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Copies the files of a running server, as `pg_basebackup` does, which npm does not install. */
async function copyDatabase(primaryUrl: string, primaryDir: string, databaseDir: string) {
  const label = await runOnce(primaryUrl, async sql => {
    await sql`select pg_backup_start('replica', true)`
    // Keeps the owner of the files, which is another account if the test runs as root.
    execFileSync('cp', ['-a', primaryDir, databaseDir])
    const [stopped] = await sql<{ labelfile: string }[]>`
      select labelfile from pg_backup_stop(false)`
    return stopped?.labelfile ?? ''
  })
  rmSync(join(databaseDir, 'postmaster.pid'))
  const account = chooseOsAccount(primaryDir)
  for (const [name, content] of Object.entries({ backup_label: label, 'standby.signal': '' })) {
    writeFileSync(join(databaseDir, name), content)
    changeOwner(account, join(databaseDir, name))
  }
}

function spawnReplica(dataDir: string, settings: Record<string, string | number>): ChildProcess {
  const databaseDir = join(dataDir, 'postgres')
  const account = chooseOsAccount(databaseDir)
  const binaries = findPostgresBinaries(account)
  const logFile = join(dataDir, 'postgres.log')
  return spawnPostgres({ databaseDir, account, binaries, logFile }, settings)
}

import { execFile } from 'node:child_process'
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findDebianBinaries, startDebianCluster } from '../scripts/debian-cluster.ts'
import { createFolder, findDebianPostgres } from '../scripts/debian-postgres.ts'
import { chooseOsAccount } from '../server/db/cluster/cluster-account.ts'
import { FaultEnvironment, type FaultFinding } from './lab/fault-environment.ts'
import { waitUntil } from './lab/wait-until.ts'
import { startWriters } from './lab/writers.ts'

const runFile = promisify(execFile)
const stanza = 'storewright'
const writesBetween = 20

/**
 * Archives the log of a database with pgBackRest during writes, deletes all orders by mistake, and runs
 * deploy/restore-drill.sh to the time before the mistake and to the end.
 */
export async function restoreFromArchive(): Promise<FaultFinding[]> {
  const check = 'restore drills from an archive of pgBackRest'
  if ((await findDebianPostgres()) === undefined || !existsSync('/usr/bin/pgbackrest'))
    return [
      {
        check,
        sampleCount: 0,
        result: 'apt-get install postgresql pgbackrest',
        hasPassed: true,
        isSkipped: true,
      },
    ]
  const archiveFolder = await createFolder()
  const environment = await FaultEnvironment.open({
    // pgBackRest reads the folder of the database as another user.
    prepare: folder => chmodSync(folder, 0o711),
    startCluster: folder => startDebianCluster(folder, createSettings(folder, archiveFolder)),
  })
  try {
    const archive = new Archive(environment, archiveFolder)
    await archive.runCommand('stanza-create')
    await archive.runCommand('backup', '--type=full')
    await write(environment)
    const beforeMistake = await readState(environment)
    await environment.withSuperuserSql(sql =>
      sql.unsafe('set session_replication_role = replica; delete from "order"'),
    )
    await write(environment)
    const afterMistake = await readState(environment)
    await archive.waitForArchive()
    const restoredBefore = await archive.runDrill(beforeMistake.time)
    const restoredEnd = await archive.runDrill()
    return [
      toFinding(`${check}: to the time before a mistake`, beforeMistake, restoredBefore),
      toFinding('  to the end', afterMistake, restoredEnd),
    ]
  } finally {
    await environment.close()
    rmSync(archiveFolder, { recursive: true, force: true })
  }
}

const getConfigFile = (archiveFolder: string) => join(archiveFolder, 'pgbackrest.conf')

const createSettings = (folder: string, archiveFolder: string) => ({
  // pgBackRest compares this with its own setting.
  data_directory: join(folder, 'postgres'),
  unix_socket_directories: archiveFolder,
  archive_mode: 'on',
  archive_command: `pgbackrest --config=${getConfigFile(archiveFolder)} --stanza=${stanza} archive-push %p`,
})

class Archive {
  private readonly environment: FaultEnvironment
  private readonly folder: string

  constructor(environment: FaultEnvironment, folder: string) {
    this.environment = environment
    this.folder = folder
    const settings = {
      'repo1-path': join(folder, 'backups'),
      'lock-path': join(folder, 'lock'),
      'log-level-file': 'off',
      'start-fast': 'y',
    }
    const server = {
      'pg1-path': environment.databaseDir,
      'pg1-port': new URL(environment.ownerUrl).port,
      'pg1-socket-path': folder,
      'pg1-user': 'postgres',
    }
    writeFileSync(
      getConfigFile(folder),
      ['[global]', ...toLines(settings), `[${stanza}]`, ...toLines(server), ''].join('\n'),
    )
  }

  /** Runs pgBackRest as the account of PostgreSQL. */
  async runCommand(...args: string[]): Promise<void> {
    await runFile(
      'pgbackrest',
      [`--config=${getConfigFile(this.folder)}`, `--stanza=${stanza}`, ...args],
      {
        ...chooseOsAccount(this.environment.databaseDir),
        cwd: '/',
        env: { ...process.env, PGPASSWORD: new URL(this.environment.ownerUrl).password },
      },
    )
  }

  async waitForArchive(): Promise<void> {
    const [current] = await this.environment.withSuperuserSql(
      sql => sql<{ file: string }[]>`select pg_walfile_name(pg_switch_wal()) as file`,
    )
    const file = current?.file ?? ''
    await waitUntil(async () => {
      const [row] = await this.environment.withSuperuserSql(
        sql => sql<{ isArchived: boolean }[]>`
          select last_archived_wal >= ${file} as "isArchived" from pg_stat_archiver`,
      )
      return row?.isArchived ?? false
    }, 60_000)
  }

  async runDrill(...args: string[]): Promise<string> {
    const { folder: binFolder } = await findDebianBinaries()
    const { stdout } = await runFile('sh', ['deploy/restore-drill.sh', ...args], {
      env: {
        ...process.env,
        PGBACKREST_CONFIG: getConfigFile(this.folder),
        STANZA: stanza,
        PG_BIN: binFolder,
      },
    })
    return stdout
  }
}

const toLines = (settings: Record<string, string>) =>
  Object.entries(settings).map(([name, value]) => `${name}=${value}`)

type ArchivedOrders = { time: string; count: number }

/** Seals the audit, then reads the time and the number of orders. */
async function readState(environment: FaultEnvironment): Promise<ArchivedOrders> {
  const [state] = await environment.withSuperuserSql(async sql => {
    await sql`select audit_seal_batch(1000000)`
    return sql<ArchivedOrders[]>`
      select clock_timestamp()::text as time, count(*)::int as count from "order"`
  })
  if (!state) throw new Error('The orders were not counted.')
  return state
}

async function write(environment: FaultEnvironment): Promise<void> {
  const servers = await environment.startPair()
  const writers = await startWriters(environment, () => servers.map(({ url }) => url), 2)
  await waitUntil(async () => writers.countAcknowledged() >= writesBetween, 60_000)
  await writers.stop()
}

/** Passes if the drill has counted the orders of the state. */
function toFinding(check: string, { count }: ArchivedOrders, output: string): FaultFinding {
  const orders = Number(/^order (\d+)$/m.exec(output)?.[1])
  const seals = /^The audit matches its seals.*$/m.exec(output)?.[0] ?? 'the audit was not verified'
  const duration = /^The drill passed.*$/m.exec(output)?.[0] ?? 'the drill did not pass'
  return {
    check,
    sampleCount: count,
    result: `${orders} of ${count} orders; ${seals} ${duration}`,
    hasPassed:
      orders === count && seals.startsWith('The audit') && duration.startsWith('The drill'),
  }
}

import { execFile } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type postgres from 'postgres'
import { findDebianBinaries } from '../scripts/debian-cluster.ts'
import { findDebianPostgres } from '../scripts/debian-postgres.ts'
import { chooseOsAccount } from '../server/db/cluster/cluster-account.ts'
import type { FaultFinding } from './lab/fault-environment.ts'
import { waitUntil } from './lab/wait-until.ts'

const runFile = promisify(execFile)
const stanza = 'storewright'

type ArchivedServer = { databaseDir: string; ownerUrl: string }
type RunQuery = <Row extends postgres.MaybeRow>(text: string) => Promise<Row[]>

/** The archive of pgBackRest in a folder, as one server uses it. `name` is that of its configuration. */
export class LogArchive {
  private readonly folder: string
  private readonly name: string
  private readonly databaseDir: string
  private readonly password: string

  constructor(folder: string, { databaseDir, ownerUrl }: ArchivedServer, name = 'pgbackrest') {
    this.folder = folder
    this.name = name
    this.databaseDir = databaseDir
    const settings = {
      'repo1-path': join(folder, 'backups'),
      'lock-path': join(folder, `lock-${name}`),
      'log-level-file': 'off',
      'start-fast': 'y',
    }
    const server = {
      'pg1-path': databaseDir,
      'pg1-port': new URL(ownerUrl).port,
      'pg1-socket-path': folder,
      'pg1-user': 'postgres',
    }
    writeFileSync(
      getConfigFile(folder, name),
      ['[global]', ...toLines(settings), `[${stanza}]`, ...toLines(server), ''].join('\n'),
    )
    this.password = new URL(ownerUrl).password
  }

  /** Runs pgBackRest as the account of PostgreSQL. */
  async runCommand(...args: string[]): Promise<void> {
    await runFile(
      'pgbackrest',
      [`--config=${getConfigFile(this.folder, this.name)}`, `--stanza=${stanza}`, ...args],
      {
        ...chooseOsAccount(this.databaseDir),
        cwd: '/',
        env: { ...process.env, PGPASSWORD: this.password },
      },
    )
  }

  /** Runs deploy/restore-drill.sh and returns its output, also if it fails. */
  async runDrill(...args: string[]): Promise<string> {
    const { folder: binFolder } = await findDebianBinaries()
    const { stdout, stderr } = await runFile('sh', ['deploy/restore-drill.sh', ...args], {
      env: {
        ...process.env,
        PGBACKREST_CONFIG: getConfigFile(this.folder, this.name),
        STANZA: stanza,
        PG_BIN: binFolder,
      },
    }).catch((error: { stdout: string; stderr: string }) => error)
    return stdout + stderr
  }
}

/** The settings of a server that archives its log. */
export const createArchiveSettings = (
  folder: string,
  databaseDir: string,
  name = 'pgbackrest',
) => ({
  // pgBackRest compares this with its own setting.
  data_directory: databaseDir,
  unix_socket_directories: folder,
  archive_mode: 'on',
  archive_command: `pgbackrest --config=${getConfigFile(folder, name)} --stanza=${stanza} archive-push %p`,
})

/** Ends the current file of the log, and waits until it is in the archive. */
export async function waitForArchive(runQuery: RunQuery): Promise<void> {
  const [current] = await runQuery<{ file: string }>(
    'select pg_walfile_name(pg_switch_wal()) as file',
  )
  await waitUntil(async () => {
    const [row] = await runQuery<{ isArchived: boolean }>(`
      select last_archived_wal >= '${current?.file}' as "isArchived" from pg_stat_archiver`)
    return row?.isArchived ?? false
  }, 60_000)
}

/** Returns a skipped finding if this machine does not have the programs of an archive. */
export async function findMissingArchive(check: string): Promise<FaultFinding | undefined> {
  if ((await findDebianPostgres()) !== undefined && existsSync('/usr/bin/pgbackrest'))
    return undefined
  const result = 'apt-get install postgresql pgbackrest'
  return { check, sampleCount: 0, result, hasPassed: true, isSkipped: true }
}

const getConfigFile = (folder: string, name: string) => join(folder, `${name}.conf`)

const toLines = (settings: Record<string, string>) =>
  Object.entries(settings).map(([name, value]) => `${name}=${value}`)

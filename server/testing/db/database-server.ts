import { type ChildProcess, execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import {
  changeOwner,
  chooseOsAccount,
  findPostgresBinaries,
  type PostgresBinaries,
} from '../../db/cluster/cluster-account.ts'
import { spawnPostgres, waitForExit, waitForPostgres } from '../../db/cluster/cluster-server.ts'
import { findFreePort } from '../../db/cluster/find-free-port.ts'
import { signalDatabaseIn } from './signal-database.ts'

type DatabaseLocation = {
  databaseDir: string
  /** The URL of the role that owns the tables. The superuser has the same password. */
  ownerUrl: string
}
type CopyTarget = { databaseDir: string; binaries?: PostgresBinaries | undefined }

/** A database server that no supervisor restarts. */
export class DatabaseServer {
  readonly ownerUrl: string
  readonly databaseDir: string
  private readonly binaries: PostgresBinaries | undefined
  private settings: Record<string, string | number> = {}
  private server: ChildProcess | undefined

  constructor({ databaseDir, ownerUrl, binaries }: DatabaseLocation & CopyTarget) {
    this.databaseDir = databaseDir
    this.ownerUrl = ownerUrl
    this.binaries = binaries
  }

  /** Starts the server, with its earlier settings by default. */
  async start(settings = this.settings) {
    this.settings = settings
    const { databaseDir } = this
    const account = chooseOsAccount(databaseDir)
    const binaries = this.binaries ?? findPostgresBinaries(account)
    const paths = { databaseDir, account, binaries, logFile: `${databaseDir}.log` }
    const { port } = new URL(this.ownerUrl)
    // The machine does not fail in a test.
    this.server = spawnPostgres(paths, { port, fsync: 'off', ...settings })
    await waitForPostgres(paths, this.server)
  }

  /** Runs a query as a superuser. */
  async query<Row extends postgres.MaybeRow>(text: string): Promise<Row[]> {
    const url = this.ownerUrl.replace('//storewright:', '//postgres:')
    const sql = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 10 })
    try {
      return await sql.unsafe<Row[]>(text)
    } finally {
      await sql.end({ timeout: 30 })
    }
  }

  freeze = () => signalDatabaseIn(this.databaseDir, 'SIGSTOP')
  unfreeze = () => signalDatabaseIn(this.databaseDir, 'SIGCONT')
  async kill() {
    signalDatabaseIn(this.databaseDir, 'SIGKILL')
    if (this.server) await waitForExit(this.server)
  }

  async stop() {
    if (this.server) {
      this.server.kill('SIGQUIT')
      await waitForExit(this.server)
    }
    rmSync(this.databaseDir, { recursive: true })
  }
}

/** Returns the URL of a copy of a database, on a port of its own. */
export const createCopyUrl = async (ownerUrl: string): Promise<string> =>
  Object.assign(new URL(ownerUrl), { port: await findFreePort() }).href

/** Copies a running server to a standby, which follows it by streaming after its start. */
export async function createStandby(
  primary: DatabaseLocation,
  target: CopyTarget,
): Promise<DatabaseServer> {
  const label = await copyRunningServer(primary, target.databaseDir)
  const { port, password } = new URL(primary.ownerUrl)
  const account = chooseOsAccount(primary.databaseDir)
  for (const [name, content] of Object.entries({ backup_label: label, 'standby.signal': '' })) {
    const path = join(target.databaseDir, name)
    writeFileSync(path, content)
    changeOwner(account, path)
  }
  const connection = `host=127.0.0.1 port=${port} user=postgres password=${password}`
  const setting = `\nprimary_conninfo = '${connection}'\n`
  writeFileSync(join(target.databaseDir, 'postgresql.auto.conf'), setting, { flag: 'a' })
  return new DatabaseServer({ ...target, ownerUrl: await createCopyUrl(primary.ownerUrl) })
}

/** Copies the files as `pg_basebackup` does, which npm does not install. Returns the label of the backup. */
async function copyRunningServer(primary: DatabaseLocation, databaseDir: string): Promise<string> {
  const sql = postgres(primary.ownerUrl.replace('//storewright:', '//postgres:'), {
    max: 1,
    onnotice: () => {},
  })
  try {
    await sql`select pg_backup_start('standby', true)`
    // Keeps the owner of the files, which is another account if the test runs as root.
    execFileSync('cp', ['-a', primary.databaseDir, databaseDir])
    const [stopped] = await sql<{ labelfile: string }[]>`
      select labelfile from pg_backup_stop(false)`
    rmSync(join(databaseDir, 'postmaster.pid'))
    return stopped?.labelfile ?? ''
  } finally {
    await sql.end()
  }
}

import { type ChildProcess, execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { findDebianBinaries } from '../../scripts/debian-cluster.ts'
import {
  changeOwner,
  chooseOsAccount,
  findPostgresBinaries,
} from '../../server/db/cluster/cluster-account.ts'
import { spawnPostgres, waitForExit } from '../../server/db/cluster/cluster-server.ts'
import { findFreePort } from '../../server/db/cluster/find-free-port.ts'
import { FaultEnvironment } from './fault-environment.ts'
import { killDatabaseIn, signalDatabaseIn } from './signal-processes.ts'
import { waitUntil } from './wait-until.ts'

const startLimitMs = 60_000

/** A primary and a standby with the data of an environment. */
export type DatabasePair = {
  primary: PairedDatabase
  standby: PairedDatabase
  /** The URL with both hosts. */
  url: string
  stop: () => Promise<void>
}

/**
 * Stops the database of the environment, and starts a primary and its standby on copies of it. The
 * primary waits for the standby at each commit.
 */
export async function startDatabasePair(environment: FaultEnvironment): Promise<DatabasePair> {
  await environment.stopDatabase()
  const primary = await PairedDatabase.create(environment, 'primary')
  const standby = await PairedDatabase.create(environment, 'standby')
  const { port, password } = new URL(primary.ownerUrl)
  standby.makeStandby(`host=127.0.0.1 port=${port} user=postgres password=${password}`)
  await primary.start({ synchronous_standby_names: '*' })
  await standby.start()
  const hosts = `${new URL(primary.ownerUrl).host},${new URL(standby.ownerUrl).host}`
  const url = primary.ownerUrl.replace(new URL(primary.ownerUrl).host, hosts)
  return {
    primary,
    standby,
    url: `${url}?target_session_attrs=read-write`,
    stop: async () => {
      await Promise.all([primary.stop(), standby.stop()])
    },
  }
}

/** A database server on a copy of an environment's data. No supervisor restarts it. */
export class PairedDatabase {
  /** The URL of the role that owns the tables. */
  readonly ownerUrl: string
  private readonly folder: string
  private server: ChildProcess | undefined

  private constructor(folder: string, ownerUrl: string) {
    this.folder = folder
    this.ownerUrl = ownerUrl
  }

  static async create(environment: FaultEnvironment, name: string): Promise<PairedDatabase> {
    const folder = join(environment.folder, name)
    execFileSync('cp', ['-a', environment.databaseDir, folder])
    const url = new URL(environment.ownerUrl)
    url.port = String(await findFreePort())
    return new PairedDatabase(folder, url.href)
  }

  makeStandby(primaryConnection: string) {
    const account = chooseOsAccount(this.folder)
    const signalFile = join(this.folder, 'standby.signal')
    writeFileSync(signalFile, '')
    changeOwner(account, signalFile)
    const setting = `\nprimary_conninfo = '${primaryConnection}'\n`
    writeFileSync(join(this.folder, 'postgresql.auto.conf'), setting, { flag: 'a' })
  }

  async start(settings: Record<string, string> = {}) {
    const account = chooseOsAccount(this.folder)
    const binaries =
      FaultEnvironment.postgres === 'embedded'
        ? findPostgresBinaries(account)
        : await findDebianBinaries()
    const paths = { databaseDir: this.folder, account, binaries, logFile: `${this.folder}.log` }
    const { port } = new URL(this.ownerUrl)
    // The machine does not fail in this test.
    this.server = spawnPostgres(paths, { port, fsync: 'off', ...settings })
    const isUp = () =>
      this.query('select 1').then(
        () => true,
        () => false,
      )
    if ((await waitUntil(isUp, startLimitMs)) === undefined)
      throw new Error(`The database did not start. See ${this.folder}.log.`)
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

  kill = () => killDatabaseIn(this.folder)
  freeze = () => signalDatabaseIn(this.folder, 'SIGSTOP')
  unfreeze = () => signalDatabaseIn(this.folder, 'SIGCONT')

  async stop() {
    if (this.server) {
      this.server.kill('SIGQUIT')
      await waitForExit(this.server)
    }
    rmSync(this.folder, { recursive: true })
  }
}

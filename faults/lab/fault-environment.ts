import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { z } from 'zod'
import { type PostgresKind, startClusterOf, startPoolerOf } from '../../scripts/debian-cluster.ts'
import type { Bucket } from '../../server/bucket-config.ts'
import type { Cluster } from '../../server/db/cluster/cluster.ts'
import { migrate } from '../../server/db/migrate.ts'
import { createAccessToken } from '../../server/lib/call/authenticate.ts'
import { loadSecretKeys, type SecretKeys } from '../../server/lib/security/secret-keys.ts'
import { signalDatabaseIn } from '../../server/testing/db/signal-database.ts'
import { launchServer, type ServerProcess } from './server-process.ts'
import { waitUntil } from './wait-until.ts'

/** The result of one check during or after a fault. */
export type FaultFinding = {
  check: string
  /** The number of faults, requests or other events that were checked. */
  sampleCount: number
  result: string
  hasPassed: boolean
  /** This machine cannot run the check. */
  isSkipped?: boolean
}

const Signup = z.object({
  data: z.object({
    user: z.object({ _id: z.string() }).optional(),
    storeId: z.string().optional(),
  }),
})
const LogEntry = z.object({
  route: z.string().default('no request'),
  err: z
    .object({ code: z.string().optional(), message: z.string() })
    .default({ message: 'unknown' }),
})
export const password = 'kettle-shed-oak-7'
/** Much longer than the interval of the balancer's health checks, because the machine is busy. */
const stopDelayMs = 1000

/** A temporary folder with its own database, one store and any number of servers. */
export class FaultEnvironment {
  /** The PostgreSQL of all environments of this program. */
  static postgres: PostgresKind = 'embedded'
  readonly folder = mkdtempSync(join(tmpdir(), 'storewright-faults-'))
  readonly dataDir = join(this.folder, 'files')
  readonly databaseDir = join(this.folder, 'postgres')
  /** Outside the folder, because some scenarios fill the disk of the folder. */
  readonly logFile = `${this.folder}.log`
  ownerUrl = ''
  /** The bucket with the files, if they are not in `dataDir`, and the variables of servers that use it. */
  bucket: Bucket | undefined
  fileEnv: Record<string, string> = {}
  storeId = ''
  personId = ''
  private sessionId = ''
  private keys: SecretKeys | undefined
  private cluster: Cluster | undefined
  private pooler: Awaited<ReturnType<typeof startPoolerOf>> | undefined
  private cleanUp = (_folder: string) => {}
  private startCluster = (folder: string) => startClusterOf(FaultEnvironment.postgres, folder)
  private readonly servers = new Set<ServerProcess>()
  private pairServers: ServerProcess[] = []

  /**
   * Starts the database and creates the store. Calls `prepare` with the empty folder, and `cleanUp`
   * with the folder after all processes have ended.
   */
  static async open({
    prepare,
    startCluster,
    cleanUp,
  }: {
    prepare?: (folder: string) => void
    /** Starts another database than that of the other environments. */
    startCluster?: (folder: string) => Promise<Cluster>
    cleanUp?: (folder: string) => void
  } = {}): Promise<FaultEnvironment> {
    const environment = new FaultEnvironment()
    try {
      prepare?.(environment.folder)
      if (cleanUp) environment.cleanUp = cleanUp
      if (startCluster) environment.startCluster = startCluster
      await environment.startDatabase()
      await migrate(environment.ownerUrl)
      await environment.createTestStore()
    } catch (error) {
      await environment.close()
      throw error
    }
    return environment
  }

  async startDatabase() {
    this.cluster = await this.startCluster(this.folder)
    this.ownerUrl = this.cluster.url
    if (FaultEnvironment.postgres === 'pgbouncer')
      this.pooler ??= await startPoolerOf(this.ownerUrl)
  }

  async stopDatabase() {
    await this.cluster?.stop()
    this.cluster = undefined
  }

  /** Kills all processes of the database with SIGKILL. The cluster supervisor restarts it. */
  async killDatabase() {
    const pid = signalDatabaseIn(this.databaseDir, 'SIGKILL')
    await waitUntil(async () => !existsSync(`/proc/${pid}`), 10_000)
  }

  /** Pauses all processes of the database: connections stay open, but receive no answer. */
  freezeDatabase() {
    signalDatabaseIn(this.databaseDir, 'SIGSTOP')
  }

  unfreezeDatabase() {
    signalDatabaseIn(this.databaseDir, 'SIGCONT')
  }

  isDatabaseUp(): Promise<boolean> {
    return this.withSuperuserSql(sql => sql`select 1`).then(
      () => true,
      () => false,
    )
  }

  /** Starts a server on this database. `env` overrides its settings. */
  async startServer(
    env: Record<string, string> = {},
    options: { port?: number; nodeArgs?: string[] } = {},
  ): Promise<ServerProcess> {
    const server = await launchServer({
      env: {
        DATABASE_URL: this.ownerUrl,
        ...this.pooler?.env,
        DATA_DIR: this.dataDir,
        LIMIT_FACTOR: '1000',
        STOP_DELAY_MS: String(stopDelayMs),
        ...this.fileEnv,
        ...env,
      },
      logFile: this.logFile,
      ...options,
    })
    this.servers.add(server)
    void server.exitStatus.then(() => this.servers.delete(server))
    return server
  }

  /**
   * Returns two servers that several scenarios share, and starts them if needed. A scenario that
   * ends one of them must replace it in the returned array.
   */
  async startPair(env: Record<string, string> = {}): Promise<ServerProcess[]> {
    while (this.pairServers.length < 2) this.pairServers.push(await this.startServer(env))
    return this.pairServers
  }

  /** Stops the shared servers, for scenarios in which only one server may run jobs. */
  async stopPair() {
    await Promise.all(
      this.pairServers.splice(0).map(server => {
        server.kill('SIGTERM')
        return server.exitStatus
      }),
    )
  }

  /** Returns the log of all servers. */
  readLog(): string {
    return existsSync(this.logFile) ? readFileSync(this.logFile, 'utf8') : ''
  }

  /** Returns the errors that the servers logged after `logOffset`, with the count of each. */
  summarizeErrors(logOffset: number): string {
    // Lines that a kill cut off do not count.
    const entries = this.readLog()
      .slice(logOffset)
      .split('\n')
      .filter(line => line.includes('"level":"error"') && line.endsWith('}'))
      .map(line => LogEntry.parse(JSON.parse(line)))
    const entriesByKind = Object.groupBy(
      entries,
      ({ route, err }) => `${route} ${err.code ?? ''} ${err.message}`,
    )
    return Object.entries(entriesByKind)
      .map(([kind, kindEntries]) => `${kind} × ${kindEntries?.length}`)
      .join('; ')
  }

  /**
   * Runs `work` as a superuser, without row-level security. Opens a new connection each time,
   * because a fault may have closed the previous one.
   */
  async withSuperuserSql<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
    const sql = postgres(this.ownerUrl.replace('//storewright:', '//postgres:'), {
      max: 1,
      onnotice: () => {},
      connect_timeout: 10,
    })
    try {
      return await work(sql)
    } finally {
      // On a busy machine the driver may still be writing. A shorter timeout would cut it off, and
      // the resulting error would end the process.
      await sql.end({ timeout: 30 })
    }
  }

  /** Returns headers that authenticate the store's owner for ten minutes. */
  async createHeaders(): Promise<Record<string, string>> {
    this.keys ??= await loadSecretKeys(this.ownerUrl)
    const token = await createAccessToken(this.keys, this.personId, this.sessionId)
    return {
      authorization: `Bearer ${token}`,
      'x-business-id': this.storeId,
      'content-type': 'application/json',
    }
  }

  async close() {
    for (const server of this.servers) server.kill('SIGKILL')
    await Promise.all([...this.servers].map(server => server.exitStatus))
    await this.pooler?.stop()
    await this.stopDatabase()
    this.cleanUp(this.folder)
    rmSync(this.folder, { recursive: true, force: true })
    rmSync(this.logFile, { force: true })
  }

  /** Creates the store by signing up, so that it has all the initial data of a store. */
  private async createTestStore() {
    const server = await this.startServer()
    this.pairServers.push(server)
    const body = JSON.stringify({
      fullName: 'Ada Byron',
      email: 'ada@example.com',
      password,
      businessName: 'Faults',
    })
    const reply = await fetch(`${server.url}/api/business/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    Signup.parse(await reply.json())
    const [row] = await this.withSuperuserSql(
      sql => sql<{ session: string; person: string; store: string }[]>`
        select s.id as session, s.person_id as person, m.store_id as store
        from session s
        join membership m using (person_id)`,
    )
    if (!row) throw new Error('The signup created no store')
    Object.assign(this, { sessionId: row.session, personId: row.person, storeId: row.store })
  }
}

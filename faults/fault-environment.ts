import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { z } from 'zod'
import { startCluster } from '../server/db/cluster/cluster.ts'
import { migrate } from '../server/db/migrate.ts'
import { createAccessToken } from '../server/lib/call/authenticate.ts'
import { loadSecretKeys, type SecretKeys } from '../server/lib/security/secret-keys.ts'
import { launchServer, type ServerProcess } from './server-process.ts'

/** What a fault was found to do. `n`: how often it was tried; `figure`: what was measured; `isRight`: as promised; `isSkipped`: it could not be tried here. */
export type FaultFinding = {
  check: string
  sampleCount: number
  result: string
  hasPassed: boolean
  isSkipped?: boolean
}

const Signup = z.object({
  data: z.object({
    user: z.object({ _id: z.string() }).optional(),
    businessId: z.string().optional(),
  }),
})
const LogEntry = z.object({
  route: z.string().default('no request'),
  err: z
    .object({ code: z.string().optional(), message: z.string() })
    .default({ message: 'unknown' }),
})
export const password = 'kettle-shed-oak-7'
/** Far more than the balancer takes to ask, because the machine is busy. */
const stopDelayMs = 1000

/** A database and a store of their own, in a folder that is thrown away, and any number of servers on them. */
export class FaultEnvironment {
  readonly folder = mkdtempSync(join(tmpdir(), 'storewright-faults-'))
  readonly dataDir = join(this.folder, 'files')
  /** Beside the folder, which may be a disk that is full. */
  readonly logFile = `${this.folder}.log`
  ownerUrl = ''
  businessId = ''
  personId = ''
  private sessionId = ''
  private keys: SecretKeys | undefined
  private cluster: { url: string; stop: () => Promise<void> } | undefined
  private cleanUp = (_folder: string) => {}
  private readonly servers = new Set<ServerProcess>()
  private pairServers: ServerProcess[] = []

  /** `prepare` is given the folder while it is empty, `cleanUp` once nothing runs there any more. */
  static async open({
    prepare,
    cleanUp,
  }: {
    prepare?: (folder: string) => void
    cleanUp?: (folder: string) => void
  } = {}): Promise<FaultEnvironment> {
    const environment = new FaultEnvironment()
    try {
      prepare?.(environment.folder)
      if (cleanUp) environment.cleanUp = cleanUp
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
    this.cluster = await startCluster(this.folder)
    this.ownerUrl = this.cluster.url
  }

  async stopDatabase() {
    await this.cluster?.stop()
    this.cluster = undefined
  }

  /** `kill -9` of the database with all its processes; its keeper starts it again. */
  async killDatabase() {
    const pid = Number.parseInt(
      readFileSync(join(this.folder, 'postgres/postmaster.pid'), 'utf8'),
      10,
    )
    signalAll([pid, ...listChildProcesses(pid)], 'SIGKILL')
    await waitUntil(async () => !existsSync(`/proc/${pid}`), 10_000)
  }

  /** Every process of the database stands still, or goes on: connections stay open and nothing answers. */
  freezeDatabase(signal: 'SIGSTOP' | 'SIGCONT') {
    const pid = Number.parseInt(
      readFileSync(join(this.folder, 'postgres/postmaster.pid'), 'utf8'),
      10,
    )
    signalAll([pid, ...listChildProcesses(pid)], signal)
  }

  isDatabaseUp(): Promise<boolean> {
    return this.withSuperuserSql(sql => sql`select 1`).then(
      () => true,
      () => false,
    )
  }

  /** A server on this database, or on the way to it that `env` names. */
  async startServer(
    env: Record<string, string> = {},
    options: { port?: number; nodeArgs?: string[] } = {},
  ): Promise<ServerProcess> {
    const server = await launchServer({
      env: {
        DATABASE_URL: this.ownerUrl,
        DATA_DIR: this.dataDir,
        LIMIT_FACTOR: '1000',
        STOP_DELAY_MS: String(stopDelayMs),
        ...env,
      },
      logFile: this.logFile,
      ...options,
    })
    this.servers.add(server)
    void server.exitStatus.then(() => this.servers.delete(server))
    return server
  }

  /** Two servers that stand from one fault to the next; whoever ends one puts another in its place. */
  async startPair(env: Record<string, string> = {}): Promise<ServerProcess[]> {
    while (this.pairServers.length < 2) this.pairServers.push(await this.startServer(env))
    return this.pairServers
  }

  /** For faults that need a server to be the only one that works on jobs. */
  async stopPair() {
    await Promise.all(
      this.pairServers.splice(0).map(server => {
        server.kill('SIGTERM')
        return server.exitStatus
      }),
    )
  }

  /** What the servers complained of. */
  readLog(): string {
    return existsSync(this.logFile) ? readFileSync(this.logFile, 'utf8') : ''
  }

  /** The faults that the servers answered with since the log was so long, and how often each came. */
  summarizeErrors(since: number): string {
    // What a kill cut off is none.
    const entries = this.readLog()
      .slice(since)
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

  /** Asks the database past every wall, on a connection of its own: the one before may have been killed. */
  async withSuperuserSql<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
    const sql = postgres(this.ownerUrl.replace('//storewright:', '//postgres:'), {
      max: 1,
      onnotice: () => {},
      connect_timeout: 10,
    })
    try {
      return await work(sql)
    } finally {
      // Cut off earlier, on a busy machine the driver may still be writing, and ends the process by that.
      await sql.end({ timeout: 30 })
    }
  }

  /** Headers of the store's owner, good for ten minutes from now. */
  async createHeaders(): Promise<Record<string, string>> {
    this.keys ??= await loadSecretKeys(this.ownerUrl)
    const token = await createAccessToken(this.keys, this.personId, this.sessionId)
    return {
      authorization: `Bearer ${token}`,
      'x-business-id': this.businessId,
      'content-type': 'application/json',
    }
  }

  async close() {
    for (const server of this.servers) server.kill('SIGKILL')
    await Promise.all([...this.servers].map(server => server.exitStatus))
    await this.stopDatabase()
    this.cleanUp(this.folder)
    rmSync(this.folder, { recursive: true, force: true })
    rmSync(this.logFile, { force: true })
  }

  /** Made as a person makes it, so that everything a store comes with is there. */
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
      sql => sql<{ session: string; person: string; business: string }[]>`
      select s.id as session, s.person_id as person, m.business_id as business from session s join membership m using (person_id)`,
    )
    if (!row) throw new Error('no store was made')
    Object.assign(this, { sessionId: row.session, personId: row.person, businessId: row.business })
  }
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It ended by itself, seeing the others end.
    }
  }
}

function listChildProcesses(parent: number): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => {
      try {
        // The program's name may hold anything, brackets too: what follows the last one is fixed.
        return (
          Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]) ===
          parent
        )
      } catch {
        return false
      }
    })
}

/** Waits until it holds, and says how long that took; undefined when it never did. */
export async function waitUntil(
  condition: () => Promise<boolean>,
  limitMs: number,
): Promise<number | undefined> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < limitMs) {
    if (await condition()) return performance.now() - startedAt
    await sleep(20)
  }
  return undefined
}

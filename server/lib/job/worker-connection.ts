import pg from 'pg'
import { listDatabaseHosts, needsPrimarySearch } from '../primary/database-hosts.ts'
import { findPrimary } from '../primary/find-primary.ts'
import { trackSocket } from '../primary/primary-sockets.ts'

export type WorkerConnection = {
  options: { connectionString: string; maxPoolSize: number } | { pgPool: pg.Pool }
  end: () => Promise<void>
}

/**
 * Returns the options with which graphile-worker connects. With several hosts, it gets a pool whose
 * connections lead to the primary.
 */
export function openWorkerConnection(url: string, maxPoolSize: number): WorkerConnection {
  if (!needsPrimarySearch(url))
    return { options: { connectionString: url, maxPoolSize }, end: async () => {} }
  const pgPool = new pg.Pool({ max: maxPoolSize, Client: createClientClass(url) })
  // graphile-worker opens a lost connection again.
  pgPool.on('error', () => {})
  pgPool.on('connect', client => client.on('error', () => {}))
  return { options: { pgPool }, end: () => pgPool.end() }
}

type ConnectCallback = Parameters<pg.Client['connect']>[0]

/** Returns a class of clients that connect to the primary. */
const createClientClass = (url: string) =>
  class extends pg.Client {
    constructor() {
      super({ connectionString: listDatabaseHosts(url)[0]?.url })
    }
    override connect(): Promise<pg.Client>
    override connect(callback: ConnectCallback): void
    override connect(callback?: ConnectCallback): Promise<pg.Client> | undefined {
      const choosingHost = this.chooseHost()
      if (!callback) return choosingHost.then(() => super.connect())
      void choosingHost.then(() => super.connect(callback))
      return undefined
    }
    private async chooseHost(): Promise<void> {
      try {
        const { host, port, address } = await findPrimary(url)
        Object.assign(this, { host, port })
        trackSocket(this.connection.stream, address)
      } catch (error) {
        // The attempt to connect fails with this error.
        const reason = error instanceof Error ? error : undefined
        setImmediate(() => this.connection.stream.destroy(reason))
      }
    }
  }

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import postgres from 'postgres'
import { findFreePort } from '../../server/db/cluster/find-free-port.ts'
import { type BenchDatabase, createOwnerSession, secretKey } from '../bench-environment.ts'
import { stopProcess, waitUntilReady } from '../bench-server.ts'

type EventLoopDelay = { p99: number; max: number }
export type MonitoredServer = {
  url: string
  pid: number
  /** Returns the delay in ms since the last call. */
  readEventLoop: () => Promise<EventLoopDelay>
  stop: () => Promise<void>
}

/** On SIGUSR2 the server reports the delay of its event loop since the last signal. */
const eventLoopScript = `
  const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks')
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  process.on('SIGUSR2', () => {
    process.stderr.write('event loop ' + delay.percentile(99) / 1e6 + ' ' + delay.max / 1e6 + '\\n')
    delay.reset()
  })`

/** Starts the server with the flags of `npm start`. */
export async function startMonitoredServer(database: BenchDatabase): Promise<MonitoredServer> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const script = `data:text/javascript,${encodeURIComponent(eventLoopScript)}`
  const child = spawn(process.execPath, ['start.mjs', 'serve'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      NODE_OPTIONS: `--import=${script}`,
      SECRET_KEY: secretKey,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: database.ownerUrl,
      DATA_DIR: join(database.folder, 'files'),
      LIMIT_FACTOR: '100000',
      LOG_LEVEL: 'error',
    },
  })
  let report: ((delay: EventLoopDelay) => void) | undefined
  child.stderr.on('data', (output: Buffer) => {
    const [, p99, max] = /^event loop (\S+) (\S+)/m.exec(String(output)) ?? []
    if (p99 && max) report?.({ p99: Number(p99), max: Number(max) })
    else process.stderr.write(output)
  })
  await waitUntilReady(child, url)
  return {
    url,
    pid: child.pid ?? 0,
    readEventLoop: () =>
      new Promise(resolve => {
        report = resolve
        child.kill('SIGUSR2')
      }),
    stop: () => stopProcess(child),
  }
}

type Headers = Record<string, string>

/**
 * Returns the headers of the owner of the first store, and of another person in the other stores.
 * They are valid for ten minutes.
 */
export async function createSessions(
  database: BenchDatabase,
): Promise<{ listHeaders: Headers; neighborHeaders: Headers[] }> {
  const sql = postgres(database.superuserUrl, { max: 1 })
  const [list, ...neighbors] = await sql<{ id: string }[]>`select id from store order by id`
  const personIds = await Promise.all(neighbors.map(({ id }) => findOrCreateNeighbor(sql, id)))
  await sql.end()
  const createHeaders = async (storeId = '', personId = database.personId) => ({
    ...(await createOwnerSession({ ...database, personId })),
    'x-business-id': storeId,
  })
  return {
    listHeaders: await createHeaders(list?.id),
    neighborHeaders: await Promise.all(
      neighbors.map(({ id }, i) => createHeaders(id, personIds[i])),
    ),
  }
}

async function findOrCreateNeighbor(sql: postgres.Sql, storeId: string): Promise<string> {
  const name = `neighbor-${storeId}`
  await sql`
    with created as (
      insert into person (email, username, full_name, password_hash, email_verified_at)
      values (${`${name}@example.com`}, ${name}, 'Neighbor', 'none', now())
      on conflict do nothing returning id)
    insert into membership (person_id, store_id, role) select id, ${storeId}, 'owner' from created`
  const [person] = await sql<{ id: string }[]>`select id from person where username = ${name}`
  return person?.id ?? ''
}

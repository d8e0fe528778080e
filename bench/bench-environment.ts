import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { findFreePort } from '../scripts/find-free-port.ts'
import { startCluster } from '../server/db/cluster/cluster.ts'
import { migrate } from '../server/db/migrate.ts'
import { createAccessToken } from '../server/lib/call/authenticate.ts'
import { loadSecretKeys } from '../server/lib/security/secret-keys.ts'
import { type BenchAmounts, generateBenchData } from './bench-data.ts'
import { isReady } from './bench-server.ts'

export type BenchDatabase = {
  folder: string
  ownerUrl: string
  superuserUrl: string
  businessId: string
  personId: string
  version: string
  stop: () => Promise<void>
}

/** A production server requires a key. */
const secretKey = 'bench-secret-key-without-any-value'

/** Creates and fills a database, or reuses the folder of an earlier run. */
export async function prepareBenchDatabase(
  folder: string,
  amounts: BenchAmounts,
): Promise<BenchDatabase> {
  const cluster = await startCluster(folder)
  await migrate(cluster.url, { secretKey })
  const superuserUrl = cluster.url.replace('//storewright:', '//postgres:')
  const sql = postgres(superuserUrl, { max: 1, onnotice: () => {} })
  const markerFile = join(folder, 'bench.json')
  if (!existsSync(markerFile)) {
    console.log(`Creating ${amounts.stores} stores, which takes a few minutes …`)
    writeFileSync(markerFile, JSON.stringify(await generateBenchData(sql, amounts)))
  }
  const ids: { businessId: string; personId: string } = JSON.parse(readFileSync(markerFile, 'utf8'))
  const [row] = await sql<{ version: string }[]>`select split_part(version(), ' on ', 1) as version`
  await sql.end()
  return {
    ...ids,
    folder,
    ownerUrl: cluster.url,
    superuserUrl,
    version: row?.version ?? '',
    stop: cluster.stop,
  }
}

/** Starts the server in its own process, as `npm start` does. */
export async function startApp(data: BenchDatabase) {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, ['server/start.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://bench.example.com',
      SMTP_URL: 'smtp://127.0.0.1:9',
      SECRET_KEY: secretKey,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: data.ownerUrl,
      DATA_DIR: join(data.folder, 'files'),
      LOG_LEVEL: 'error',
    },
  })
  while (!(await isReady(url))) {
    if (server.exitCode !== null) throw new Error('The server did not start.')
    await sleep(100)
  }
  return { url, stop: () => stopProcess(server), createSession: () => createSession(data, url) }
}

export async function startBaseline(data: BenchDatabase) {
  const port = await findFreePort()
  const server = spawn(
    process.execPath,
    [
      join(import.meta.dirname, 'baseline-server.ts'),
      data.superuserUrl,
      data.businessId,
      String(port),
    ],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  )
  await once(server, 'message')
  return { url: `http://127.0.0.1:${port}`, stop: () => stopProcess(server) }
}

async function stopProcess(server: ChildProcess) {
  if (server.exitCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}

/** Returns a session of the owner of the large store, and ids of its rows. */
async function createSession(
  { superuserUrl, ownerUrl, personId, businessId }: BenchDatabase,
  url: string,
) {
  const sql = postgres(superuserUrl, { max: 1 })
  const [session] = await sql<
    { id: string }[]
  >`insert into session (person_id, expires_at) values (${personId}, now() + interval '1 day') returning id`
  const listIds = async (table: string) =>
    (
      await sql<
        { id: string }[]
      >`select id from ${sql(table)} where business_id = ${businessId} order by hashtext(id::text) limit 500`
    ).map(({ id }) => id)
  const [products, orders, variants] = [
    await listIds('product'),
    await listIds('order'),
    await listIds('variant'),
  ]
  // Enough stock for every order. Bypasses the triggers, which would write a stock history.
  await sql`set session_replication_role = replica`
  await sql`update variant set stock = 1000000 where business_id = ${businessId} and id = any (${variants}::uuid[])`
  await sql.end()
  const keys = await loadSecretKeys(ownerUrl, secretKey)
  const accessToken = await createAccessToken(keys, personId, session?.id ?? '')
  const headers = {
    authorization: `Bearer ${accessToken}`,
    'x-business-id': businessId,
  }
  const page = await fetch(`${url}/api/product/getAll?page=1000`, { headers })
  const { meta }: { meta: { next: string | null } } = JSON.parse(await page.text())
  const formatDaysAgo = (ago: number) =>
    new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  return {
    headers,
    sample: {
      products,
      orders,
      variants,
      deepCursor: meta.next ?? '',
      yearQuery: `period=custom&from=${formatDaysAgo(365)}&to=${formatDaysAgo(1)}`,
    },
  }
}

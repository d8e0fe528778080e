import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { findFreePort } from '../../server/db/cluster/find-free-port.ts'
import type { FaultEnvironment, FaultFinding } from './fault-environment.ts'
import { formatSeconds } from './probe.ts'
import type { ServerProcess } from './server-process.ts'
import { storeHost, visitStore } from './visit-store.ts'
import { waitUntil } from './wait-until.ts'

/** A request that starts later than this after a change must show it. */
const freshMs = 1000
const giveUpMs = 60_000
const CreatedProduct = z.object({ data: z.object({ _id: z.string() }) })

type Setup = {
  environment: FaultEnvironment
  /** Changes are made on this process. */
  writer: ServerProcess
  /** Shoppers read from this process. */
  reader: ServerProcess
  internalPort: number
  productId: string
}

/**
 * Changes a store on one process and reads it on another, also after the database was frozen and
 * after connections for notifications were lost.
 */
export async function checkFreshStorefront(
  environment: FaultEnvironment,
  changes: number,
): Promise<FaultFinding[]> {
  const check = 'a change on one process is visible on another within a second'
  const internalPort = await findFreePort()
  const [writer, reader] = await Promise.all([
    environment.startServer(),
    environment.startServer({ INTERNAL_PORT: String(internalPort), CALL_LIMIT_MS: '2000' }),
  ])
  try {
    const productId = await createLiveProduct(environment, writer)
    const setup = { environment, writer, reader, internalPort, productId }
    return [
      ...(await checkChanges(setup, check, changes)),
      ...(await checkFrozenDatabase(setup)),
      await checkLostListener(setup),
    ]
  } finally {
    for (const server of [writer, reader]) server.kill('SIGTERM')
    await Promise.all([writer.exitStatus, reader.exitStatus])
  }
}

async function createLiveProduct(environment: FaultEnvironment, writer: ServerProcess) {
  await environment.withSuperuserSql(sql => sql`update store set status = 'live'`)
  const reply = await fetch(`${writer.url}/api/product/create`, {
    method: 'POST',
    headers: await environment.createHeaders(),
    body: JSON.stringify({
      title: 'Kettle',
      slug: 'fresh-kettle',
      status: 'active',
      price: 4900,
    }),
  })
  return CreatedProduct.parse(await reply.json()).data._id
}

async function rename({ environment, writer, productId }: Setup, title: string) {
  const reply = await fetch(`${writer.url}/api/product/update/${productId}`, {
    method: 'PATCH',
    headers: await environment.createHeaders(),
    body: JSON.stringify({ title }),
  })
  if (!reply.ok) throw new Error(`The product was not renamed: ${reply.status}`)
}

const openProduct = ({ reader }: Setup) =>
  visitStore(reader.port, { path: '/products/fresh-kettle' })

/** Returns how long after the change the latest request with the old page started. */
async function measureStaleness(setup: Setup, title: string): Promise<number> {
  await rename(setup, title)
  const changedAt = performance.now()
  let stalenessMs = 0
  while (stalenessMs < giveUpMs) {
    const startedAt = performance.now()
    const { body } = await openProduct(setup)
    if (body.includes(title)) return stalenessMs
    stalenessMs = startedAt - changedAt
    await sleep(10)
  }
  return stalenessMs
}

async function checkChanges(setup: Setup, check: string, changes: number): Promise<FaultFinding[]> {
  const staleness: number[] = []
  for (let n = 0; n < changes; n++)
    staleness.push(await measureStaleness(setup, `Kettle number ${n}`))
  const slowest = Math.max(...staleness)
  return [
    {
      check,
      sampleCount: changes,
      result: `the latest old page was requested ${formatSeconds(slowest)} after a change`,
      hasPassed: slowest <= freshMs,
    },
  ]
}

/** While the database does not answer, the known page is served. Afterwards it is fresh again. */
async function checkFrozenDatabase(setup: Setup): Promise<FaultFinding[]> {
  await rename(setup, 'Kettle before the frost')
  await waitUntil(
    async () => (await openProduct(setup)).body.includes('before the frost'),
    giveUpMs,
  )
  setup.environment.freezeDatabase()
  const replies: { status: number; ms: number }[] = []
  for (let n = 0; n < 6; n++) {
    const startedAt = performance.now()
    const { status, body } = await openProduct(setup)
    const ms = performance.now() - startedAt
    replies.push({ status: body.includes('before the frost') ? status : 0, ms })
    await sleep(500)
  }
  const allowed = await requestCertificate(setup, storeHost)
  setup.environment.unfreezeDatabase()
  await waitUntil(
    () =>
      rename(setup, 'Kettle in the sun').then(
        () => true,
        () => false,
      ),
    giveUpMs,
  )
  const stalenessMs = await measureStaleness(setup, 'Kettle after the frost')
  const slowest = Math.max(...replies.map(({ ms }) => ms))
  return [
    {
      check: '  a known page while the database is frozen',
      sampleCount: replies.length,
      result: `${replies.map(({ status }) => status).join(' ')}, slowest ${formatSeconds(slowest)}`,
      hasPassed: replies.every(({ status }) => status === 200) && slowest < 4500,
    },
    {
      check: '  the proxy is answered while the database is frozen',
      sampleCount: 1,
      result: String(allowed),
      hasPassed: allowed === 200,
    },
    {
      check: '  a change after the database continues',
      sampleCount: 1,
      result: `the latest old page was requested ${formatSeconds(stalenessMs)} after it`,
      hasPassed: stalenessMs <= freshMs,
    },
  ]
}

const requestCertificate = async ({ internalPort }: Setup, domain: string) =>
  (await visitStore(internalPort, { path: `/internal/tls/allowed?domain=${domain}` })).status

/** Adds a domain while no process can receive notifications. */
async function checkLostListener(setup: Setup): Promise<FaultFinding> {
  const domain = 'deaf.example.org'
  await setup.environment.withSuperuserSql(
    sql => sql`
      with ended as (
        select count(pg_terminate_backend(pid)) from pg_stat_activity
        where application_name = 'storewright-listen'
      )
      insert into domain (store_id, domain, kind, status)
      select ${setup.environment.storeId}, ${domain}, 'custom', 'active' from ended`,
  )
  const heardAfterMs = await waitUntil(
    async () => (await requestCertificate(setup, domain)) === 200,
    giveUpMs,
  )
  return {
    check: '  a domain that was added while no process was listening',
    sampleCount: 1,
    result: `known after ${formatSeconds(heardAfterMs)}`,
    hasPassed: heardAfterMs !== undefined,
  }
}

// Prints how much more two processes serve than one, if each has a core and PostgreSQL is elsewhere.
// On a small machine they share the cores with PostgreSQL and with the load, so requests per second
// would show nothing. The CPU time of a request does: two processes serve twice as much if a request
// takes as much of it as with one process.
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import {
  type BenchDatabase,
  benchStorefrontHost,
  createOwnerSession,
  prepareBenchDatabase,
  secretKey,
} from '../bench-environment.ts'
import { type BenchServer, startBenchServer } from '../bench-server.ts'
import { readCpuMs, readPostgresCpuMs } from '../measure/cpu-time.ts'
import {
  createPageRequest,
  type PageTarget,
  prepareStores,
  storefrontCalls,
} from '../storefront-calls.ts'
import { spreadRows } from './load-program.ts'
import { type LoadRequest, runLoad } from './run-load.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    requests: { type: 'string', default: '1000' },
    connections: { type: 'string', default: '8' },
  },
})
const folder = join(tmpdir(), `storewright-bench-scaling-${process.pid}`)

type Workload = {
  /** A short request is sent more often, because the system counts CPU time in hundredths of a second. */
  factor: number
  /** Returns the requests for a process. */
  create: (process: number, processes: number) => LoadRequest[] | (() => LoadRequest)
}
type CpuMs = { server: number; postgres: number }

const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

const startWebProcess = ({ ownerUrl, folder }: BenchDatabase) =>
  startBenchServer({
    ROLE: 'web',
    TRUST_PROXY: '127.0.0.1/32',
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://127.0.0.1',
    STOREFRONT_HOST: benchStorefrontHost,
    SMTP_URL: 'smtp://127.0.0.1:9',
    SECRET_KEY: secretKey,
    DATABASE_URL: ownerUrl,
    DATA_DIR: join(folder, 'files'),
  })

let highestPrice = 1_000_000
/** Returns the page with another maximum price, so that no process has it in its cache. */
const withNewPrice = (target: PageTarget): PageTarget => ({
  ...target,
  path: target.path.replace(/(?<=priceTo=)\d+/, String(highestPrice++)),
})

async function createWorkloads(database: BenchDatabase): Promise<Record<string, Workload>> {
  const sql = postgres(database.superuserUrl, { max: 1 })
  const sample = await prepareStores(sql).finally(() => sql.end())
  const headers = await createOwnerSession(database)
  const [store] = sample.stores
  const hosts = sample.stores.map(({ host }) => host)
  // As behind the balancer, each process has its own stores.
  const createPages = (name: string): Workload['create'] => {
    const call = storefrontCalls.find(candidate => candidate.name === name)
    return (process, processes) => {
      const isServed = ({ host }: { host: string }) => hosts.indexOf(host) % processes === process
      const targets = call?.createTargets({
        ...sample,
        stores: sample.stores.filter(isServed),
        products: sample.products.filter(isServed),
        categories: sample.categories.filter(isServed),
      })
      if (!targets) throw new Error(`There is no call ${name}.`)
      return typeof targets === 'function'
        ? () => createPageRequest(withNewPrice(targets()))
        : targets.map(createPageRequest)
    }
  }
  return {
    'cached page': { factor: 20, create: createPages('product-cached') },
    'page, not cached': { factor: 1, create: createPages('category-uncached') },
    'order list': {
      factor: 1,
      create: () => [
        {
          method: 'GET',
          path: '/api/order/getAll',
          headers: { ...headers, 'x-business-id': store?.storeId ?? '' },
        },
      ],
    },
  }
}

/** Returns the CPU time of a request that the servers share. */
async function measure(
  { postmasterPid }: BenchDatabase,
  servers: BenchServer[],
  workload: Workload,
): Promise<CpuMs> {
  const amount = Number(values.requests) * workload.factor
  const readServers = () =>
    servers.reduce((total, { child }) => total + readCpuMs(child.pid ?? 0), 0)
  const before = { server: readServers(), postgres: readPostgresCpuMs(postmasterPid) }
  const results = await Promise.all(
    servers.map(({ url }, nr) =>
      runLoad(
        { url, requests: workload.create(nr, servers.length) },
        { amount: amount / servers.length },
        Number(values.connections),
      ),
    ),
  )
  const sum = (name: 'completedCount' | 'failedCount') =>
    results.reduce((total, result) => total + result[name], 0)
  if (sum('failedCount') > 0) throw new Error(`${sum('failedCount')} requests failed.`)
  return {
    server: (readServers() - before.server) / sum('completedCount'),
    postgres: (readPostgresCpuMs(postmasterPid) - before.postgres) / sum('completedCount'),
  }
}

function printWorkload(name: string, one: CpuMs[], two: CpuMs[]) {
  const format = (part: keyof CpuMs, rounds: CpuMs[]) =>
    median(rounds.map(round => round[part])).toFixed(3)
  const ratio = 2 * median(one.map(({ server }, nr) => server / (two[nr]?.server ?? 0)))
  const cells = [
    name.padEnd(18),
    `${format('server', one)} and ${format('server', two)}`.padEnd(24),
    `${format('postgres', one)} and ${format('postgres', two)}`.padEnd(24),
    `${ratio.toFixed(2)} times`,
  ]
  console.log(cells.join(''))
}

try {
  const database = await prepareBenchDatabase(folder, spreadRows(4000, 20))
  const workloads = await createWorkloads(database)
  const servers = [await startWebProcess(database), await startWebProcess(database)]
  console.log('CPU time of a request in ms, with one and with two processes')
  console.log(`${' '.repeat(18)}${'server'.padEnd(24)}${'PostgreSQL'.padEnd(24)}two serve`)
  for (const [name, workload] of Object.entries(workloads)) {
    const one: CpuMs[] = []
    const two: CpuMs[] = []
    await measure(database, servers.slice(0, 1), workload)
    await measure(database, servers, workload)
    for (let round = 0; round < Number(values.rounds); round++) {
      one.push(await measure(database, servers.slice(0, 1), workload))
      two.push(await measure(database, servers, workload))
    }
    printWorkload(name, one, two)
  }
  for (const server of servers) await server.stop()
  await database.stop()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

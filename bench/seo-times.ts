import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { startCluster } from '../server/db/cluster/cluster.ts'
import { migrate } from '../server/db/migrate.ts'
import { countSeoRecords, listSeoRecords } from '../server/seo/seo-list.ts'
import { secretKey, toSuperuserUrl } from './bench-environment.ts'
import { generateBenchData } from './data/bench-data.ts'
import { measureMs, median } from './measure/measure.ts'

/**
 * Measures the page of problems for search engines in a store with many products. The floor is one read of the
 * titles and descriptions of all products.
 */
const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '10' },
  },
})

const folder = await mkdtemp(join(tmpdir(), 'storewright-bench-seo-'))
const cluster = await startCluster(folder)
const sql = postgres(toSuperuserUrl(cluster.url), {
  max: 1,
  transform: { column: { from: postgres.toCamel } },
  onnotice: () => {},
})
try {
  await migrate(cluster.url, { secretKey })
  const { storeId } = await generateBenchData(sql, {
    stores: 1,
    products: Number(values.products),
    orders: 10,
    smallProducts: 10,
    smallOrders: 10,
    skipsSalesAndSearch: true,
  })
  await sql`select set_config('app.store_id', ${storeId}, false)`
  const [server] = await sql`select split_part(version(), ' on ', 1) as version`
  console.log(`${server?.['version']}, ${cpus().length} × ${cpus()[0]?.model.trim()}`)
  await sql`vacuum analyze product, product_image, media`
  await sql`set role storewright_app`
  await sql`set jit = off`
  const reader = { storeId, abilities: [{ action: 'manage', subject: 'all' }] } as const
  const floor = await measure(
    () => sql`select sum(length(title) + length(description)) from product where status = 'active'`,
  )
  console.log(
    `${values.products} products; median ms, and the ratio to one read in ${floor.toFixed(0)} ms\n`,
  )
  const format = (ms: number) => `${ms.toFixed(0)} (${(ms / floor).toFixed(1)})`
  console.log('| call | ms |\n| --- | --- |')
  console.log(`| page 1 | ${format(await measure(() => listSeoRecords(sql, {}, reader)))} |`)
  console.log(`| counts | ${format(await measure(() => countSeoRecords(sql, reader)))} |`)
} finally {
  await sql.end()
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measure(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < Number(values.rounds); round++) times.push(await measureMs(work))
  return median(times)
}

import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { startCluster } from '../server/db/cluster/cluster.ts'
import { migrate } from '../server/db/migrate.ts'
import { secretKey, toSuperuserUrl } from './bench-environment.ts'
import { generateBenchData } from './data/bench-data.ts'

/** Creates a database of its own with one store, on a connection that reads and writes this store. */
export async function openBenchStore({ products, orders }: { products: number; orders: number }) {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-bench-store-'))
  const cluster = await startCluster(folder)
  const sql = postgres(toSuperuserUrl(cluster.url), {
    max: 1,
    transform: { column: { from: postgres.toCamel } },
    onnotice: () => {},
  })
  async function close() {
    await sql.end()
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await migrate(cluster.url, { secretKey })
    const { storeId, personId } = await generateBenchData(sql, {
      stores: 1,
      products,
      orders,
      smallProducts: 10,
      smallOrders: 10,
      skipsSalesAndSearch: true,
    })
    await sql`select set_config('app.store_id', ${storeId}, false)`
    return { sql, storeId, personId, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Prints the server and the processor, and continues as the role that serves requests. */
export async function startMeasuring(sql: postgres.Sql): Promise<void> {
  const [server] = await sql`select split_part(version(), ' on ', 1) as version`
  console.log(`${server?.['version']}, ${cpus().length} × ${cpus()[0]?.model.trim()}`)
  await sql`set role storewright_app`
  await sql`set jit = off`
}

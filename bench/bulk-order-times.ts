import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import type { BulkReply } from '../contract/lib/call/bulk.ts'
import { startCluster } from '../server/db/cluster/cluster.ts'
import { migrate } from '../server/db/migrate.ts'
import { openDb, type Tx, withTransaction } from '../server/lib/db/db.ts'
import { bulkRecordPayments, bulkUpdateOrderStatus } from '../server/order/order-bulk.ts'
import { secretKey, toSuperuserUrl } from './bench-environment.ts'
import { generateBenchData } from './data/bench-data.ts'
import { measureMs, median } from './measure/measure.ts'

/**
 * Measures bulk changes of pending orders in the database. The bare work of each round writes the same rows
 * for as many other orders with one statement for each table, without reading or checking any order.
 */
const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
  },
})
const [orders, rounds] = [Number(values.orders), Number(values.rounds)]

const folder = await mkdtemp(join(tmpdir(), 'storewright-bench-bulk-'))
const cluster = await startCluster(folder)
const { appUrl } = await migrate(cluster.url, { secretKey })
const db = openDb(appUrl, { poolSize: 3, usesPreparedStatements: true })
const sql = postgres(toSuperuserUrl(cluster.url), {
  max: 1,
  onnotice: () => {},
})
try {
  const { storeId, personId } = await generateBenchData(sql, {
    stores: 1,
    products: 1000,
    // Each round changes as many orders by bare work, and the first round is not counted.
    orders: orders * (rounds + 1) * 2,
    smallProducts: 0,
    smallOrders: 0,
  })
  const principal = { storeId, abilities: [{ action: 'manage' as const, subject: 'all' as const }] }
  const call = { principal, reportProgress: () => {} }
  console.log(
    `${cpus().length} × ${cpus()[0]?.model.trim()}; ${orders} orders, median ms of ${rounds}\n`,
  )
  console.log('| change | ms | bare | ratio |\n| --- | --- | --- | --- |')
  const scope = { storeId, personId }
  await compare('fulfill', scope, {
    bareWork: shipBare,
    change: (tx, ids) => bulkUpdateOrderStatus({ ...call, tx }, { ids, status: 'shipped' }),
  })
  await compare('mark as paid', scope, {
    bareWork: payBare,
    change: (tx, ids) => bulkRecordPayments({ ...call, tx }, { ids, method: 'cash' }),
  })
} finally {
  await db.end()
  await sql.end()
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}

type Scope = { storeId: string; personId: string }
type Change = (tx: Tx, ids: string[]) => Promise<BulkReply>
type Work = { bareWork: (tx: Tx, ids: string[]) => Promise<unknown>; change: Change }

async function compare(name: string, scope: Scope, { bareWork, change }: Work) {
  await resetOrders()
  const times: number[] = []
  const bareTimes: number[] = []
  // The first round fills caches and is not counted.
  for (let round = 0; round <= rounds; round++) {
    const bare = await measureWork(scope, bareWork)
    const whole = await measureWork(scope, async (tx, ids) => {
      const { done } = await change(tx, ids)
      if (done !== orders) throw new Error(`${done} of ${orders} orders were changed.`)
    })
    if (round === 0) continue
    bareTimes.push(bare)
    times.push(whole)
  }
  const [ms, bareMs] = [median(times), median(bareTimes)]
  console.log(`| ${name} | ${ms.toFixed(0)} | ${bareMs.toFixed(0)} | ${(ms / bareMs).toFixed(2)} |`)
}

/** Makes all orders pending, unpaid and not shipped. */
async function resetOrders() {
  await sql.begin(async tx => {
    await tx`set local session_replication_role = replica`
    await tx`delete from fulfillment`
    await tx`update order_line set fulfilled_quantity = 0`
    await tx`
      update "order" set status = 'pending', payment_status = 'unpaid', paid_total = 0,
        fulfillment_status = 'unfulfilled'`
  })
  await sql`vacuum analyze`
}

/** Measures the work and its commit for the next orders that are pending and unpaid. */
async function measureWork({ storeId, personId }: Scope, work: Work['bareWork']): Promise<number> {
  const rows = await sql<{ id: string }[]>`
    select id from "order" where status = 'pending' and paid_total = 0 order by id limit ${orders}`
  const ids = rows.map(({ id }) => id)
  return measureMs(() =>
    withTransaction(db, { storeId, personId, requestId: 'bench' }, tx => work(tx, ids)),
  )
}

async function shipBare(tx: Tx, ids: string[]) {
  await tx`
    insert into fulfillment (order_id, number, status, lines, shipped_at)
    select order_id, 'F-1', 'shipped',
      jsonb_agg(jsonb_build_object('line', id, 'quantity', quantity)), now()
    from order_line where order_id = any (${ids}::uuid[]) group by order_id`
  await tx`
    update order_line set fulfilled_quantity = quantity where order_id = any (${ids}::uuid[])`
  await tx`
    update "order" set status = 'shipped', fulfillment_status = 'fulfilled', shipped_at = now(),
      confirmed_at = now(), version = version + 1, updated_at = now()
    where id = any (${ids}::uuid[])`
  await insertBareEvents(tx, ids, 'status_changed')
}

async function payBare(tx: Tx, ids: string[]) {
  await tx`
    insert into payment (order_id, kind, method, amount)
    select id, 'payment', 'cash', total from "order" where id = any (${ids}::uuid[])`
  await tx`
    update "order" set paid_total = total, payment_status = 'paid', version = version + 1,
      updated_at = now()
    where id = any (${ids}::uuid[])`
  await insertBareEvents(tx, ids, 'payment_recorded')
}

async function insertBareEvents(tx: Tx, ids: string[], type: string) {
  await tx`
    insert into order_event (order_id, type, actor_id, actor)
    select id, ${type}, current_person(), 'Bench' from unnest(${ids}::uuid[]) id`
}

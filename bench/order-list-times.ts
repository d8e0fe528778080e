import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import type { Ability } from '../contract/lib/call/permission.ts'
import { sum } from '../contract/lib/sum.ts'
import { OrderListQuery, OrderView } from '../contract/order/order-filter.ts'
import { ReturnListQuery, ReturnView } from '../contract/order/order-return.ts'
import { startCluster } from '../server/db/cluster/cluster.ts'
import { migrate } from '../server/db/migrate.ts'
import { runBatch } from '../server/lib/db/query-batch.ts'
import { listRowHints } from '../server/order/find-order-hints.ts'
import { countOrders, listOrders, readOrders } from '../server/order/order-list.ts'
import { countReturns, listReturns } from '../server/order/return/return-list.ts'
import { secretKey, toSuperuserUrl } from './bench-environment.ts'
import { generateBenchData } from './data/bench-data.ts'
import { listFilterQueries, spreadOrders } from './data/spread-orders.ts'
import { measureMs, median } from './measure/measure.ts'

/**
 * Measures the counts, the tabs and the filters of the order list and the list of returns, in a large store
 * and in one with 1,000 orders. Open, unpaid and canceled orders are the oldest, so that a list that reads the
 * newest orders to find them reads nearly all. The hints of orders are measured with one customer who placed
 * all orders.
 */
const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '30' },
    /** Prints the plans of the large store too. */
    plans: { type: 'boolean', default: false },
  },
})
const abilities: Ability[] = [
  { action: 'read', subject: 'order' },
  { action: 'read', subject: 'customer' },
]

const folder = await mkdtemp(join(tmpdir(), 'storewright-bench-orders-'))
const cluster = await startCluster(folder)
let plans: string[] = []
let countedPages = 0
const sql = postgres(toSuperuserUrl(cluster.url), {
  max: 1,
  // The columns of queries have the names of the fields.
  transform: { column: { from: postgres.toCamel } },
  onnotice: notice => {
    const [, text] = notice['message']?.match(/plan:\s*([\s\S]*)/) ?? []
    if (text) plans.push(text)
  },
})
try {
  await migrate(cluster.url, { secretKey })
  const { storeId } = await generateBenchData(sql, {
    stores: 2,
    products: 1000,
    orders: Number(values.orders),
    smallProducts: 100,
    smallOrders: 1000,
    skipsSalesAndSearch: true,
  })
  await spreadOrders(sql)
  const [small] = await sql<{ id: string }[]>`select id from store where id <> ${storeId}`
  const [server] = await sql`select split_part(version(), ' on ', 1) as version`
  console.log(`${server?.['version']}, ${cpus().length} × ${cpus()[0]?.model.trim()}`)
  console.log(
    `${values.orders} orders beside a store of 1,000; median ms, and pages of 8 kB read\n`,
  )
  console.log(
    '| tab | orders | 1,000: page 1 | page 1 | ratio | 1,000: middle | middle by cursor | ratio |',
  )
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
  await sql`load 'auto_explain'`
  await sql`set auto_explain.log_analyze = on`
  await sql`set auto_explain.log_buffers = on`
  await sql`set auto_explain.log_timing = off`
  await sql`set role storewright_app`
  await sql`set jit = off`
  await measureCounts(small?.id ?? '', storeId)
  for (const view of [undefined, ...OrderView.options])
    await measureTab(view, small?.id ?? '', storeId)
  await measureFilters(small?.id ?? '', storeId)
  await measureReturns(small?.id ?? '', storeId)
  await measureHints(small?.id ?? '', storeId)
} finally {
  await sql.end()
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}

type Measured = { ms: number; buffers: number }
async function measure(storeId: string, read: () => Promise<unknown>) {
  await sql`select set_config('app.store_id', ${storeId}, false)`
  const times: number[] = []
  for (let round = 0; round < Number(values.rounds); round++) times.push(await measureMs(read))
  plans = []
  await setLogging('log', '0')
  await read()
  const measured = { ms: median(times), buffers: sum(plans.map(countBuffers)) }
  await setLogging('notice', '-1')
  return measured
}

/** Only a superuser can let the server log the plans. */
async function setLogging(level: string, minDuration: string) {
  await sql`reset role`
  await sql`select set_config('client_min_messages', ${level}, false)`
  await sql`select set_config('auto_explain.log_min_duration', ${minDuration}, false)`
  await sql`set role storewright_app`
}
function countBuffers(text: string): number {
  const line = text.match(/Buffers: shared(.*)/)?.[1] ?? ''
  return [...line.matchAll(/(?:hit|read)=(\d+)/g)].reduce(
    (sum, [, pages]) => sum + Number(pages),
    0,
  )
}

function format({ ms, buffers }: Measured): string {
  return `${ms.toFixed(2)} (${buffers})`
}

function formatRatio(large: Measured, small: Measured): string {
  return (large.ms / small.ms).toFixed(2)
}

async function measureCounts(smallId: string, largeId: string) {
  const small = await measure(smallId, () => countOrders(sql))
  const large = await measure(largeId, () => countOrders(sql))
  console.log(
    `| counts | ${values.orders} | ${format(small)} | ${format(large)} | ${formatRatio(large, small)} | | | |`,
  )
  if (values.plans) console.log(plans.join('\n'))
}

async function measureTab(view: OrderView | undefined, smallId: string, largeId: string) {
  const small = await measure(smallId, () => readPage(smallId, { view }))
  const large = await measure(largeId, () => readPage(largeId, { view }))
  if (values.plans) console.log(plans.join('\n'))
  const smallMiddle = await measureMiddle(view, smallId)
  const middle = await measureMiddle(view, largeId)
  const first = `${format(small)} | ${format(large)} | ${formatRatio(large, small)}`
  const pages = `${format(smallMiddle)} | ${format(middle)} | ${formatRatio(middle, smallMiddle)}`
  console.log(`| ${view ?? 'all'} | ${middle.total} | ${first} | ${pages} |`)
}

/** Measures a page in the middle of a tab. Its query has a cursor, and takes longer to plan than that of page 1. */
async function measureMiddle(view: OrderView | undefined, storeId: string) {
  const { total, after } = await findMiddle(view, storeId)
  return { total, ...(await measure(storeId, () => readPage(storeId, { view, after }))) }
}

async function measureFilters(smallId: string, largeId: string) {
  console.log('\n| filter | orders | 1,000: page 1 | page 1 with its count | ratio |')
  console.log('| --- | --- | --- | --- | --- |')
  await sql`select set_config('app.store_id', ${smallId}, false)`
  const smallQueries = await listFilterQueries(sql)
  await sql`select set_config('app.store_id', ${largeId}, false)`
  for (const [name, query] of Object.entries(await listFilterQueries(sql))) {
    const small = await measure(smallId, () => readCountedPage(smallId, smallQueries[name] ?? {}))
    const large = await measure(largeId, () => readCountedPage(largeId, query))
    const { total, totalIsCapped } = (await readCountedPage(largeId, query))?.meta ?? {}
    const cells = [name, `${total}${totalIsCapped ? '+' : ''}`, format(small), format(large)]
    console.log(`| ${cells.join(' | ')} | ${formatRatio(large, small)} |`)
    if (values.plans) console.log(plans.join('\n'))
  }
}

/** The open returns are the oldest, as the open orders. */
async function measureReturns(smallId: string, largeId: string) {
  const readReturns = (storeId: string, query: object) =>
    listReturns(sql, ReturnListQuery.parse(query), { storeId, abilities })
  const reads: Record<string, (storeId: string) => Promise<unknown>> = {
    counts: () => countReturns(sql),
    'all, page 1': storeId => readReturns(storeId, {}),
    'a number': storeId => readReturns(storeId, { q: '1003' }),
  }
  for (const view of ReturnView.options)
    reads[`${view}, page 1`] = storeId => readReturns(storeId, { view })
  console.log('\n| returns | 1,000 orders | all orders | ratio |\n| --- | --- | --- | --- |')
  for (const [name, read] of Object.entries(reads)) {
    const small = await measure(smallId, () => read(smallId))
    const large = await measure(largeId, () => read(largeId))
    console.log(`| ${name} | ${format(small)} | ${format(large)} | ${formatRatio(large, small)} |`)
    if (values.plans) console.log(plans.join('\n'))
  }
}

async function measureHints(smallId: string, largeId: string) {
  await sql`reset role`
  await sql.begin(async tx => {
    await tx`set local session_replication_role = replica`
    await tx`
      update "order" o set customer_id = c.id
      from (select distinct on (store_id) store_id, id from customer order by store_id, id) c
      where c.store_id = o.store_id`
  })
  await sql`vacuum full analyze "order"`
  await sql`set role storewright_app`
  console.log('\n| hints | 1,000 | all | ratio |\n| --- | --- | --- | --- |')
  for (const count of [1, 100]) {
    const [small, large] = [
      await measureHintsOf(smallId, count),
      await measureHintsOf(largeId, count),
    ]
    const cells = [`of ${count} orders`, format(small), format(large), formatRatio(large, small)]
    console.log(`| ${cells.join(' | ')} |`)
    if (values.plans) console.log(plans.join('\n'))
  }
}

async function measureHintsOf(storeId: string, count: number) {
  await sql`select set_config('app.store_id', ${storeId}, false)`
  const orders = await sql<{ id: string }[]>`
    select id from "order" order by status = 'pending' desc, created_at desc, id desc limit ${count}`
  const ids = orders.map(({ id }) => id)
  return measure(storeId, () => listRowHints(sql, ids, abilities))
}

/** The page of late orders is not known in advance. */
async function readPage(storeId: string, query: object) {
  const request = OrderListQuery.parse(query)
  const reader = { storeId, abilities }
  return (await runBatch(listOrders(sql, request, reader))) ?? readOrders(sql, request, reader)
}

/**
 * Reads a page with its count, in a transaction because of its settings. Capped counts are remembered by
 * the name of the store.
 */
async function readCountedPage(storeId: string, query: object) {
  countedPages += 1
  await sql`begin`
  const page = await readPage(`${storeId} ${countedPages}`, query)
  await sql`commit`
  return page
}

async function findMiddle(view: OrderView | undefined, storeId: string) {
  await sql`select set_config('app.store_id', ${storeId}, false)`
  const total = (await countOrders(sql))[view ?? 'all']
  const page = Math.min(999, Math.max(1, Math.floor(total / 20)))
  const middle = await readPage(storeId, { view, page })
  return { total, after: middle?.meta.next ?? undefined }
}

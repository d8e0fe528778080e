import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import type { Order } from '../contract/order/order.ts'
import type { OrderChange } from '../contract/order/order-change.ts'
import { startCluster } from '../server/db/cluster/cluster.ts'
import { migrate } from '../server/db/migrate.ts'
import { openDb, type Tx, withTransaction } from '../server/lib/db/db.ts'
import { applyOrderChange } from '../server/order/change/apply-change.ts'
import { previewChange } from '../server/order/change/preview-change.ts'
import { createOrder } from '../server/order/create/order-create.ts'
import { secretKey, toSuperuserUrl } from './bench-environment.ts'
import { generateBenchData } from './data/bench-data.ts'

/**
 * Measures the time that the database works for the preview and for the application of each kind of
 * change, with its commit. The bare work writes an order, each of its lines and an event by their ids,
 * without reading or checking anything.
 */
const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '100' },
    /** Further orders of the store. */
    orders: { type: 'string', default: '10000' },
  },
})
const [lineCount, rounds] = [Number(values.lines), Number(values.rounds)]

const changes: Record<string, (order: Order) => OrderChange> = {
  'edit the items': ({ lines }) => ({
    kind: 'editItems',
    lines: lines.map(({ _id, quantity }) => ({ line: _id, quantity: quantity + 1 })),
  }),
  'ship a parcel': () => ({ kind: 'createParcel', status: 'shipped' }),
  'refund by line': ({ lines }) => ({
    kind: 'refund',
    reason: 'damaged',
    method: 'cash',
    lines: lines.map(({ _id }) => ({ line: _id, quantity: 1, disposition: 'restock' })),
  }),
  cancel: () => ({ kind: 'changeStatus', status: 'cancelled', reason: 'Asked to' }),
}

const folder = await mkdtemp(join(tmpdir(), 'storewright-bench-changes-'))
const cluster = await startCluster(folder)
const { appUrl } = await migrate(cluster.url, { secretKey })
// One connection, so that its statistics are complete.
const db = openDb(appUrl, { poolSize: 1, usesPreparedStatements: true })
const sql = postgres(toSuperuserUrl(cluster.url), { max: 1, onnotice: () => {} })
try {
  const { storeId, personId } = await generateBenchData(sql, {
    stores: 1,
    products: 1000,
    orders: Number(values.orders),
    smallProducts: 0,
    smallOrders: 0,
  })
  await sql.begin(async tx => {
    await tx`set local session_replication_role = replica`
    await tx`update variant set stock = 1000000`
  })
  const run = <T>(work: (tx: Tx) => Promise<T>) =>
    withTransaction(db, { storeId, personId, requestId: 'bench' }, work)
  const variants = await sql<{ id: string }[]>`
    select v.id from variant v join product p on p.store_id = v.store_id and p.id = v.product_id
    where p.status = 'active' order by v.id limit ${lineCount}`
  const createOrders = async () => {
    const orders: Order[] = []
    for (let round = 0; round < rounds; round++)
      orders.push(
        await run(tx =>
          createBenchOrder(
            tx,
            variants.map(({ id }) => id),
          ),
        ),
      )
    return orders
  }
  const [server] = await sql`select split_part(version(), ' on ', 1) as version`
  console.log(`${server?.['version']}, ${cpus().length} × ${cpus()[0]?.model.trim()}`)
  console.log(
    `${lineCount} lines, ${values.orders} further orders; ms of database time, mean of ${rounds}\n`,
  )
  console.log('| change | preview | apply | bare | preview | apply |')
  console.log('| --- | --- | --- | --- | --- | --- |')
  for (const [name, describe] of Object.entries(changes)) {
    const [orders, bareOrders] = [await createOrders(), await createOrders()]
    const each = (list: Order[], work: (tx: Tx, order: Order) => Promise<unknown>) =>
      measureDatabaseMs(async () => {
        for (const order of list) await run(tx => work(tx, order))
      })
    const scope = (tx: Tx, { _id }: Order) => ({ tx, storeId, id: _id })
    const previewOf = (tx: Tx, order: Order) =>
      previewChange(scope(tx, order), { version: order.version, change: describe(order) })
    // These previews fill the caches and are not counted.
    await each(bareOrders, previewOf)
    const bare = await each(bareOrders, writeBare)
    const preview = await each(orders, previewOf)
    const apply = await each(orders, (tx, order) =>
      applyOrderChange(scope(tx, order), { version: order.version, change: describe(order) }),
    )
    const cells = [name, preview, apply, bare].map(cell =>
      typeof cell === 'number' ? (cell / rounds).toFixed(2) : cell,
    )
    const ratios = [preview, apply].map(ms => (ms / bare).toFixed(2))
    console.log(`| ${[...cells, ...ratios].join(' | ')} |`)
  }
} finally {
  await db.end()
  await sql.end()
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}

function createBenchOrder(tx: Tx, variants: readonly string[]): Promise<Order> {
  return createOrder(
    {
      tx,
      abilities: [{ action: 'manage', subject: 'all' }],
      commitWith: async (_id, { queries, mapRows }) => mapRows(await Promise.all(queries)),
    },
    {
      customer: { name: 'Ada Byron', email: 'ada@example.com' },
      lines: variants.map(variant => ({ variant, quantity: 2 })),
      shippingAddress: {
        name: 'Ada Byron',
        line1: '12 St James Square',
        city: 'London',
        postalCode: 'SW1Y 4JH',
        country: 'GB',
      },
      paidWith: 'cash',
    },
  )
}

async function writeBare(tx: Tx, { _id, lines }: Order) {
  await tx`update "order" set version = version + 1, updated_at = now() where id = ${_id}`
  await tx`
    update order_line set quantity = quantity + 1
    where id = any (${lines.map(line => line._id)}::uuid[])`
  await tx`insert into order_event (order_id, type, actor) values (${_id}, 'edited', 'Bench')`
}

/** Returns how long the database has worked, on all statements of the work. */
async function measureDatabaseMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = await readActiveMs()
  await work()
  return (await readActiveMs()) - startedAt
}

async function readActiveMs(): Promise<number> {
  await withTransaction(db, {}, tx => tx`select pg_stat_force_next_flush()`)
  const [row] = await sql<{ ms: number }[]>`
    select active_time as ms from pg_stat_database where datname = current_database()`
  return row?.ms ?? 0
}

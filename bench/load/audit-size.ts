// Measures the bytes of the audit for an order in its usual life: the shopper pays online, the store
// ships the order and the parcel arrives. Jobs send the emails and sum the sales.
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { startFakeProviders } from '../../server/testing/provider/start-fake-providers.ts'
import { startTestMailServer } from '../../server/testing/test-mail-server.ts'
import { type BenchDatabase, createOwnerSession } from '../bench-environment.ts'
import { prepareVariants } from '../data/prepare-variants.ts'
import { runConcurrently } from '../measure/measure.ts'
import { send } from './cart-shop.ts'
import { spreadRows, withServers } from './load-program.ts'
import { connectStripe, PaidPayments } from './paid-payments.ts'

const { values } = parseArgs({ options: { orders: { type: 'string', default: '1000' } } })
const orderCount = Number(values.orders)
const folder = join(tmpdir(), `storewright-bench-audit-${process.pid}`)
const [fakes, mailServer] = await Promise.all([startFakeProviders(), startTestMailServer()])
Object.assign(process.env, {
  ...{ TRUST_PROXY: '127.0.0.1/32', LIMIT_FACTOR: '10', SMTP_URL: mailServer.url },
  ...fakes.env,
})

try {
  await withServers(
    folder,
    { ...spreadRows(1000, 1), postgres: 'embedded' },
    {
      prepare: async database => {
        const sql = postgres(database.superuserUrl, { max: 1 })
        const variants = await prepareVariants(sql)
        const methods = await connectStripe(sql, database)
        await sql`truncate audit`
        await sql.end()
        return { variants, methods }
      },
      measure: async ({ app, database }, { variants, methods }) => {
        const sql = postgres(database.superuserUrl, { max: 1 })
        const payments = new PaidPayments(app.url, variants, { fakes, methods })
        await payments.pay(orderCount)
        await runConcurrently(orderCount, 4, () => send(app.url, payments.createWebhookRequest()))
        await waitForJobs(sql)
        await printSizes(sql, 'Paid')
        const storeId = variants[0]?.storeId ?? ''
        await deliverOrders(sql, { url: app.url, database, storeId })
        await waitForJobs(sql)
        await printSizes(sql, 'Paid, shipped and delivered')
        await sql.end()
      },
    },
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
  await Promise.all([fakes.close(), mailServer.close()])
}

type Target = { url: string; database: BenchDatabase; storeId: string }

async function deliverOrders(sql: postgres.Sql, { url, database, storeId }: Target) {
  const headers = {
    ...(await createOwnerSession(database)),
    'x-business-id': storeId,
    'content-type': 'application/json',
  }
  const orders = await sql<{ id: string; version: number }[]>`
    select id, version from "order" order by id desc limit ${orderCount}`
  await runConcurrently(orders.length, 4, async nr => {
    const { id = '', version = 0 } = orders[nr] ?? {}
    const apply = async (orderVersion: number, change: object) => {
      const body = JSON.stringify({
        version: orderVersion,
        change: { ...change, isNotified: true },
      })
      const path = `/api/order/applyChange/${id}`
      const reply = await send(url, { method: 'POST', path, headers, body })
      return JSON.parse(reply.body).data
    }
    const tracking = { carrier: 'DHL', number: `0034${nr}`, url: '' }
    const shipped = await apply(version, { kind: 'createParcel', status: 'shipped', tracking })
    await apply(shipped.version, {
      kind: 'updateParcel',
      parcel: shipped.fulfillments[0]._id,
      status: 'delivered',
    })
  })
}

async function waitForJobs(sql: postgres.Sql) {
  for (;;) {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::integer as count from graphile_worker.jobs
      where run_at <= now() and attempts = 0`
    if (row?.count === 0) return
    await sleep(500)
  }
}

/** Prints what the rows of each table take, then the bytes of the tables with TOAST and indexes. */
async function printSizes(sql: postgres.Sql, title: string) {
  const rows = await sql<{ entity: string; action: string; rows: number; bytes: number }[]>`
    select entity, action, count(*)::float8 as rows, sum(pg_column_size(a.*))::float8 as bytes
    from audit a group by 1, 2 order by 4 desc`
  const parts = await sql<{ part: string; bytes: number }[]>`
    select case
        when kind.relkind = 'r' then 'heap'
        when kind.relkind = 'i' then 'index ' || replace(pg_get_indexdef(kind.oid), ' USING btree ', ' ')
        else 'TOAST'
      end as part,
      case kind.relkind
        when 't' then pg_total_relation_size(kind.oid)
        else pg_relation_size(kind.oid)
      end::float8 as bytes
    from pg_inherits p
    join pg_class c on c.oid = p.inhrelid
    cross join lateral (
      select c.oid union all select nullif(c.reltoastrelid, 0)
      union all select indexrelid from pg_index where indrelid = c.oid
    ) part
    join pg_class kind on kind.oid = part.oid
    where p.inhparent = 'audit'::regclass and pg_relation_size(c.oid) > 0
    order by 2 desc`
  const perOrder = (value: number) => value / orderCount
  console.log(
    `\n${title}, per order\n\n| table | action | rows | bytes |\n| --- | --- | ---: | ---: |`,
  )
  for (const { entity, action, ...sum } of rows)
    console.log(
      `| ${entity} | ${action} | ${perOrder(sum.rows).toFixed(2)} | ${perOrder(sum.bytes).toFixed(0)} |`,
    )
  console.log('\n| part | bytes |\n| --- | ---: |')
  for (const { part, bytes } of parts) console.log(`| ${part} | ${perOrder(bytes).toFixed(0)} |`)
  console.log(
    `| together | ${perOrder(parts.reduce((sum, { bytes }) => sum + bytes, 0)).toFixed(0)} |`,
  )
}

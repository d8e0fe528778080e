import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { startCluster } from '../../server/db/cluster/cluster.ts'
import { migrate } from '../../server/db/migrate.ts'
import { secretKey, toSuperuserUrl } from '../bench-environment.ts'
import { signUpSeller, startBenchServer } from '../bench-server.ts'
import { measureMs, median } from '../measure/measure.ts'

/**
 * Measures how many emails of a campaign a built server hands over to a local mail server in a minute, and how much
 * longer the creation of an order takes meanwhile.
 */
const { values } = parseArgs({
  options: {
    emails: { type: 'string', default: '10000' },
    orders: { type: 'string', default: '200' },
    /** The limit of `CAMPAIGN_EMAILS_PER_MINUTE`. */
    limit: { type: 'string', default: '12000' },
  },
})
const [emails, orders] = [Number(values.emails), Number(values.orders)]

const folder = await mkdtemp(join(tmpdir(), 'storewright-bench-campaign-'))
const cluster = await startCluster(join(folder, 'db'))
const { appUrl } = await migrate(cluster.url, { secretKey })
const sql = postgres(toSuperuserUrl(cluster.url), { max: 1, onnotice: () => {} })
const sink = await openCountingSink()
const server = await startBenchServer({
  DATABASE_URL: cluster.url,
  DATABASE_APP_URL: appUrl,
  DATA_DIR: folder,
  SECRET_KEY: secretKey,
  SMTP_URL: sink.url,
  CAMPAIGN_EMAILS_PER_MINUTE: values.limit,
  LIMIT_FACTOR: '100000',
})
try {
  const { headers } = await signUpSeller(server.url, 'campaign')
  const call = createCaller(server.url, headers)
  await prepareStore(headers['x-business-id'] ?? '')
  const product = await call('POST', 'product/create', {
    title: 'Teapot',
    price: 1000,
    trackStock: false,
    status: 'active',
  })
  const createOrder = () =>
    call('POST', 'order/create', {
      customer: { name: 'Ada Byron', email: 'ada@example.com' },
      lines: [{ variant: product.variants[0]._id, quantity: 1 }],
    })
  await measureOrders(createOrder)
  const before = await measureOrders(createOrder)
  const campaign = await call('POST', 'campaign/create', {
    name: 'Spring',
    subject: 'The new teapots are here',
    body: `<h2>New</h2><p>${'Tea tastes better. '.repeat(40)}</p><div data-product="${product._id}"></div>`,
  })
  sink.state.count = 0
  const startedAt = performance.now()
  await call('POST', `campaign/send/${campaign._id}`, {})
  while (sink.state.count < 100) await sleep(50)
  const during = await measureOrders(createOrder)
  const countMeanwhile = sink.state.count
  while (sink.state.count < emails) await sleep(50)
  const minutes = (performance.now() - startedAt) / 60_000
  const after = await measureOrders(createOrder)
  const bare = (before + after) / 2
  console.log(`${cpus().length} × ${cpus()[0]?.model.trim()}`)
  console.log(`${emails} emails: ${Math.round(emails / minutes)} a minute`)
  console.log(
    `Creation of an order, median ms of ${orders}: ${bare.toFixed(1)} alone, ${during.toFixed(1)} ` +
      `while emails are sent (${countMeanwhile} until the last order); ratio ${(during / bare).toFixed(2)}`,
  )
} finally {
  await server.stop()
  await sql.end()
  await sink.close()
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}

function createCaller(url: string, headers: Record<string, string>) {
  return async (method: string, path: string, body: object) => {
    const reply = await fetch(`${url}/api/${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${path} was rejected with ${reply.status}: ${text}`)
    return JSON.parse(text).data
  }
}

async function measureOrders(createOrder: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < orders; n++) times.push(await measureMs(createOrder))
  return median(times)
}

/** Adds subscribers, and the status and address without which nothing is sent. */
async function prepareStore(storeId: string) {
  await sql.begin(async tx => {
    await tx`set local session_replication_role = replica`
    await tx`
      insert into subscriber (store_id, email, state, consent_text, confirmed_at)
      select ${storeId}, 'p' || n || '@example.com', 'confirmed', 'Yes', now()
      from generate_series(1, ${emails}) n`
    await tx`
      update store set status = 'live', address = '{"line1":"1 Road","city":"Leeds","country":"GB"}'
      where id = ${storeId}`
  })
}

/** Starts a mail server that counts emails and forgets them. */
async function openCountingSink() {
  const state = { count: 0 }
  const listener = createServer(socket => {
    let isMail = false
    let end = ''
    socket.on('error', () => {})
    socket.write('220 sink\r\n')
    socket.on('data', chunk => {
      end = (end + chunk.toString('latin1')).slice(-1000)
      if (!end.endsWith(isMail ? '\r\n.\r\n' : '\r\n')) return
      if (isMail) state.count += 1
      isMail = !isMail && /(^|\n)DATA\r\n$/i.test(end)
      end = ''
      socket.write(isMail ? '354 send data\r\n' : '250 ok\r\n')
    })
  })
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    state,
    close: () => new Promise<void>(resolve => listener.close(() => resolve())),
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createTransport } from 'nodemailer'
import postgres from 'postgres'
import { startCluster } from '../../server/db/cluster/cluster.ts'
import { findFreePort } from '../../server/db/cluster/find-free-port.ts'
import { migrate } from '../../server/db/migrate.ts'
import { readEvents } from '../../web/lib/call/event-stream.ts'
import { secretKey, toSuperuserUrl } from '../bench-environment.ts'
import { signUpSeller, startBenchServer } from '../bench-server.ts'
import { measureMedianMs, percentile } from '../measure/measure.ts'

/**
 * Measures the time from the acceptance of an email by the SMTP listener of a built server until an open inbox has
 * it: the inbox reads its list after an event of the stream. The floor is the delay of the page and one read of the
 * list.
 */
const { values } = parseArgs({
  options: {
    emails: { type: 'string', default: '200' },
    perSecond: { type: 'string', default: '10' },
  },
})
const [emails, perSecond] = [Number(values.emails), Number(values.perSecond)]
/** As in `web/notification/use-live-notifications.ts`. */
const batchDelayMs = 300
const mailHost = 'mail.example.com'

const folder = await mkdtemp(join(tmpdir(), 'storewright-bench-mail-'))
const cluster = await startCluster(join(folder, 'db'))
const { appUrl } = await migrate(cluster.url, { secretKey })
const sql = postgres(toSuperuserUrl(cluster.url), { max: 1, onnotice: () => {} })
const mailPort = await findFreePort()
const server = await startBenchServer({
  DATABASE_URL: cluster.url,
  DATABASE_APP_URL: appUrl,
  DATA_DIR: folder,
  SECRET_KEY: secretKey,
  MAIL_IN_HOST: mailHost,
  MAIL_IN_PORT: String(mailPort),
  LIMIT_FACTOR: '100000',
})
const page = new AbortController()
try {
  const { headers } = await signUpSeller(server.url, 'inbox')
  const [store] = await sql<{ handle: string }[]>`
    select slug as handle from store where id = ${headers['x-business-id'] ?? ''}`
  const acceptedAt = new Map<string, number>()
  const shownAt = new Map<string, number>()
  const readList = () => readInbox(headers)
  const floor = batchDelayMs + (await measureMedianMs(20, readList))
  await openInbox(headers, async () => {
    for (const subject of await readList())
      if (!shownAt.has(subject)) shownAt.set(subject, performance.now())
  })
  const mailer = createTransport({ host: '127.0.0.1', port: mailPort, ignoreTLS: true, pool: true })
  async function send(n: number) {
    const subject = `Question ${n}`
    const from = `person${n}@shopper.example`
    const to = `${store?.handle}@${mailHost}`
    await mailer.sendMail({ from, to, subject, text: 'Where is my parcel? '.repeat(20) })
    acceptedAt.set(subject, performance.now())
  }
  const getDelay = (subject: string, time: number) => (shownAt.get(subject) ?? 0) - time
  async function waitUntilShown(count: number) {
    while (shownAt.size < count) await sleep(50)
    const delays = [...acceptedAt].map(([subject, time]) => getDelay(subject, time))
    acceptedAt.clear()
    return delays.toSorted((a, b) => a - b)
  }
  // The process loads the libraries for emails with the first one.
  await send(0)
  const [first = 0] = await waitUntilShown(1)
  const sent: Promise<void>[] = []
  for (let n = 1; n <= emails; n++) {
    sent.push(send(n))
    await sleep(1000 / perSecond)
  }
  await Promise.all(sent)
  const delays = await waitUntilShown(emails + 1)
  mailer.close()
  const format = (fraction: number) => {
    const ms = percentile(delays, fraction)
    return `${Math.round(ms)} ms (${(ms / floor).toFixed(1)})`
  }
  console.log(`${cpus().length} × ${cpus()[0]?.model.trim()}`)
  console.log(
    `${emails} emails, ${perSecond} a second, until the inbox has them: p50 ${format(0.5)}, ` +
      `p95 ${format(0.95)}, slowest ${format(1)}, the first of the process ${Math.round(first)} ms; ` +
      `ratios to ${Math.round(floor)} ms for the delay and one list`,
  )
} finally {
  page.abort()
  await server.stop()
  await sql.end()
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Returns the subjects of the newest conversations. */
async function readInbox(headers: Record<string, string>): Promise<string[]> {
  const reply = await fetch(`${server.url}/api/apps/email/getAll?folder=inbox&perPage=100`, {
    headers,
  })
  if (!reply.ok) throw new Error(`The list was rejected with ${reply.status}.`)
  const { data }: { data: { subject: string }[] } = JSON.parse(await reply.text())
  return data.map(({ subject }) => subject)
}

/** Opens the stream of a page, which refreshes after a short delay when a conversation has changed. */
async function openInbox(headers: Record<string, string>, refresh: () => Promise<void>) {
  const { signal } = page
  const reply = await fetch(`${server.url}/api/notification/stream?age=0`, { headers, signal })
  if (!reply.ok || !reply.body) throw new Error(`The stream was rejected with ${reply.status}.`)
  let isPlanned = false
  const handleEvent = ({ event, data }: { event: string; data: string }) => {
    if (event !== 'changed' || !data.includes('conversation') || isPlanned) return
    isPlanned = true
    setTimeout(() => {
      isPlanned = false
      refresh().catch(error => {
        if (!signal.aborted) throw error
      })
    }, batchDelayMs)
  }
  readEvents(reply.body, handleEvent, () => {}).catch(error => {
    if (!signal.aborted) throw error
  })
}

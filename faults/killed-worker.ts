import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { enqueueMail } from './clock-jump.ts'
import { type FaultEnvironment, type FaultFinding, waitUntil } from './fault-environment.ts'
import { invariantCount, listViolations } from './invariants.ts'
import { formatSeconds } from './probe.ts'
import type { ServerProcess } from './server-process.ts'
import { type HoldPoint, startSmtpServer } from './smtp-server.ts'

const ImportReply = z.object({
  data: z.object({ _id: z.string(), status: z.string(), progress: z.number() }),
})
const resumedWithinMs = 60_000

type KilledWorkerOptions = { kills: number; rows: number; isShort: boolean }

/** `kill -9` of the process that works on a job: another takes it up, and what was done is not done twice. */
export async function killServerDuringJobs(
  environment: FaultEnvironment,
  options: KilledWorkerOptions,
): Promise<FaultFinding[]> {
  const findings = await killServerDuringImport(environment, options)
  return options.isShort
    ? findings
    : [
        ...findings,
        await killServerDuringMail(environment, 'greeting', options),
        await killServerDuringMail(environment, 'answer', options),
      ]
}

async function killServerDuringImport(
  environment: FaultEnvironment,
  { kills, rows, isShort }: KilledWorkerOptions,
): Promise<FaultFinding[]> {
  const servers = await environment.startPair()
  const url = servers[0]?.url ?? ''
  const { 'content-type': _, ...headers } = await environment.createHeaders()
  const form = new FormData()
  const handlePrefix = `import-${Date.now()}`
  const lines = Array.from(
    { length: rows },
    (_, nr) => `${handlePrefix}-${nr},Cup ${nr},${handlePrefix}-sku-${nr},12.50,5`,
  )
  form.set('kind', 'products')
  form.set(
    'file',
    new Blob([
      ['Handle,Title,Variant SKU,Variant Price,Variant Inventory Qty', ...lines, ''].join('\n'),
    ]),
    'cups.csv',
  )
  const {
    data: { _id: id },
  } = ImportReply.parse(
    await (await fetch(`${url}/api/import/create`, { method: 'POST', headers, body: form })).json(),
  )
  const fetchImport = async () =>
    ImportReply.parse(
      await (
        await fetch(`${url}/api/import/${id}`, { headers: await environment.createHeaders() })
      ).json(),
    ).data
  await waitUntil(async () => (await fetchImport()).status === 'planned', 60_000)
  await fetch(`${url}/api/import/start/${id}`, {
    method: 'POST',
    headers: await environment.createHeaders(),
  })
  const resumeTimes: number[] = []
  for (let nr = 0; nr < kills; nr++) {
    const from = (await fetchImport()).progress
    await waitUntil(
      async () => (await fetchImport()).progress > from || (await fetchImport()).status === 'done',
      60_000,
    )
    await killAllServers(environment, servers, isShort)
    const { progress } = await fetchImport()
    resumeTimes.push(
      (await waitUntil(
        async () =>
          (await fetchImport()).progress > progress || (await fetchImport()).status === 'done',
        resumedWithinMs,
      )) ?? Number.POSITIVE_INFINITY,
    )
  }
  const isDone =
    (await waitUntil(async () => (await fetchImport()).status === 'done', 120_000)) !== undefined
  const [importedCounts] = await environment.withSuperuserSql(
    sql => sql<{ products: number; variants: number; notices: number }[]>`
    select (select count(*)::integer from product where slug like ${`${handlePrefix}-%`}) as products,
      (select count(*)::integer from variant where sku like ${`${handlePrefix}-sku-%`}) as variants,
      (select count(*)::integer from notice where kind = 'import_done' and subject_id = ${id}) as notices`,
  )
  const violations = await listViolations(environment)
  const { products = 0, variants = 0, notices = 0 } = importedCounts ?? {}
  return [
    {
      check: `kill -9 in the middle of an import of ${rows}`,
      sampleCount: kills,
      hasPassed:
        isDone &&
        products === rows &&
        variants === rows &&
        notices === 1 &&
        Math.max(...resumeTimes) <= resumedWithinMs,
      result: `${products} products, ${variants} variants, ${notices} notice; taken up again after ${formatSeconds(Math.max(...resumeTimes))} at most${isShort ? ' (the heartbeats aged by hand)' : ''}`,
    },
    {
      check: `  ${invariantCount} invariants after it`,
      sampleCount: 1,
      result: violations.join('; ') || 'all hold',
      hasPassed: violations.length === 0,
    },
  ]
}

/** Whichever of them works on it. */
async function killAllServers(
  environment: FaultEnvironment,
  servers: ServerProcess[],
  isShort: boolean,
) {
  for (const server of servers) server.kill('SIGKILL')
  await Promise.all(servers.map(server => server.exitStatus))
  if (isShort) await expireWorkerLocks(environment)
  for (const [at, { port }] of servers.entries())
    servers[at] = await environment.startServer({}, { port })
}

/**
 * The mail server sees its client killed: before it has taken the mail, which then comes once, or after, and then it comes again,
 * since nobody can tell; but as the same mail.
 */
async function killServerDuringMail(
  environment: FaultEnvironment,
  holdPoint: HoldPoint,
  { kills, isShort }: KilledWorkerOptions,
): Promise<FaultFinding> {
  await environment.stopPair()
  const smtpServer = await startSmtpServer()
  const deliveriesPerKill = holdPoint === 'greeting' ? 1 : 2
  let server = await environment.startServer({ SMTP_URL: smtpServer.url })
  let missingCount = 0
  for (let nr = 1; nr <= kills; nr++) {
    const heldMail = smtpServer.holdNextMail(holdPoint)
    await enqueueMail(environment, `killed ${Date.now()} ${nr}`)
    await heldMail
    server.kill('SIGKILL')
    await server.exitStatus
    if (isShort) await expireWorkerLocks(environment)
    server = await environment.startServer({ SMTP_URL: smtpServer.url }, { port: server.port })
    if (
      (await waitUntil(
        async () => smtpServer.taken.length >= nr * deliveriesPerKill,
        resumedWithinMs,
      )) === undefined
    )
      missingCount += 1
  }
  await sleep(500)
  server.kill('SIGTERM')
  await server.exitStatus
  await smtpServer.stop()
  const uniqueMails = new Set(smtpServer.taken).size
  return {
    check:
      holdPoint === 'greeting'
        ? 'kill -9 in the middle of sending a mail'
        : '  and once it was taken, before it was answered',
    sampleCount: kills,
    result: `${smtpServer.taken.length} mails for ${kills}, ${uniqueMails} different by their Message-ID, ${missingCount} missing`,
    hasPassed:
      smtpServer.taken.length === kills * deliveriesPerKill &&
      uniqueMails === kills &&
      missingCount === 0,
  }
}

/** Skips the time that must pass before a worker counts as dead. */
const expireWorkerLocks = (environment: FaultEnvironment) =>
  environment.withSuperuserSql(
    sql => sql`update job_worker set seen_at = seen_at - interval '1 minute'`,
  )

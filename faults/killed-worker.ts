import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { enqueueMail } from './clock-jump.ts'
import type { FaultEnvironment, FaultFinding } from './lab/fault-environment.ts'
import { listViolations, toInvariantFinding } from './lab/invariants.ts'
import { expireHeartbeats } from './lab/killed-server.ts'
import { formatSeconds } from './lab/probe.ts'
import type { ServerProcess } from './lab/server-process.ts'
import { type HoldPoint, startSmtpServer } from './lab/smtp-server.ts'
import { waitUntil } from './lab/wait-until.ts'

const ImportReply = z.object({
  data: z.object({ _id: z.string(), status: z.string(), progress: z.number() }),
})
const resumedWithinMs = 60_000

type KilledWorkerOptions = { kills: number; rows: number; isShort: boolean }

/** Kills the process that runs a job. Another process must continue it without repeating work. */
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
        await killServerDuringMail(environment, 'reply', options),
      ]
}

async function killServerDuringImport(
  environment: FaultEnvironment,
  { kills, rows, isShort }: KilledWorkerOptions,
): Promise<FaultFinding[]> {
  const servers = await environment.startPair()
  const handlePrefix = `import-${Date.now()}`
  const { id, fetchImport } = await startImport(environment, servers[0]?.url ?? '', {
    handlePrefix,
    rows,
  })
  const resumeTimes: number[] = []
  for (let nr = 0; nr < kills; nr++) {
    await waitForProgress(fetchImport)
    await killAllServers(environment, servers, isShort)
    resumeTimes.push((await waitForProgress(fetchImport)) ?? Number.POSITIVE_INFINITY)
  }
  const doneAfterMs = await waitUntil(async () => (await fetchImport()).status === 'done', 120_000)
  const { products, variants, notifications } = await countImported(environment, handlePrefix, id)
  const slowestResumeMs = Math.max(...resumeTimes)
  return [
    {
      check: `kill -9 during an import of ${rows} rows`,
      sampleCount: kills,
      hasPassed:
        doneAfterMs !== undefined &&
        products === rows &&
        variants === rows &&
        notifications === 1 &&
        slowestResumeMs <= resumedWithinMs,
      result: [
        `products: ${products}, variants: ${variants}, notifications: ${notifications}`,
        `slowest continuation: ${formatSeconds(slowestResumeMs)}`,
        ...(isShort ? ['with heartbeats expired by hand'] : []),
      ].join('; '),
    },
    toInvariantFinding(await listViolations(environment)),
  ]
}

type FetchImport = () => Promise<z.infer<typeof ImportReply>['data']>

/** Uploads a file of products, starts the import and returns a function that loads its progress. */
async function startImport(
  environment: FaultEnvironment,
  url: string,
  { handlePrefix, rows }: { handlePrefix: string; rows: number },
): Promise<{ id: string; fetchImport: FetchImport }> {
  const { 'content-type': _, ...headers } = await environment.createHeaders()
  const createReply = await fetch(`${url}/api/import/create`, {
    method: 'POST',
    headers,
    body: createImportForm(handlePrefix, rows),
  })
  const { _id: id } = ImportReply.parse(await createReply.json()).data
  const fetchImport: FetchImport = async () => {
    const reply = await fetch(`${url}/api/import/${id}`, {
      headers: await environment.createHeaders(),
    })
    return ImportReply.parse(await reply.json()).data
  }
  await waitUntil(async () => (await fetchImport()).status === 'planned', 60_000)
  await fetch(`${url}/api/import/start/${id}`, {
    method: 'POST',
    headers: await environment.createHeaders(),
  })
  return { id, fetchImport }
}

function createImportForm(handlePrefix: string, rows: number): FormData {
  const lines = Array.from(
    { length: rows },
    (_, nr) => `${handlePrefix}-${nr},Cup ${nr},${handlePrefix}-sku-${nr},12.50,5`,
  )
  const header = 'Handle,Title,Variant SKU,Variant Price,Variant Inventory Qty'
  const form = new FormData()
  form.set('kind', 'products')
  form.set('file', new Blob([[header, ...lines, ''].join('\n')]), 'cups.csv')
  return form
}

/** Waits until the import progresses or completes and returns the elapsed milliseconds. */
async function waitForProgress(fetchImport: FetchImport): Promise<number | undefined> {
  const { progress: initialProgress } = await fetchImport()
  return waitUntil(async () => {
    const { progress, status } = await fetchImport()
    return progress > initialProgress || status === 'done'
  }, resumedWithinMs)
}

async function countImported(environment: FaultEnvironment, handlePrefix: string, id: string) {
  const [counts] = await environment.withSuperuserSql(
    sql => sql<{ products: number; variants: number; notifications: number }[]>`
      select
        (select count(*)::integer from product where slug like ${`${handlePrefix}-%`}) as products,
        (select count(*)::integer from variant where sku like ${`${handlePrefix}-sku-%`}) as variants,
        (
          select count(*)::integer from notification where kind = 'import_done' and subject_id = ${id}
        ) as notifications`,
  )
  return counts ?? { products: 0, variants: 0, notifications: 0 }
}

/** Kills and restarts all servers, because any of them may run the job. */
async function killAllServers(
  environment: FaultEnvironment,
  servers: ServerProcess[],
  isShort: boolean,
) {
  for (const server of servers) server.kill('SIGKILL')
  await Promise.all(servers.map(server => server.exitStatus))
  if (isShort) await expireHeartbeats(environment)
  for (const [index, { port }] of servers.entries())
    servers[index] = await environment.startServer({}, { port })
}

/**
 * Kills the server while it sends an email. If the mail server has not accepted the message, the
 * email arrives once. If it has, the email arrives twice with the same Message-ID, because the
 * sender cannot know that it was accepted.
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
    if (isShort) await expireHeartbeats(environment)
    server = await environment.startServer({ SMTP_URL: smtpServer.url }, { port: server.port })
    if (
      (await waitUntil(
        async () => smtpServer.acceptedMails.length >= nr * deliveriesPerKill,
        resumedWithinMs,
      )) === undefined
    )
      missingCount += 1
  }
  await sleep(500)
  server.kill('SIGTERM')
  await server.exitStatus
  await smtpServer.stop()
  const uniqueIdCount = new Set(smtpServer.acceptedMails.map(({ messageId }) => messageId)).size
  return {
    check:
      holdPoint === 'greeting'
        ? 'kill -9 while an email is sent'
        : '  and after the mail server has accepted it',
    sampleCount: kills,
    result: [
      `${kills} emails arrived ${smtpServer.acceptedMails.length} times`,
      `${uniqueIdCount} different Message-IDs`,
      `${missingCount} missing`,
    ].join(', '),
    hasPassed:
      smtpServer.acceptedMails.length === kills * deliveriesPerKill &&
      uniqueIdCount === kills &&
      missingCount === 0,
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { addMail } from './clock-jump.ts'
import { type FaultPlace, type Finding, untilHolds } from './fault-place.ts'
import { brokenInvariants, invariantCount } from './invariants.ts'
import { type HoldAt, startPostOffice } from './post-office.ts'
import { seconds } from './probe.ts'
import type { ServerProcess } from './server-process.ts'

const Import = z.object({
  data: z.object({ _id: z.string(), status: z.string(), progress: z.number() }),
})
const takenUpWithinMs = 60_000

type Options = { kills: number; rows: number; isShort: boolean }

/** `kill -9` of the process that works on a job: another takes it up, and what was done is not done twice. */
export async function killedWorker(place: FaultPlace, options: Options): Promise<Finding[]> {
  const findings = await killedImport(place, options)
  return options.isShort
    ? findings
    : [
        ...findings,
        await killedMail(place, 'greeting', options),
        await killedMail(place, 'answer', options),
      ]
}

async function killedImport(
  place: FaultPlace,
  { kills, rows, isShort }: Options,
): Promise<Finding[]> {
  const servers = await place.pair()
  const url = servers[0]?.url ?? ''
  const { 'content-type': _, ...headers } = await place.headers()
  const form = new FormData()
  const mark = `import-${Date.now()}`
  const lines = Array.from(
    { length: rows },
    (_, nr) => `${mark}-${nr},Cup ${nr},${mark}-sku-${nr},12.50,5`,
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
  } = Import.parse(
    await (await fetch(`${url}/api/import/create`, { method: 'POST', headers, body: form })).json(),
  )
  const stateOf = async () =>
    Import.parse(
      await (await fetch(`${url}/api/import/${id}`, { headers: await place.headers() })).json(),
    ).data
  await untilHolds(async () => (await stateOf()).status === 'planned', 60_000)
  await fetch(`${url}/api/import/start/${id}`, { method: 'POST', headers: await place.headers() })
  const takenUp: number[] = []
  for (let nr = 0; nr < kills; nr++) {
    const from = (await stateOf()).progress
    await untilHolds(
      async () => (await stateOf()).progress > from || (await stateOf()).status === 'done',
      60_000,
    )
    await killAll(place, servers, isShort)
    const { progress } = await stateOf()
    takenUp.push(
      (await untilHolds(
        async () => (await stateOf()).progress > progress || (await stateOf()).status === 'done',
        takenUpWithinMs,
      )) ?? Number.POSITIVE_INFINITY,
    )
  }
  const isDone =
    (await untilHolds(async () => (await stateOf()).status === 'done', 120_000)) !== undefined
  const [made] = await place.ask(
    sql => sql<{ products: number; variants: number; notices: number }[]>`
    select (select count(*)::integer from product where slug like ${`${mark}-%`}) as products,
      (select count(*)::integer from variant where sku like ${`${mark}-sku-%`}) as variants,
      (select count(*)::integer from notice where kind = 'import_done' and subject_id = ${id}) as notices`,
  )
  const broken = await brokenInvariants(place)
  const { products = 0, variants = 0, notices = 0 } = made ?? {}
  return [
    {
      fault: `kill -9 in the middle of an import of ${rows}`,
      n: kills,
      isRight:
        isDone &&
        products === rows &&
        variants === rows &&
        notices === 1 &&
        Math.max(...takenUp) <= takenUpWithinMs,
      figure: `${products} products, ${variants} variants, ${notices} notice; taken up again after ${seconds(Math.max(...takenUp))} at most${isShort ? ' (the lease aged by hand)' : ''}`,
    },
    {
      fault: `  ${invariantCount} invariants after it`,
      n: 1,
      figure: broken.join('; ') || 'all hold',
      isRight: broken.length === 0,
    },
  ]
}

/** Whichever of them works on it. */
async function killAll(place: FaultPlace, servers: ServerProcess[], isShort: boolean) {
  for (const server of servers) server.kill('SIGKILL')
  await Promise.all(servers.map(server => server.exit))
  if (isShort) await forgetWorkers(place)
  for (const [at, { port }] of servers.entries())
    servers[at] = await place.startServer({}, { port })
}

/**
 * The mail server sees its client killed: before it has taken the mail, which then comes once, or after, and then it comes again,
 * since nobody can tell; but as the same mail.
 */
async function killedMail(
  place: FaultPlace,
  where: HoldAt,
  { kills, isShort }: Options,
): Promise<Finding> {
  await place.stopPair()
  const post = await startPostOffice()
  const each = where === 'greeting' ? 1 : 2
  let server = await place.startServer({ SMTP_URL: post.url })
  let missing = 0
  for (let nr = 1; nr <= kills; nr++) {
    const held = post.holdNext(where)
    await addMail(place, `killed ${Date.now()} ${nr}`)
    await held
    server.kill('SIGKILL')
    await server.exit
    if (isShort) await forgetWorkers(place)
    server = await place.startServer({ SMTP_URL: post.url }, { port: server.port })
    if (
      (await untilHolds(async () => post.taken.length >= nr * each, takenUpWithinMs)) === undefined
    )
      missing += 1
  }
  await sleep(500)
  server.kill('SIGTERM')
  await server.exit
  await post.stop()
  const different = new Set(post.taken).size
  return {
    fault:
      where === 'greeting'
        ? 'kill -9 in the middle of sending a mail'
        : '  and once it was taken, before it was answered',
    n: kills,
    figure: `${post.taken.length} mails for ${kills}, ${different} different by their Message-ID, ${missing} missing`,
    isRight: post.taken.length === kills * each && different === kills && missing === 0,
  }
}

/** The time that must pass before a worker counts as dead is let pass by hand. */
const forgetWorkers = (place: FaultPlace) =>
  place.ask(
    sql =>
      sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute' where locked_at is not null`,
  )

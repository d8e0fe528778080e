import { setTimeout as sleep } from 'node:timers/promises'
import { type FaultPlace, type Finding, untilHolds } from './fault-place.ts'
import { isClear, keepLooking, type Look, look, seconds, slowest, tally } from './probe.ts'
import type { ServerProcess } from './server-process.ts'
import { makeVariants } from './writers.ts'

/** No request waits longer, whatever holds the database up. */
const boundMs = 5000
/** What the server gives the database for one call, all in all; said here as some faults last a multiple of it. */
const limitMs = 4500
const backWithinMs = 5000

type Stage = { place: FaultPlace; server: ServerProcess; headers: Record<string, string> }

/** Locked rows and tables, slow queries, a pool of which every connection is taken, a database that stands still. */
export async function waits(place: FaultPlace): Promise<Finding[]> {
  const server = await place.startServer({
    CALL_LIMIT_MS: String(limitMs),
    DATABASE_POOL_SIZE: '6',
  })
  const stage = { place, server, headers: await place.headers() }
  const findings = [
    await lockedRow(stage),
    await lockedTable(stage),
    await slowQuery(stage),
    await fullPool(stage),
    await frozen(stage),
  ]
  const isAlive = server.ended() === null
  server.kill('SIGTERM')
  await server.exit
  return [
    ...findings.flat(),
    {
      fault: '  the process lived through all of it',
      n: 1,
      figure: isAlive ? 'alive' : 'it ended',
      isRight: isAlive,
    },
  ]
}

const post = (stage: Stage, path: string, body: object) =>
  look(stage.server.url, path, {
    method: 'POST',
    headers: stage.headers,
    body: JSON.stringify(body),
  })
const list = ({ server, headers }: Stage, what: string) =>
  look(server.url, `/api/${what}/getAll`, { headers })
const newCustomer = (stage: Stage) => post(stage, '/api/customer/create', { name: 'Ada' })
/** Either done or refused in a way that says when to come back, and soon. */
const isBounded = (all: readonly Look[]) =>
  all.length > 0 && all.every(one => one.status < 300 || isClear(one)) && slowest(all) <= boundMs
const figure = (all: readonly Look[]) => `${tally(all)}; slowest ${seconds(slowest(all))}`

/** Somebody holds the stock of one good for long: orders of it are refused and take nothing, orders of others go on. */
async function lockedRow(stage: Stage): Promise<Finding[]> {
  const [held = '', free = ''] = await makeVariants(stage.place, stage.server.url)
  const buy = (variant: string) =>
    post(stage, '/api/order/create', {
      lines: [{ variant, quantity: 1 }],
      customer: { email: `${variant}@example.com` },
    })
  const stockOf = (variant: string) =>
    stage.place.ask(
      async sql =>
        (await sql<{ stock: number }[]>`select stock from variant where id = ${variant}`)[0]
          ?.stock ?? 0,
    )
  const before = await Promise.all([held, free].map(stockOf))
  const [refused, others] = await stage.place.ask(sql =>
    sql.begin(async tx => {
      await tx`select 1 from variant where id = ${held} for update`
      const waiting = Promise.all(Array.from({ length: 3 }, () => buy(held)))
      const meanwhile = keepLooking(1, () => buy(free))
      return [await waiting, await meanwhile.stop()]
    }),
  )
  const taken = (await Promise.all([held, free].map(stockOf))).map(
    (stock, n) => (before[n] ?? 0) - stock,
  )
  const done = others.filter(one => one.status === 201).length
  return [
    {
      fault: 'a locked row: orders of that good',
      n: refused.length,
      figure: figure(refused),
      isRight: isBounded(refused) && refused.every(isClear),
    },
    {
      fault: '  orders of another, meanwhile',
      n: others.length,
      figure: figure(others),
      isRight: isBounded(others) && done > 0,
    },
    {
      fault: '  stock that was taken',
      n: 2,
      figure: `${taken[0]} of the one, ${taken[1]} of the other, for ${done} orders`,
      isRight: taken[0] === 0 && taken[1] === done,
    },
  ]
}

/** Somebody holds a table for long, as a change of the schema may: what needs it is refused, what does not goes on. */
async function lockedTable(stage: Stage): Promise<Finding[]> {
  const [held, others, live] = await stage.place.ask(sql =>
    sql.begin(async tx => {
      await tx`lock table customer in access exclusive mode`
      const looking = keepLooking(4, () => list(stage, 'product'))
      const probing = keepLooking(1, () => look(stage.server.url, '/health/live'))
      const reads = Promise.all(Array.from({ length: 12 }, () => list(stage, 'customer')))
      const writes = Promise.all(Array.from({ length: 2 }, () => newCustomer(stage)))
      const waited = [...(await reads), ...(await writes)]
      return [waited, await looking.stop(), await probing.stop()]
    }),
  )
  return [
    {
      fault: 'a locked table: calls that need it',
      n: held.length,
      figure: figure(held),
      isRight: isBounded(held) && held.every(isClear),
    },
    {
      fault: '  calls that do not, meanwhile',
      n: others.length,
      figure: figure(others),
      isRight: others.length > 0 && isBounded(others) && others.some(one => one.status === 200),
    },
    {
      fault: '  whether the process lives, meanwhile',
      n: live.length,
      figure: figure(live),
      isRight: live.length > 0 && live.every(one => one.status === 200),
    },
  ]
}

async function slowQuery(stage: Stage): Promise<Finding[]> {
  const slow = await withSleep(stage, 30, () =>
    Promise.all(Array.from({ length: 3 }, () => newCustomer(stage))),
  )
  const next = await newCustomer(stage)
  return [
    {
      fault: 'a query of 30 s',
      n: slow.length,
      figure: figure(slow),
      isRight: isBounded(slow) && slow.every(isClear),
    },
    {
      fault: '  the next call after it',
      n: 1,
      figure: figure([next]),
      isRight: next.status === 201,
    },
  ]
}

/** More at once than there are connections, each held for a while. */
async function fullPool(stage: Stage): Promise<Finding[]> {
  const probing = keepLooking(1, () => look(stage.server.url, '/health/ready'))
  const many = await withSleep(stage, 0.4, () =>
    Promise.all(Array.from({ length: 100 }, () => newCustomer(stage))),
  )
  const ready = await probing.stop()
  const next = await newCustomer(stage)
  return [
    {
      fault: '100 slow calls on a pool of 6',
      n: many.length,
      figure: figure(many),
      isRight: isBounded(many) && many.some(one => one.status === 201),
    },
    {
      fault: '  whether requests should come, meanwhile',
      n: ready.length,
      figure: figure(ready),
      isRight: ready.length > 0 && ready.every(one => one.status === 200),
    },
    {
      fault: '  the next call after it',
      n: 1,
      figure: figure([next]),
      isRight: next.status === 201,
    },
  ]
}

/** Every new customer takes this long, as a query over far too much would. */
async function withSleep<T>(stage: Stage, howLong: number, work: () => Promise<T>): Promise<T> {
  await stage.place.ask(sql =>
    sql
      .unsafe(`
    create function slow_for_faults() returns trigger language plpgsql as $$ begin perform pg_sleep(${howLong}); return new; end $$;
    create trigger slow_for_faults before insert on customer for each row execute function slow_for_faults()`)
      .simple(),
  )
  try {
    return await work()
  } finally {
    await stage.place.ask(sql => sql`drop function slow_for_faults cascade`)
  }
}

/** Connections stay open and nothing comes back: what a network that drops packets looks like. */
async function frozen(stage: Stage): Promise<Finding[]> {
  stage.place.freezeDatabase('SIGSTOP')
  const looking = keepLooking(6, () => list(stage, 'order'))
  await sleep(limitMs * 2)
  stage.place.freezeDatabase('SIGCONT')
  const back = await untilHolds(async () => (await list(stage, 'order')).status === 200, 30_000)
  const looks = await looking.stop()
  return [
    {
      fault: 'a database that stands still',
      n: looks.length,
      figure: figure(looks),
      isRight: isBounded(looks) && looks.some(isClear),
    },
    {
      fault: '  the first answer once it goes on',
      n: 1,
      figure: seconds(back ?? Number.POSITIVE_INFINITY),
      isRight: back !== undefined && back <= backWithinMs,
    },
  ]
}

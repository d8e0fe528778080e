import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { type FaultPlace, type Finding, password, untilHolds } from './fault-place.ts'
import { seconds } from './probe.ts'

const Tokens = z.object({ data: z.object({ accessToken: z.string(), refreshToken: z.string() }) })
type Tokens = z.infer<typeof Tokens>['data']

const hour = 3_600_000
/** A right that was taken away may still be used for so long. */
const feltWithinMs = 3000
const workedWithinMs = 15_000

/** The clock of one server of two is set on and back while it runs: who is in stays in, who is out stays out, and jobs go on. */
export async function clockJump(place: FaultPlace): Promise<Finding[]> {
  await place.stopPair()
  const file = join(place.folder, 'clock')
  writeFileSync(file, '0')
  const jump = async (ms: number) => {
    writeFileSync(file, String(ms))
    await sleep(60)
  }
  const odd = await place.startServer(
    { CLOCK_FILE: file, SMTP_URL: '' },
    { nodeArgs: ['--import', './faults/clock-shift.ts'] },
  )
  const right = await place.startServer({ SMTP_URL: '' })

  const first = await signIn(right.url)
  const atFirst = await statusOf(odd.url, first)
  await jump(hour)
  const expired = await statusOf(odd.url, first)
  const renewed = await renew(odd.url, first)
  const anHourOn = [await statusOf(odd.url, renewed), await statusOf(right.url, renewed)]
  await jump(0)
  const anHourBack = await statusOf(odd.url, renewed)
  // Ended on the other server; this one must not go by what it remembers from an hour ahead.
  await jump(-hour)
  const known = await statusOf(odd.url, renewed)
  await fetch(`${right.url}/api/account/logout`, { method: 'POST', headers: bearer(renewed) })
  const felt = await untilHolds(async () => (await statusOf(odd.url, renewed)) === 401, 10_000)
  const jobs = await jobsAfterJumps(place, jump)
  for (const server of [odd, right]) server.kill('SIGTERM')
  await Promise.all([odd.exit, right.exit])
  return [
    {
      fault: 'a clock set on by an hour',
      n: 4,
      isRight: atFirst === 200 && expired === 401 && anHourOn.every(status => status === 200),
      figure: `the token of before: ${atFirst}, then ${expired}; renewed it is good here and on the other server: ${anHourOn.join(', ')}`,
    },
    {
      fault: '  and back, then an hour behind',
      n: 2,
      isRight: anHourBack === 200 && known === 200,
      figure: `the session goes on: ${anHourBack}, ${known}`,
    },
    {
      fault: '  a session ended meanwhile',
      n: 1,
      isRight: felt !== undefined && felt <= feltWithinMs,
      figure: `refused after ${seconds(felt ?? Number.POSITIVE_INFINITY)}`,
    },
    jobs,
  ]
}

const bearer = ({ accessToken }: Tokens) => ({ authorization: `Bearer ${accessToken}` })
const statusOf = (url: string, tokens: Tokens) =>
  fetch(`${url}/api/order/counts`, { headers: bearer(tokens) }).then(async reply => {
    await reply.arrayBuffer()
    return reply.status
  })

async function post(url: string, body: object): Promise<unknown> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return reply.json()
}
const signIn = async (url: string) =>
  Tokens.parse(await post(`${url}/api/business/login`, { email: 'ada@example.com', password })).data
const renew = async (url: string, { refreshToken }: Tokens) =>
  Tokens.parse(await post(`${url}/api/jwt/refresh-token`, { refreshToken })).data

/** A mail asked for at each of these times is written once, soon. */
async function jobsAfterJumps(
  place: FaultPlace,
  jump: (ms: number) => Promise<void>,
): Promise<Finding> {
  const jumps = [24 * hour, -24 * hour, 0]
  const before = mails(place)
  let slowestMs = 0
  for (const [nr, ms] of jumps.entries()) {
    await jump(ms)
    await addMail(place, `clock ${nr}`)
    const took = await untilHolds(async () => mails(place) > before + nr, workedWithinMs)
    slowestMs = Math.max(slowestMs, took ?? Number.POSITIVE_INFINITY)
  }
  const written = mails(place) - before
  return {
    fault: '  jobs, a day ahead and a day behind',
    n: jumps.length,
    figure: `${written} mails for ${jumps.length}; slowest ${seconds(slowestMs)}`,
    isRight: written === jumps.length && slowestMs <= workedWithinMs,
  }
}

const mails = ({ dataDir }: FaultPlace) => {
  try {
    return readdirSync(join(dataDir, 'outbox')).length
  } catch {
    return 0
  }
}

export const addMail = (place: FaultPlace, key: string) =>
  place.ask(
    sql => sql`
  select add_job('account.mail', ${sql.json({ kind: 'notice', notice: 'password_changed', personId: place.personId })}::json, ${key})`,
  )

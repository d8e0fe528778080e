import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import {
  type FaultEnvironment,
  type FaultFinding,
  password,
  waitUntil,
} from './fault-environment.ts'
import { formatSeconds } from './probe.ts'

const SessionTokens = z.object({
  data: z.object({ accessToken: z.string(), refreshToken: z.string() }),
})
type SessionTokens = z.infer<typeof SessionTokens>['data']

const hour = 3_600_000
/** A right that was taken away may still be used for so long. */
const logoutNoticedWithinMs = 3000
const jobDoneWithinMs = 15_000

/** The clock of one server of two is set on and back while it runs: who is in stays in, who is out stays out, and jobs go on. */
export async function clockJump(environment: FaultEnvironment): Promise<FaultFinding[]> {
  await environment.stopPair()
  const file = join(environment.folder, 'clock')
  writeFileSync(file, '0')
  const jump = async (ms: number) => {
    writeFileSync(file, String(ms))
    await sleep(60)
  }
  const shiftedServer = await environment.startServer(
    { CLOCK_FILE: file, SMTP_URL: '' },
    { nodeArgs: ['--import', './faults/clock-shift.ts'] },
  )
  const normalServer = await environment.startServer({ SMTP_URL: '' })

  const firstTokens = await signIn(normalServer.url)
  const statusBefore = await fetchStatus(shiftedServer.url, firstTokens)
  await jump(hour)
  const expired = await fetchStatus(shiftedServer.url, firstTokens)
  const renewedTokens = await refreshSession(shiftedServer.url, firstTokens)
  const statusesAhead = [
    await fetchStatus(shiftedServer.url, renewedTokens),
    await fetchStatus(normalServer.url, renewedTokens),
  ]
  await jump(0)
  const statusBack = await fetchStatus(shiftedServer.url, renewedTokens)
  // Ended on the other server; this one must not go by what it remembers from an hour ahead.
  await jump(-hour)
  const statusBehind = await fetchStatus(shiftedServer.url, renewedTokens)
  await fetch(`${normalServer.url}/api/account/logout`, {
    method: 'POST',
    headers: createAuthHeader(renewedTokens),
  })
  const logoutNoticedMs = await waitUntil(
    async () => (await fetchStatus(shiftedServer.url, renewedTokens)) === 401,
    10_000,
  )
  const jobs = await checkJobsAfterJumps(environment, jump)
  for (const server of [shiftedServer, normalServer]) server.kill('SIGTERM')
  await Promise.all([shiftedServer.exitStatus, normalServer.exitStatus])
  return [
    {
      check: 'a clock set on by an hour',
      sampleCount: 4,
      hasPassed:
        statusBefore === 200 && expired === 401 && statusesAhead.every(status => status === 200),
      result: `the token of before: ${statusBefore}, then ${expired}; renewed it is good here and on the other server: ${statusesAhead.join(', ')}`,
    },
    {
      check: '  and back, then an hour behind',
      sampleCount: 2,
      hasPassed: statusBack === 200 && statusBehind === 200,
      result: `the session goes on: ${statusBack}, ${statusBehind}`,
    },
    {
      check: '  a session ended meanwhile',
      sampleCount: 1,
      hasPassed: logoutNoticedMs !== undefined && logoutNoticedMs <= logoutNoticedWithinMs,
      result: `refused after ${formatSeconds(logoutNoticedMs ?? Number.POSITIVE_INFINITY)}`,
    },
    jobs,
  ]
}

const createAuthHeader = ({ accessToken }: SessionTokens) => ({
  authorization: `Bearer ${accessToken}`,
})
const fetchStatus = (url: string, tokens: SessionTokens) =>
  fetch(`${url}/api/order/counts`, { headers: createAuthHeader(tokens) }).then(async reply => {
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
  SessionTokens.parse(
    await post(`${url}/api/business/login`, { email: 'ada@example.com', password }),
  ).data
const refreshSession = async (url: string, { refreshToken }: SessionTokens) =>
  SessionTokens.parse(await post(`${url}/api/jwt/refresh-token`, { refreshToken })).data

/** A mail asked for at each of these times is written once, soon. */
async function checkJobsAfterJumps(
  environment: FaultEnvironment,
  jump: (ms: number) => Promise<void>,
): Promise<FaultFinding> {
  const jumps = [24 * hour, -24 * hour, 0]
  const countBefore = countMails(environment)
  let slowestMs = 0
  for (const [nr, ms] of jumps.entries()) {
    await jump(ms)
    await enqueueMail(environment, `clock ${nr}`)
    const elapsedMs = await waitUntil(
      async () => countMails(environment) > countBefore + nr,
      jobDoneWithinMs,
    )
    slowestMs = Math.max(slowestMs, elapsedMs ?? Number.POSITIVE_INFINITY)
  }
  const writtenCount = countMails(environment) - countBefore
  return {
    check: '  jobs, a day ahead and a day behind',
    sampleCount: jumps.length,
    result: `${writtenCount} mails for ${jumps.length}; slowest ${formatSeconds(slowestMs)}`,
    hasPassed: writtenCount === jumps.length && slowestMs <= jobDoneWithinMs,
  }
}

const countMails = ({ dataDir }: FaultEnvironment) => {
  try {
    return readdirSync(join(dataDir, 'outbox')).length
  } catch {
    return 0
  }
}

export const enqueueMail = (environment: FaultEnvironment, key: string) =>
  environment.withSuperuserSql(
    sql => sql`
  select add_job('account.mail', ${sql.json({ kind: 'notice', notice: 'password_changed', personId: environment.personId })}::json, ${key})`,
  )

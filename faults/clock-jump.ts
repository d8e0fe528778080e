import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { type FaultEnvironment, type FaultFinding, password } from './lab/fault-environment.ts'
import { formatSeconds } from './lab/probe.ts'
import { waitUntil } from './lab/wait-until.ts'

const SessionTokens = z.object({
  data: z.object({ accessToken: z.string(), refreshToken: z.string() }),
})
type SessionTokens = z.infer<typeof SessionTokens>['data']

const hourMs = 3_600_000
/** How long a server may accept the token of an ended session. */
const logoutLimitMs = 3000
const jobLimitMs = 15_000

type SetClockOffset = (offsetMs: number) => Promise<void>
type ServerPair = { shiftedUrl: string; normalUrl: string }

/**
 * Sets the clock of one of two running servers forward and back. Sessions must stay valid, ended
 * sessions must stay ended, and jobs must continue.
 */
export async function runClockJump(environment: FaultEnvironment): Promise<FaultFinding[]> {
  await environment.stopPair()
  const file = join(environment.folder, 'clock')
  writeFileSync(file, '0')
  const setClockOffset = async (offsetMs: number) => {
    writeFileSync(file, String(offsetMs))
    await sleep(60)
  }
  const shiftedServer = await environment.startServer(
    { CLOCK_FILE: file, SMTP_URL: '' },
    { nodeArgs: ['--import', './faults/lab/clock-shift.ts'] },
  )
  const normalServer = await environment.startServer({ SMTP_URL: '' })
  const servers = { shiftedUrl: shiftedServer.url, normalUrl: normalServer.url }

  const { finding: aheadFinding, tokens } = await checkClockAhead(servers, setClockOffset)
  const behindFindings = await checkClockBehind(servers, setClockOffset, tokens)
  const jobFinding = await checkJobsAfterJumps(environment, setClockOffset)
  for (const server of [shiftedServer, normalServer]) server.kill('SIGTERM')
  await Promise.all([shiftedServer.exitStatus, normalServer.exitStatus])
  return [aheadFinding, ...behindFindings, jobFinding]
}

/** Sets the clock an hour ahead. The token expires, and the session renews it on both servers. */
async function checkClockAhead(
  { shiftedUrl, normalUrl }: ServerPair,
  setClockOffset: SetClockOffset,
): Promise<{ finding: FaultFinding; tokens: SessionTokens }> {
  const firstTokens = await logIn(normalUrl)
  const statusBefore = await fetchStatus(shiftedUrl, firstTokens)
  await setClockOffset(hourMs)
  const statusExpired = await fetchStatus(shiftedUrl, firstTokens)
  const tokens = await refreshSession(shiftedUrl, firstTokens)
  const statusesAhead = [
    await fetchStatus(shiftedUrl, tokens),
    await fetchStatus(normalUrl, tokens),
  ]
  const finding = {
    check: 'a clock an hour ahead',
    sampleCount: 4,
    hasPassed:
      statusBefore === 200 &&
      statusExpired === 401 &&
      statusesAhead.every(status => status === 200),
    result: [
      `token before: ${statusBefore}`,
      `after the jump: ${statusExpired}`,
      `refreshed token on both servers: ${statusesAhead.join(', ')}`,
    ].join('; '),
  }
  return { finding, tokens }
}

/** Sets the clock back, then an hour behind, and ends the session on the other server. */
async function checkClockBehind(
  { shiftedUrl, normalUrl }: ServerPair,
  setClockOffset: SetClockOffset,
  tokens: SessionTokens,
): Promise<FaultFinding[]> {
  await setClockOffset(0)
  const statusBack = await fetchStatus(shiftedUrl, tokens)
  // The session ends on the other server. This server must not use entries that it cached while
  // its clock was an hour ahead.
  await setClockOffset(-hourMs)
  const statusBehind = await fetchStatus(shiftedUrl, tokens)
  await fetch(`${normalUrl}/api/account/logout`, {
    method: 'POST',
    headers: createAuthHeader(tokens),
  })
  const logoutNoticedMs = await waitUntil(
    async () => (await fetchStatus(shiftedUrl, tokens)) === 401,
    10_000,
  )
  return [
    {
      check: '  the clock back, then an hour behind',
      sampleCount: 2,
      hasPassed: statusBack === 200 && statusBehind === 200,
      result: `session: ${statusBack}, ${statusBehind}`,
    },
    {
      check: '  a session ended on the other server',
      sampleCount: 1,
      hasPassed: logoutNoticedMs !== undefined && logoutNoticedMs <= logoutLimitMs,
      result: `rejected after: ${formatSeconds(logoutNoticedMs)}`,
    },
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
const logIn = async (url: string) =>
  SessionTokens.parse(
    await post(`${url}/api/business/login`, { email: 'ada@example.com', password }),
  ).data
const refreshSession = async (url: string, { refreshToken }: SessionTokens) =>
  SessionTokens.parse(await post(`${url}/api/jwt/refresh-token`, { refreshToken })).data

/** Enqueues an email at each clock offset. Each email must be written once and soon. */
async function checkJobsAfterJumps(
  environment: FaultEnvironment,
  setClockOffset: SetClockOffset,
): Promise<FaultFinding> {
  const offsets = [24 * hourMs, -24 * hourMs, 0]
  const countBefore = countMails(environment)
  let slowestMs = 0
  for (const [nr, offsetMs] of offsets.entries()) {
    await setClockOffset(offsetMs)
    await enqueueMail(environment, `clock ${nr}`)
    const elapsedMs = await waitUntil(
      async () => countMails(environment) > countBefore + nr,
      jobLimitMs,
    )
    slowestMs = Math.max(slowestMs, elapsedMs ?? Number.POSITIVE_INFINITY)
  }
  const writtenCount = countMails(environment) - countBefore
  return {
    check: '  jobs with the clock a day ahead and a day behind',
    sampleCount: offsets.length,
    result: `${writtenCount} emails of ${offsets.length}; slowest: ${formatSeconds(slowestMs)}`,
    hasPassed: writtenCount === offsets.length && slowestMs <= jobLimitMs,
  }
}

const countMails = ({ dataDir }: FaultEnvironment) => {
  try {
    return readdirSync(join(dataDir, 'outbox')).length
  } catch {
    return 0
  }
}

/** Enqueues one email to the store's owner. `key` is the unique key of the job. */
export const enqueueMail = (environment: FaultEnvironment, key: string) =>
  environment.withSuperuserSql(sql => {
    const payload = sql.json({
      kind: 'notification',
      notification: 'password_changed',
      personId: environment.personId,
    })
    return sql`select add_job('account.mail', ${payload}::json, ${key})`
  })

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { hash, verify } from '@node-rs/argon2'
import fc from 'fast-check'
import { allApis } from '../contract/all.ts'
import type { Route } from '../contract/lib/api.ts'
import { getRouteUrl } from '../contract/lib/api.ts'
import { freePort } from '../scripts/free-port.ts'
import { startCluster } from '../server/db/cluster/cluster.ts'
import {
  extractIds,
  fillInIds,
  findResponseProblem,
  type HostileRequest,
  requestArbitrary,
} from '../server/lib/testing/hostile-testing.ts'
import { measureIsolationCost } from './isolation-cost.ts'
import { measureMs, median, percentile, runConcurrently } from './measure.ts'

const { values } = parseArgs({
  options: {
    /** Generated requests; fewer prove less. */
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: 'hash,wall,login,proof,guess,refusal,slow,hostile' },
  },
})
const selectedParts = new Set(values.only.split(','))
const folder = join(tmpdir(), `storewright-security-${process.pid}`)
const password = 'kettle-shed-oak-7'
/** Gives all that can be given back, then says what is left. */
const heapReportScript =
  'process.on("SIGUSR2",()=>{gc();process.stderr.write("heap "+process.memoryUsage().heapUsed+"\\n")})'
/** Caches fill up on the way; a hundred thousand requests that were kept, each with little, would be more. */
const maxHeapGrowthMb = 50
type BenchServer = { child: ChildProcess; url: string }

const cleanups: (() => Promise<unknown>)[] = []
try {
  console.log(`Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model.trim()}\n`)
  if (selectedParts.has('hash')) await measureHashes()
  const cluster = await startCluster(folder)
  cleanups.unshift(cluster.stop)
  const env = { DATABASE_URL: cluster.url, DATA_DIR: join(folder, 'files') }
  const limitedServers = [await start(env), await start(env)] as const
  const unlimitedServer = await start({ ...env, LIMIT_FACTOR: '100000' })
  // The first: it fills a database in which there is nothing yet.
  if (selectedParts.has('wall')) await measureIsolationCost(cluster.url)
  if (selectedParts.has('login')) await measureLogins(unlimitedServer)
  if (selectedParts.has('proof')) await measureTimingLeaks(unlimitedServer)
  if (selectedParts.has('guess')) await measureGuessLimit(limitedServers)
  if (selectedParts.has('refusal')) await measureRejections(limitedServers[0])
  if (selectedParts.has('slow')) await measureSlowSockets(limitedServers[0])
  if (selectedParts.has('hostile'))
    await sendHostileRequests(unlimitedServer, Number(values.requests), Number(values.seed))
} finally {
  for (const stop of cleanups) await stop().catch(error => console.error(error))
  await rm(folder, { recursive: true, force: true })
}

async function start(env: Record<string, string>): Promise<BenchServer> {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [
      '--expose-gc',
      '--import',
      `data:text/javascript,${encodeURIComponent(heapReportScript)}`,
      'server/start.ts',
    ],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'fatal', ...env },
    },
  )
  child.stderr.on('data', (output: Buffer) => {
    if (!output.toString().startsWith('heap ')) process.stderr.write(output)
  })
  cleanups.unshift(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  })
  const url = `http://127.0.0.1:${port}`
  while (
    !(await fetch(`${url}/health/ready`).then(
      reply => reply.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error('the server did not start')
    await sleep(100)
  }
  return { child, url }
}

async function post(
  url: string,
  path: string,
  body: object,
): Promise<{ status: number; text: string }> {
  const reply = await fetch(`${url}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: reply.status, text: await reply.text() }
}
async function signUp(
  url: string,
  name: string,
): Promise<{ email: string; headers: Record<string, string> }> {
  const email = `${name}@example.com`
  const { text } = await post(url, 'business/signup', {
    fullName: 'Mara Lindt',
    email,
    password,
    businessName: `Store ${name}`,
  })
  const { data }: { data: { accessToken: string; business: string } } = JSON.parse(text)
  return {
    email,
    headers: { authorization: `Bearer ${data.accessToken}`, 'x-business-id': data.business },
  }
}
async function measureHashes() {
  const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
  const passwordHash = await hash(password, cost)
  const times: number[] = []
  for (let i = 0; i < 60; i++) times.push(await measureMs(() => verify(passwordHash, password)))
  const sorted = times.toSorted((a, b) => a - b)
  console.log(
    `argon2id, 19 MiB, 2 passes: p50 ${percentile(sorted, 0.5).toFixed(1)} ms, p95 ${percentile(sorted, 0.95).toFixed(1)} ms (n = 60)`,
  )
}

/** How many get in a second, what a flood of them does to others, and whether time tells who has an account. */
async function measureLogins({ url }: BenchServer) {
  const { email, headers } = await signUp(url, 'login')
  const n = 200
  const durationMs = await measureMs(() =>
    runConcurrently(n, 8, () => post(url, 'business/login', { email, password })),
  )
  console.log(`logins: ${((n / durationMs) * 1000).toFixed(1)} a second (n = ${n}, 8 at once)`)

  const otherLatencies: number[] = []
  let isDone = false
  const statuses: number[] = []
  const flood = Promise.all(
    Array.from({ length: 200 }, async () => {
      statuses.push((await post(url, 'business/login', { email, password: 'not this one' })).status)
    }),
  ).then(() => {
    isDone = true
  })
  while (!isDone)
    otherLatencies.push(
      await measureMs(() =>
        fetch(`${url}/api/product/getAll`, { headers }).then(reply => reply.text()),
      ),
    )
  await flood
  const count = (status: number) => statuses.filter(one => one === status).length
  console.log(
    `200 logins at once: ${count(400)} answered, ${count(503)} told to come back; a list beside them p50 ${median(otherLatencies).toFixed(0)} ms, p99 ${percentile(
      otherLatencies.toSorted((a, b) => a - b),
      0.99,
    ).toFixed(0)} ms (n = ${otherLatencies.length})`,
  )

  const tryWrongPassword = (of: string) => () =>
    post(url, 'business/login', { email: of, password: 'not this one' })
  await comparePairs(
    'wrong password',
    tryWrongPassword(email),
    tryWrongPassword('nobody@example.com'),
  )
}

/** Whether time tells which sessions and accounts there are, where no hash hides the difference. */
async function measureTimingLeaks({ url }: BenchServer) {
  const { email, headers } = await signUp(url, 'proof')
  const { text } = await post(url, 'business/login', { email, password })
  const {
    data: { accessToken, refreshToken },
  }: { data: { accessToken: string; refreshToken: string } } = JSON.parse(text)
  await fetch(`${url}/api/account/logout`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${accessToken}` },
  })
  const refreshTokens = (token: string) => () =>
    post(url, 'jwt/refresh-token', { refreshToken: token })
  await comparePairs(
    'renewal of an ended session',
    refreshTokens(refreshToken),
    refreshTokens(refreshToken.replace(/./g, 'x')),
  )
  const requestPasswordReset = (of: string) => () =>
    post(url, 'account/forgotPassword', { email: of })
  await comparePairs(
    'forgotten password',
    requestPasswordReset(email),
    requestPasswordReset('nobody@example.com'),
  )
}

/** One after the other, so that whatever else goes on falls on both alike. */
async function comparePairs(
  label: string,
  requestKnown: () => Promise<unknown>,
  requestUnknown: () => Promise<unknown>,
) {
  const n = 200
  for (let round = 0; round < 3; round++) {
    const [knownTimes, unknownTimes]: [number[], number[]] = [[], []]
    for (let i = 0; i < n; i++) {
      knownTimes.push(await measureMs(requestKnown))
      unknownTimes.push(await measureMs(requestUnknown))
    }
    console.log(
      `${label}: known ${median(knownTimes).toFixed(2)} ms, unknown ${median(unknownTimes).toFixed(2)} ms, difference ${(median(knownTimes) - median(unknownTimes)).toFixed(2)} ms (n = ${n} pairs)`,
    )
  }
}

async function measureGuessLimit([a, b]: readonly [BenchServer, BenchServer]) {
  const { email } = await signUp(a.url, 'guess')
  const statuses: number[] = []
  await Promise.all(
    Array.from({ length: 400 }, async (_, i) => {
      statuses.push(
        (await post(i % 2 ? a.url : b.url, 'business/login', { email, password: `wrong ${i}` }))
          .status,
      )
    }),
  )
  console.log(
    `2 processes × 200 guesses at once, limit 10 (n = ${statuses.length}): ${statuses.filter(status => status === 400).length} reached the password, ${statuses.filter(status => status === 429).length} refused`,
  )
}

async function measureRejections({ url }: BenchServer) {
  const n = 3000
  const statuses = new Map<number, number>()
  const durationMs = await measureMs(() =>
    runConcurrently(n, 16, async () => {
      const { status } = await post(url, 'business/login', {
        email: 'guess@example.com',
        password: 'wrong',
      })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }),
  )
  console.log(
    `refused guesses: ${((n / durationMs) * 1000).toFixed(0)} a second (n = ${n}, statuses ${JSON.stringify(Object.fromEntries(statuses))})`,
  )
}

/** Sockets that say a byte a second, in their headers and in their bodies. */
async function measureSlowSockets({ url }: BenchServer) {
  const port = Number(new URL(url).port)
  const startedAt = Date.now()
  const closedAfterSeconds: Record<string, number[]> = { headers: [], body: [] }
  const requestStarts = {
    headers: 'GET /api/account/me HTTP/1.1\r\nHost: x\r\nX: ',
    body: 'POST /api/business/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n',
  }
  const sockets = Object.entries(requestStarts).flatMap(([kind, start]) =>
    Array.from({ length: 250 }, () => {
      const socket = connect(port, '127.0.0.1', () => socket.write(start))
      const drip = setInterval(() => socket.write('x'), 1000)
      socket.on('error', () => {})
      socket.resume()
      return new Promise<void>(resolve =>
        socket.once('close', () => {
          clearInterval(drip)
          closedAfterSeconds[kind]?.push((Date.now() - startedAt) / 1000)
          resolve()
        }),
      )
    }),
  )
  const otherLatencies: number[] = []
  for (let i = 0; i < 100; i++) {
    otherLatencies.push(
      await measureMs(() => fetch(`${url}/api/account/me`).then(reply => reply.text())),
    )
    await sleep(50)
  }
  await Promise.race([Promise.all(sockets), sleep(60_000)])
  for (const [kind, times] of Object.entries(closedAfterSeconds))
    console.log(
      `250 sockets with one byte a second in the ${kind}: ${times.length} closed, the last after ${Math.max(0, ...times).toFixed(0)} s`,
    )
  console.log(
    `  beside them: p50 ${median(otherLatencies).toFixed(1)} ms, p99 ${percentile(
      otherLatencies.toSorted((a, b) => a - b),
      0.99,
    ).toFixed(1)} ms (n = ${otherLatencies.length})`,
  )
}

/** Whatever the contract lets one send, and what it does not. */
async function sendHostileRequests({ url, child }: BenchServer, n: number, seed: number) {
  const isExcluded = (route: Route) =>
    route.name === 'logout' || route.downloadType?.startsWith('text/event-stream')
  const routes = allApis
    .flatMap((api): Route[] => Object.values(api))
    .filter(route => !isExcluded(route))
  let { headers } = await signUp(url, 'hostile')
  const ids: string[] = []
  const problems: string[] = []
  const statuses: Record<string, number> = {}
  let signedOut = 0
  let signedInAt = performance.now()
  const sendRequest = async (hostileRequest: HostileRequest) => {
    const { route, url: path, headers: sent, body } = fillInIds(hostileRequest, ids)
    const reply = await fetch(`${url}${path}`, {
      method: route.method,
      headers: keepLatin1Headers(sent),
      ...(body && { body: new Uint8Array(body) }),
    }).catch(error =>
      problems.push(
        `${route.method} ${path.slice(0, 200)}: no answer (${String(error.cause ?? error)})`,
      ),
    )
    if (typeof reply === 'number') return
    const text = await reply.text()
    const kind = `${Math.floor(reply.status / 100)}xx`
    statuses[kind] = (statuses[kind] ?? 0) + 1
    const problem = findResponseProblem(
      reply.status,
      text,
      route.downloadType !== undefined ||
        reply.headers.get('content-type')?.startsWith('text/html') === true,
    )
    if (problem && problems.length < 50)
      problems.push(
        `${route.method} ${getRouteUrl(route)} ${problem}: ${path.slice(0, 300)} ${body?.toString('utf8').slice(0, 500) ?? ''} → ${text.slice(0, 200)}`,
      )
    if (reply.status === 401 && sent['authorization'] === headers['authorization']) signedOut += 1
    for (const id of extractIds(text)) ids[Math.floor(Math.random() * 1000)] = id
  }
  const isUp = () => child.exitCode === null && child.signalCode === null
  const measureMemory = async () => {
    const resident =
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) /
      1024
    child.kill('SIGUSR2')
    const output: Buffer[] = child.stderr ? await once(child.stderr, 'data') : []
    return {
      heap: Number(/heap (\d+)/.exec(String(output[0]))?.[1] ?? Number.NaN) / 1024 / 1024,
      resident,
    }
  }
  const startedAt = performance.now()
  const memorySamples: { heap: number; resident: number }[] = []
  const batch = 500
  let sent = 0
  // Made once: working a contract's shapes out costs more than the requests.
  let hostileRequest = fc.oneof(...routes.map(route => requestArbitrary(route, headers)))
  for (let done = 0; done < n && isUp(); done += batch) {
    // Tokens last ten minutes, and some of what is sent may end a session.
    if (signedOut > 0 || performance.now() - signedInAt > 480_000) {
      ;({ headers } = await signUp(url, `hostile${done}`))
      signedInAt = performance.now()
      hostileRequest = fc.oneof(...routes.map(route => requestArbitrary(route, headers)))
    }
    signedOut = 0
    const hostileRequests = fc.sample(hostileRequest, {
      numRuns: Math.min(batch, n - done),
      seed: seed + done,
    })
    await runConcurrently(hostileRequests.length, 16, nr => {
      const one = hostileRequests[nr]
      return one ? sendRequest(one) : Promise.resolve()
    })
    sent += hostileRequests.length
    if (isUp() && (done / batch) % Math.max(1, Math.floor(n / batch / 30)) === 0)
      memorySamples.push(await measureMemory())
  }
  const seconds = (performance.now() - startedAt) / 1000
  console.log(
    `${sent} generated requests to ${routes.length} calls (seed ${seed}): ${Object.entries(statuses)
      .toSorted()
      .map(([kind, count]) => `${kind} ${count}`)
      .join(
        ', ',
      )}; ${(sent / seconds).toFixed(0)} a second; server ${isUp() ? 'still up' : `GONE after ${sent} of ${n}`}`,
  )
  console.log(
    `  heap after collection / resident in MB on the way ${memorySamples.map(({ heap, resident }) => `${heap.toFixed(0)}/${resident.toFixed(0)}`).join(' ')}`,
  )
  const isFlat = isHeapStable(memorySamples.map(({ heap }) => heap))
  console.log(`${problems.length} faults`)
  for (const fault of problems) console.log(`  ${fault}`)
  if (problems.length > 0 || !isUp() || !isFlat) process.exitCode = 1
}

/** What is kept of many requests would show in the last third of them. */
function isHeapStable(sizes: readonly number[]): boolean {
  const third = Math.floor(sizes.length / 3)
  if (third < 3) {
    console.log('  too few requests to say whether the heap grows')
    return true
  }
  const [first, last] = [median(sizes.slice(0, third)), median(sizes.slice(-third))]
  const isFlat = last - first <= maxHeapGrowthMb
  console.log(
    `  heap, median of the first third of looks ${first.toFixed(0)} MB, of the last ${last.toFixed(0)} MB (n = ${sizes.length}): may grow by ${maxHeapGrowthMb} MB: ${isFlat ? 'flat' : 'IT GROWS'}`,
  )
  return isFlat
}

/** fetch takes no letters outside Latin-1 in a header; the test in process sends those. */
function keepLatin1Headers(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value]) => name !== 'expect' && /^[\t\x20-\xff]*$/.test(value),
    ),
  )
}

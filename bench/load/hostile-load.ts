import { once } from 'node:events'
import fc from 'fast-check'
import { allApis } from '../../contract/all.ts'
import { getRouteUrl, type Route } from '../../contract/lib/call/api.ts'
import {
  createRequestArbitrary,
  extractIds,
  fillInIds,
  findResponseProblem,
  type HostileRequest,
} from '../../server/testing/hostile-testing.ts'
import { type BenchServer, signUpSeller } from '../bench-server.ts'
import { median, runConcurrently } from '../measure/measure.ts'
import { readMemoryMb } from '../measure/process-memory.ts'

const batchSize = 500
const maxPrintedProblems = 50
/** Access tokens expire after ten minutes. */
const sessionMs = 480_000
/** Caches grow on the way. A leak of a few hundred bytes a request would exceed this. */
const maxHeapGrowthMb = 50

type MemorySample = { heap: number; resident: number }
type Sender = {
  server: BenchServer
  headers: Record<string, string>
  ids: string[]
  problems: string[]
  statuses: Record<string, number>
  /** Set when the server no longer accepts the session: a hostile request may have ended it. */
  isLoggedOut: boolean
}

/** Calls that end the session or never end. */
const isExcluded = ({ path, downloadType = '' }: Route) =>
  path.endsWith('/logout') || downloadType.startsWith('text/event-stream')
const routes = allApis
  .flatMap((api): Route[] => Object.values(api))
  .filter(route => !isExcluded(route))

/** Sends generated requests, valid and invalid, and prints every response that breaks a rule. */
export async function sendHostileRequests(server: BenchServer, total: number, seed: number) {
  const { headers } = await signUpSeller(server.url, 'hostile')
  const sender: Sender = {
    server,
    headers,
    ids: [],
    problems: [],
    statuses: {},
    isLoggedOut: false,
  }
  const memorySamples: MemorySample[] = []
  const sampleInterval = Math.max(1, Math.floor(total / batchSize / 30))
  const startedAt = performance.now()
  let loggedInAt = startedAt
  let sentCount = 0
  // Creating the generators costs more than the requests, so they are reused until the session
  // changes.
  let requests = createAnyRequestArbitrary(headers)
  while (sentCount < total && isRunning(server)) {
    if (sender.isLoggedOut || performance.now() - loggedInAt > sessionMs) {
      sender.headers = (await signUpSeller(server.url, `hostile${sentCount}`)).headers
      sender.isLoggedOut = false
      loggedInAt = performance.now()
      requests = createAnyRequestArbitrary(sender.headers)
    }
    const batch = fc.sample(requests, {
      numRuns: Math.min(batchSize, total - sentCount),
      seed: seed + sentCount,
    })
    await runConcurrently(batch.length, 16, async index => {
      const request = batch[index]
      if (request) await sendRequest(sender, request)
    })
    sentCount += batch.length
    if (isRunning(server) && (sentCount / batchSize) % sampleInterval === 0) {
      memorySamples.push(await measureMemory(server))
      console.log(`  ${sentCount} sent: ${formatStatuses(sender.statuses)}`)
    }
  }
  const seconds = (performance.now() - startedAt) / 1000
  const state = isRunning(server) ? 'still running' : `STOPPED after ${sentCount} of ${total}`
  console.log(
    [
      `${sentCount} generated requests to ${routes.length} calls (seed ${seed}): ` +
        formatStatuses(sender.statuses),
      `${(sentCount / seconds).toFixed(0)} a second`,
      `server ${state}`,
    ].join('; '),
  )
  const isStable = printMemory(memorySamples)
  console.log(`${sender.problems.length} problems`)
  for (const problem of sender.problems) console.log(`  ${problem}`)
  if (sender.problems.length > 0 || !isRunning(server) || !isStable) process.exitCode = 1
}

const createAnyRequestArbitrary = (headers: Record<string, string>) =>
  fc.oneof(...routes.map(route => createRequestArbitrary(route, headers)))

async function sendRequest(sender: Sender, hostileRequest: HostileRequest): Promise<void> {
  const { route, url: path, headers, body } = fillInIds(hostileRequest, sender.ids)
  const reply = await fetch(`${sender.server.url}${path}`, {
    method: route.method,
    headers: keepLatin1Headers(headers),
    ...(body && { body: new Uint8Array(body) }),
  }).catch((error: Error) => error)
  if (reply instanceof Error) {
    const reason = String(reply.cause ?? reply)
    sender.problems.push(`${route.method} ${path.slice(0, 200)}: no response (${reason})`)
    return
  }
  const text = await reply.text()
  const statusClass = `${Math.floor(reply.status / 100)}xx`
  sender.statuses[statusClass] = (sender.statuses[statusClass] ?? 0) + 1
  const isFile =
    route.downloadType !== undefined ||
    reply.headers.get('content-type')?.startsWith('text/html') === true
  const problem = findResponseProblem(reply.status, text, isFile)
  if (problem && sender.problems.length < maxPrintedProblems) {
    const sentBody = body?.toString('utf8').slice(0, 500) ?? ''
    sender.problems.push(
      `${route.method} ${getRouteUrl(route)} ${problem}: ${path.slice(0, 300)} ${sentBody} → ${text.slice(0, 200)}`,
    )
  }
  if (reply.status === 401 && headers['authorization'] === sender.headers['authorization'])
    sender.isLoggedOut = true
  for (const id of extractIds(text)) sender.ids[Math.floor(Math.random() * 1000)] = id
}

const isRunning = ({ child }: BenchServer) => child.exitCode === null && child.signalCode === null

const formatStatuses = (statuses: Record<string, number>): string =>
  Object.entries(statuses)
    .toSorted()
    .map(([statusClass, count]) => `${statusClass} ${count}`)
    .join(', ')

/** Returns the heap after a collection and the resident memory, in MB. */
async function measureMemory({ child }: BenchServer): Promise<MemorySample> {
  const resident = readMemoryMb(child.pid ?? 0)
  child.kill('SIGUSR2')
  const output: Buffer[] = child.stderr ? await once(child.stderr, 'data') : []
  const heapBytes = Number(/heap (\d+)/.exec(String(output[0]))?.[1] ?? Number.NaN)
  return { heap: heapBytes / 1024 / 1024, resident }
}

/**
 * Prints the samples and returns whether the heap stayed within its limit from the first third to
 * the last.
 */
function printMemory(samples: readonly MemorySample[]): boolean {
  const list = samples.map(({ heap, resident }) => `${heap.toFixed(0)}/${resident.toFixed(0)}`)
  console.log(`  heap after collection / resident memory in MB: ${list.join(' ')}`)
  const heaps = samples.map(({ heap }) => heap)
  const third = Math.floor(heaps.length / 3)
  if (third < 3) {
    console.log('  too few requests to measure the growth of the heap')
    return true
  }
  const [first, last] = [median(heaps.slice(0, third)), median(heaps.slice(-third))]
  const isStable = last - first <= maxHeapGrowthMb
  console.log(
    `  heap, median of the first third ${first.toFixed(0)} MB, ` +
      `of the last third ${last.toFixed(0)} MB (n = ${heaps.length}), ` +
      `limit +${maxHeapGrowthMb} MB: ${isStable ? 'stable' : 'IT GROWS'}`,
  )
  return isStable
}

/** Drops headers that fetch cannot send. The test within the process sends them. */
function keepLatin1Headers(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value]) => name !== 'expect' && /^[\t\x20-\xff]*$/.test(value),
    ),
  )
}

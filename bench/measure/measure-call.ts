import { setTimeout as sleep } from 'node:timers/promises'
import {
  type BenchCall,
  type CallTarget,
  type CallTargets,
  createProductTarget,
} from '../bench-calls.ts'
import { type BenchDatabase, type BenchProcess, createOwnerSession } from '../bench-environment.ts'
import type { BenchSample } from '../data/bench-sample.ts'
import { type LoadCase, type LoadRequest, type LoadResult, runLoad } from '../load/run-load.ts'
import { canReadCpuTime, readCpuMs, readPostgresCpuMs } from './cpu-time.ts'
import type { StatementStats } from './statement-stats.ts'

export type BenchContext = {
  database: BenchDatabase
  app: BenchProcess
  bare: BenchProcess
  sample: BenchSample
  /** Undefined if the database has no `pg_stat_statements`. */
  stats: StatementStats | undefined
}
export type LoadOptions = { connections: number; seconds: number; rounds: number }

/** The mean of the rounds of one server. CPU times are undefined where they cannot be read. */
export type ServerResult = {
  perSecond: number
  p50: number
  p99: number
  failedCount: number
  postgresCpuMs: number | undefined
  serverCpuMs: number | undefined
}
export type CallResult = {
  app: ServerResult
  bare: ServerResult
  bytes: number
  statements: number | undefined
  databaseMs: number | undefined
}
type Round = LoadResult & { postgresCpuMs: number; serverCpuMs: number }
export type PreparedCall = {
  appCase: LoadCase
  bareCase: LoadCase
  bytes: number
  prepare: () => Promise<void>
}

/**
 * Measures one call and its bare counterpart in turns, so that other load affects both alike. A
 * further short round counts the statements. Returns undefined if the stores have too few rows.
 */
export async function measureCall(
  context: BenchContext,
  call: BenchCall,
  options: LoadOptions,
): Promise<CallResult | undefined> {
  const prepared = await prepareCall(context, call)
  return prepared && measurePreparedCall(context, prepared, options)
}

export async function measurePreparedCall(
  context: Omit<BenchContext, 'sample'>,
  prepared: PreparedCall,
  options: LoadOptions,
): Promise<CallResult> {
  const { app, bare } = context
  const shortSeconds = Math.min(1, options.seconds)
  for (const warmUp of [prepared.appCase, prepared.bareCase]) {
    await prepared.prepare()
    await runLoad(warmUp, { seconds: shortSeconds }, options.connections)
  }
  const rounds: { app: Round; bare: Round }[] = []
  for (let round = 0; round < options.rounds; round++) {
    await prepared.prepare()
    rounds.push({
      app: await runRound(context.database, app, prepared.appCase, options),
      bare: await runRound(context.database, bare, prepared.bareCase, options),
    })
  }
  await prepared.prepare()
  const appResult = summarizeRounds(
    rounds.map(round => round.app),
    options,
  )
  const counted = await countStatements(context, prepared.appCase, {
    ...options,
    amount: appResult.perSecond * shortSeconds,
  })
  return {
    app: appResult,
    bare: summarizeRounds(
      rounds.map(round => round.bare),
      options,
    ),
    bytes: prepared.bytes,
    ...counted,
  }
}

/** Returns the requests of a call to both servers, with a new session. */
export async function prepareCall(
  { database, app, bare, sample }: Pick<BenchContext, 'database' | 'app' | 'bare' | 'sample'>,
  call: BenchCall,
): Promise<PreparedCall | undefined> {
  const callTargets = call.createTargets(sample, database.superuserUrl)
  if (!callTargets) return undefined
  const session = await createOwnerSession(database)
  const { targets } = callTargets
  await callTargets.prepare?.()
  const toAppRequest = (target: CallTarget) => createAppRequest(call, target, session)
  const fetchBytes = (target: CallTarget) => fetchLength(app.url, toAppRequest(target))
  if (typeof targets === 'function') {
    const bytes = await fetchBytes(targets())
    return {
      appCase: { url: app.url, requests: () => toAppRequest(targets()) },
      bareCase: { url: bare.url, requests: () => createBareRequest(call, targets(), bytes) },
      bytes,
      prepare: createRoundPreparation(app.url, sample, session, callTargets),
    }
  }
  const lengths: number[] = []
  for (const target of targets) lengths.push(await fetchBytes(target))
  return {
    appCase: { url: app.url, requests: targets.map(toAppRequest) },
    bareCase: {
      url: bare.url,
      requests: targets.map((target, i) => createBareRequest(call, target, lengths[i] ?? 0)),
    },
    bytes: Math.round(lengths.reduce((sum, length) => sum + length, 0) / lengths.length),
    prepare: createRoundPreparation(app.url, sample, session, callTargets),
  }
}

let createdCount = 1_000_000

/** Before each round, a new product of the first store invalidates cached responses. */
const createRoundPreparation =
  (url: string, sample: BenchSample, session: Record<string, string>, targets: CallTargets) =>
  async () => {
    const target = createProductTarget(
      { ...sample, storeIds: sample.storeIds.slice(0, 1) },
      createdCount++,
    )
    await fetchLength(url, createAppRequest({ method: 'POST' }, target, session))
    await targets.prepare?.()
  }

const createAppRequest = (
  { method }: Pick<BenchCall, 'method'>,
  { storeId, path, body }: CallTarget,
  session: Record<string, string>,
): LoadRequest => ({
  method,
  path,
  headers: {
    ...session,
    'x-business-id': storeId,
    ...(body && { 'content-type': 'application/json' }),
  },
  ...(body && { body: JSON.stringify(body) }),
})

const createBareRequest = (
  { method, bareHandler }: BenchCall,
  { storeId, bareArgument = '', body }: CallTarget,
  bytes: number,
): LoadRequest => ({
  method,
  path: `/${bareHandler}/${storeId}/${encodeURIComponent(bareArgument)}?bytes=${bytes}`,
  headers: body ? { 'content-type': 'application/json' } : {},
  ...(body && { body: JSON.stringify(body) }),
})

async function fetchLength(url: string, { path, ...request }: LoadRequest): Promise<number> {
  const reply = await fetch(url + path, request)
  const bytes = Buffer.from(await reply.arrayBuffer())
  if (!reply.ok) throw new Error(`${request.method} ${path} returned ${reply.status}: ${bytes}`)
  return bytes.length
}

async function runRound(
  { postmasterPid }: BenchDatabase,
  { pid }: BenchProcess,
  loadCase: LoadCase,
  { seconds, connections }: LoadOptions,
): Promise<Round> {
  const readCpu = () =>
    canReadCpuTime
      ? { postgres: readPostgresCpuMs(postmasterPid), server: readCpuMs(pid) }
      : { postgres: 0, server: 0 }
  const before = readCpu()
  const result = await runLoad(loadCase, { seconds }, connections)
  // The servers finish the requests that were cut off.
  await sleep(200)
  const after = readCpu()
  return {
    ...result,
    postgresCpuMs: after.postgres - before.postgres,
    serverCpuMs: after.server - before.server,
  }
}

async function countStatements(
  { stats }: Pick<BenchContext, 'stats'>,
  loadCase: LoadCase,
  { amount, connections }: { amount: number; connections: number },
): Promise<Pick<CallResult, 'statements' | 'databaseMs'>> {
  if (!stats) return { statements: undefined, databaseMs: undefined }
  const { completedCount } = await stats.record(() => runLoad(loadCase, { amount }, connections))
  const { statements, databaseMs } = await stats.readTotals()
  return {
    statements: statements / Math.max(completedCount, 1),
    databaseMs: databaseMs / Math.max(completedCount, 1),
  }
}

function summarizeRounds(rounds: readonly Round[], { connections }: LoadOptions): ServerResult {
  const sum = (getValue: (round: Round) => number) =>
    rounds.reduce((total, round) => total + getValue(round), 0)
  // At the end of a round, one request of each connection is cut off, which the server completes.
  const callCount = sum(round => round.completedCount + round.failedCount + connections)
  const cpuPerCall = (ms: number) => (canReadCpuTime ? ms / callCount : undefined)
  return {
    perSecond: sum(round => round.perSecond) / rounds.length,
    p50: sum(round => round.p50) / rounds.length,
    p99: sum(round => round.p99) / rounds.length,
    failedCount: sum(round => round.failedCount),
    postgresCpuMs: cpuPerCall(sum(round => round.postgresCpuMs)),
    serverCpuMs: cpuPerCall(sum(round => round.serverCpuMs)),
  }
}

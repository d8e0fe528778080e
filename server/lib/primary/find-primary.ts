import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { type DatabaseHost, listDatabaseHosts } from './database-hosts.ts'
import { closeSockets } from './primary-sockets.ts'
import {
  type HostState,
  isPrimary,
  isSamePrimary,
  rejectOtherPrimaries,
} from './reject-other-primaries.ts'

/** How long a search waits for the promotion of a standby. Calls also have their own limit. */
const searchLimitMs = 4000
const retryDelayMs = 200
const connectTimeoutSeconds = 2
/** How long a search waits for the other hosts after the reply of the known primary. */
const otherHostsMs = 300

/** The searches in progress by URL, which connections that open at the same time share. */
const searches = new Map<string, Promise<DatabaseHost>>()

/**
 * Returns the host of the URL that accepts writes. If several servers do, `rejectOtherPrimaries` decides.
 * @throws Error CONNECTION_NO_PRIMARY, or the error of a host that rejects the user or the database
 */
export function findPrimary(url: string, limitMs = searchLimitMs): Promise<DatabaseHost> {
  const search =
    searches.get(url) ?? searchPrimary(url, limitMs).finally(() => searches.delete(url))
  searches.set(url, search)
  return search
}

async function searchPrimary(url: string, limitMs: number): Promise<DatabaseHost> {
  const hosts = listDatabaseHosts(url)
  const startedAt = performance.now()
  let states = await probeHosts(hosts)
  while (!states.some(isConclusive) && performance.now() - startedAt < limitMs) {
    await sleep(retryDelayMs)
    states = await probeHosts(hosts)
  }
  const primary = states.find(isPrimary)
  if (!primary) throw createSearchError(states)
  return primary.host
}

/** Returns whether the host rejects the user, the database or another connection. */
const isRejection = ({ error }: HostState) => /^(28|3D|53)/.test(getErrorCode(error))
const isConclusive = (state: HostState) => isPrimary(state) || isRejection(state)

/** Returns the states of the hosts in their order, as soon as the primary is certain. */
async function probeHosts(hosts: readonly DatabaseHost[]): Promise<HostState[]> {
  const states = hosts.map((host): HostState => ({ host, problem: 'does not respond' }))
  const knownPrimary = Promise.withResolvers<void>()
  const finished = Promise.all(
    hosts.map(async (host, index) => {
      const state = await probeHost(host)
      states[index] = state
      if (isSamePrimary(hosts, state)) knownPrimary.resolve()
    }),
  )
  // The primary may not be known yet. Then the connections to the former one are kept.
  void finished.then(() => {
    const hostStates = rejectOtherPrimaries(states)
    if (hostStates.some(isPrimary))
      closeSockets(hostStates.filter(state => !isPrimary(state)).map(({ host }) => host.address))
  })
  // Without a reply of the known primary, another host may still say that it was replaced.
  await Promise.race([finished, knownPrimary.promise.then(() => sleep(otherHostsMs))])
  return rejectOtherPrimaries(states)
}

async function probeHost(host: DatabaseHost): Promise<HostState> {
  const sql = postgres(host.url, {
    max: 1,
    prepare: false,
    fetch_types: false,
    connect_timeout: connectTimeoutSeconds,
    onnotice: () => {},
  })
  try {
    // The current segment of the log names the timeline, also before the first checkpoint.
    const query = sql<{ isReadOnly: boolean; timeline: number | null; startedAt: string }[]>`
      select current_setting('transaction_read_only')::boolean as "isReadOnly",
        extract(epoch from pg_postmaster_start_time())::text as "startedAt",
        case when not pg_is_in_recovery()
          then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int
        end as timeline`
    const [row] = await Promise.race([query, failAfterTimeout()])
    return row?.timeline && !row.isReadOnly
      ? { host, timeline: row.timeline, startedAt: row.startedAt }
      : { host, problem: 'is a standby or read-only' }
  } catch (error) {
    const code = getErrorCode(error)
    return { host, problem: `cannot be used${code && ` (${code})`}`, error }
  } finally {
    void sql.end({ timeout: 0 })
  }
}

/** A machine that stopped can accept connections and never reply. */
async function failAfterTimeout(): Promise<never> {
  await sleep(connectTimeoutSeconds * 1000, undefined, { ref: false })
  throw Object.assign(new Error('The database did not reply.'), { code: 'CONNECT_TIMEOUT' })
}

function createSearchError(states: readonly HostState[]): unknown {
  const rejection = states.find(isRejection)
  if (rejection) return rejection.error
  const problems = states.map(({ host, problem }) => `${host.address} ${problem}`)
  const message = `No host of the database URL is the primary: ${problems.join('; ')}.`
  return Object.assign(new Error(message), { code: 'CONNECTION_NO_PRIMARY' })
}

/**
 * Returns whether a write failed because its transaction is read-only: the server became a standby,
 * or the call allows a replica. After a promotion, the next connection leads to the new primary.
 */
export const isStandbyError = (error: unknown): boolean => getErrorCode(error) === '25006'

const getErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

import type { DatabaseHost } from './database-hosts.ts'

/**
 * `timeline` is that of a host that accepts writes: each promotion of a standby starts a new one.
 * Without it, `problem` says why the host is not the primary.
 */
export type HostState = {
  host: DatabaseHost
  timeline?: number
  /** When the server started, which differs for each server. A server can have several addresses. */
  startedAt?: string
  problem?: string
  error?: unknown
}

type KnownPrimary = {
  timeline: number
  startedAt: string | undefined
  addresses: readonly string[]
}

/** The latest primaries by the addresses of the hosts. */
const knownPrimaries = new Map<string, KnownPrimary>()
const reportedProblems = new Set<string>()

const getKey = (hosts: readonly DatabaseHost[]) => hosts.map(({ address }) => address).join()

export const isPrimaryKnown = (hosts: readonly DatabaseHost[]): boolean =>
  knownPrimaries.has(getKey(hosts))

export const isPrimary = ({ timeline }: HostState): boolean => timeline !== undefined

/**
 * Returns the states of the hosts, in which only one server is a primary: that with the latest timeline. If
 * two standbys were promoted from the same primary, it is the one that this process knows, or none. The
 * other hosts get a `problem`.
 */
export function rejectOtherPrimaries(states: readonly HostState[]): HostState[] {
  const key = getKey(states.map(({ host }) => host))
  const known = knownPrimaries.get(key)
  const latest = Math.max(known?.timeline ?? 0, ...states.map(({ timeline = 0 }) => timeline))
  const candidates = states.filter(({ timeline }) => timeline === latest)
  // A server on the same timeline does not replace the known primary, even if the known one does not respond.
  const isKnown = ({ host, startedAt }: HostState) =>
    known?.addresses.includes(host.address) || known?.startedAt === startedAt
  const isSplit = new Set(candidates.map(({ startedAt }) => startedAt)).size > 1
  const isNew = known?.timeline !== latest && !isSplit
  const primaries = isNew
    ? candidates
    : candidates.filter(state => known?.timeline === latest && isKnown(state))
  const [primary] = primaries
  if (primary)
    knownPrimaries.set(key, {
      timeline: latest,
      startedAt: primary.startedAt,
      addresses: primaries.map(({ host }) => host.address),
    })
  return states.map(state => {
    const { host, timeline } = state
    if (timeline === undefined || primaries.includes(state)) return state
    const problem =
      timeline === latest
        ? `accepts writes on timeline ${latest}, and so does another host`
        : `was replaced as the primary (timeline ${timeline} instead of ${latest}), but accepts writes`
    reportOnce(
      timeline === latest
        ? `${host.address} ${problem}. Two standbys were promoted. Stop one of them.`
        : `${host.address} ${problem}. Stop it, and make it a standby of the new primary.`,
    )
    return { host, problem }
  })
}

function reportOnce(problem: string): void {
  if (reportedProblems.has(problem)) return
  reportedProblems.add(problem)
  process.emitWarning(`PostgreSQL at ${problem}`)
}

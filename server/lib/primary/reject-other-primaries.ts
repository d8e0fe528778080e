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

type KnownPrimary = { timeline: number; addresses: readonly string[] }

/** The latest primaries by the addresses of the hosts. */
const knownPrimaries = new Map<string, KnownPrimary>()
const reportedProblems = new Set<string>()

export const isPrimary = ({ timeline }: HostState): boolean => timeline !== undefined

/**
 * Leaves one of the servers that accept writes: that with the latest timeline. If two standbys were promoted
 * from the same primary, it is the one that this process knows, or none.
 */
export function rejectOtherPrimaries(states: readonly HostState[]): HostState[] {
  const key = states.map(({ host }) => host.address).join()
  const known = knownPrimaries.get(key) ?? { timeline: 0, addresses: [] }
  const latest = Math.max(known.timeline, ...states.map(({ timeline = 0 }) => timeline))
  const candidates = states.filter(({ timeline }) => timeline === latest)
  const isKnown = ({ host }: HostState) =>
    known.timeline === latest && known.addresses.includes(host.address)
  const isSplit = new Set(candidates.map(({ startedAt }) => startedAt)).size > 1
  const primaries = isSplit ? candidates.filter(isKnown) : candidates
  if (primaries.length > 0)
    knownPrimaries.set(key, {
      timeline: latest,
      addresses: primaries.map(({ host }) => host.address),
    })
  return states.map(state => {
    const { host, timeline } = state
    if (timeline === undefined || primaries.includes(state)) return state
    const problem =
      timeline === latest
        ? `accepts writes on timeline ${latest} like another host`
        : `was replaced as the primary (timeline ${timeline} instead of ${latest}), but accepts writes`
    reportOnce(
      timeline === latest
        ? `${host.address} ${problem}. Stop the server that is not the primary.`
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

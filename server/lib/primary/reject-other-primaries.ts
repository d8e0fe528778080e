import type { DatabaseHost } from './database-hosts.ts'

/**
 * `timeline` is that of a host that accepts writes: each promotion of a standby starts a new one.
 * Without it, `problem` says why the host is not the primary.
 */
export type HostState = {
  host: DatabaseHost
  timeline?: number
  /** When the server started. It tells servers apart, because one server can have several addresses. */
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

export const isPrimary = ({ timeline }: HostState): boolean => timeline !== undefined

/** Returns whether the host is the known primary, on the same timeline and without a restart since then. */
export function isSamePrimary(hosts: readonly DatabaseHost[], state: HostState): boolean {
  const known = knownPrimaries.get(getKey(hosts))
  return (
    known !== undefined && known.timeline === state.timeline && known.startedAt === state.startedAt
  )
}

/**
 * Returns the states of the hosts, in which at most one server is the primary. The other hosts get a
 * `problem`. A server that alone accepts writes is the primary, unless its timeline is older than the known
 * one. Of several servers, it is the one with the latest timeline. If they share it, it is the known one, or
 * none.
 */
export function rejectOtherPrimaries(states: readonly HostState[]): HostState[] {
  const key = getKey(states.map(({ host }) => host))
  const known = knownPrimaries.get(key)
  const latest = Math.max(known?.timeline ?? 0, ...states.map(({ timeline = 0 }) => timeline))
  const candidates = states.filter(({ timeline }) => timeline === latest)
  const wasPrimary = ({ host, startedAt, timeline }: HostState) =>
    known?.timeline === timeline &&
    (known?.startedAt === startedAt || known?.addresses.includes(host.address) === true)
  const primaries = selectServer(candidates) ?? selectServer(candidates.filter(wasPrimary)) ?? []
  const addresses = listAddresses(primaries)
  if (primaries[0])
    knownPrimaries.set(key, { timeline: latest, startedAt: primaries[0].startedAt, addresses })
  if (primaries.length < candidates.length) reportSplit(candidates, addresses)
  const successors = candidates.length > 0 ? listAddresses(candidates) : (known?.addresses ?? [])
  return states.map(state => {
    const { host, timeline } = state
    if (timeline === undefined || primaries.includes(state)) return state
    if (timeline === latest)
      return { host, problem: `accepts writes on timeline ${latest}, and so does another host` }
    const problem =
      `accepts writes on timeline ${timeline}, but was replaced by ` +
      `${successors.join(', ')} on timeline ${latest}`
    reportOnce(
      `PostgreSQL at ${host.address} ${problem}. Stop it, and make it a standby of the new primary.` +
        (wasPrimary(state) ? ' Its writes since the promotion are missing there.' : ''),
    )
    return { host, problem }
  })
}

/** Returns the hosts if they are all one server. */
const selectServer = (states: HostState[]): HostState[] | undefined =>
  new Set(states.map(({ startedAt }) => startedAt)).size === 1 ? states : undefined

const listAddresses = (states: readonly HostState[]) => states.map(({ host }) => host.address)

function reportSplit(candidates: readonly HostState[], primaryAddresses: readonly string[]) {
  const addresses = listAddresses(candidates).join(', ')
  reportOnce(
    `Several PostgreSQL servers accept writes on timeline ${candidates[0]?.timeline}: ${addresses}. ` +
      (primaryAddresses.length > 0
        ? `Only ${primaryAddresses.join(', ')} is used. Stop the other one.`
        : 'None is used. Stop all but one.'),
  )
}

function reportOnce(problem: string): void {
  if (reportedProblems.has(problem)) return
  reportedProblems.add(problem)
  process.emitWarning(problem)
}

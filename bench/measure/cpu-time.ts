import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Whether the system reports the CPU time of processes in `/proc`. */
export const canReadCpuTime: boolean = existsSync(`/proc/${process.pid}/stat`)

/** Linux reports CPU time in hundredths of a second. */
const msPerTick = 10

/** Returns the CPU time of a process with all its threads, in milliseconds. */
export function readCpuMs(pid: number): number {
  const stat = readStat(pid)
  return stat ? stat.ownTicks * msPerTick : 0
}

/**
 * Returns the CPU time of PostgreSQL in milliseconds: of the postmaster, its running child processes
 * and those that have ended.
 */
export function readPostgresCpuMs(postmasterPid: number): number {
  let ticks = 0
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const stat = readStat(Number(entry))
    if (Number(entry) === postmasterPid) ticks += (stat?.ownTicks ?? 0) + (stat?.endedTicks ?? 0)
    else if (stat?.parent === postmasterPid) ticks += stat.ownTicks
  }
  return ticks * msPerTick
}

function readStat(pid: number) {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // The process has ended.
    return undefined
  }
  // The name in parentheses can contain spaces. It is followed by the state and the parent.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const sum = (from: number) => Number(fields[from]) + Number(fields[from + 1])
  return { parent: Number(fields[1]), ownTicks: sum(11), endedTicks: sum(13) }
}

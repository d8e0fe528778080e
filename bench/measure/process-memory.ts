import { readdirSync, readFileSync } from 'node:fs'

/** Returns the resident memory of a process, zero if it has ended. Needs Linux. */
export function readMemoryMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readIfExists(`/proc/${pid}/status`))?.[1]
  return Math.round(Number(kilobytes ?? 0) / 1024)
}

/** Returns the memory of PostgreSQL without the buffers that its processes share. Needs Linux. */
export function readPostgresMemoryMb(postmasterPid: number): number {
  const statuses = readdirSync('/proc')
    .filter(entry => /^\d+$/.test(entry))
    .map(entry => readIfExists(`/proc/${entry}/status`))
    .filter(status => Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) === postmasterPid)
  const kilobytes = statuses.map(status => Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0))
  return Math.round(kilobytes.reduce((sum, size) => sum + size, 0) / 1024)
}

function readIfExists(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Returns the resident memory of a server, its import parsers and its image encoder, but not of
 * PostgreSQL.
 */
function readServerMemoryMb(pid: number): number {
  const children = readIfExists(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean)
  const helpers = children.filter(child =>
    /import-parser|image-encoder|encoding-detector/.test(readIfExists(`/proc/${child}/cmdline`)),
  )
  return [pid, ...helpers.map(Number)].reduce((sum, id) => sum + readMemoryMb(id), 0)
}

/** Runs the work and returns the highest resident memory of a server meanwhile. */
export async function measurePeakMb(pid: number, work: () => Promise<unknown>): Promise<number> {
  let peakMb = readServerMemoryMb(pid)
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, readServerMemoryMb(pid))
  }, 50)
  await work()
  clearInterval(timer)
  return peakMb
}

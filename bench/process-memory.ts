import { readFileSync } from 'node:fs'

/** Returns the resident memory of a process, zero if it has ended. Needs Linux. */
export function readMemoryMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readStatus(pid))?.[1]
  return Math.round(Number(kilobytes ?? 0) / 1024)
}

function readStatus(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}

/** Runs the work and returns the highest resident memory of a process meanwhile. */
export async function measurePeakMb(pid: number, work: () => Promise<unknown>): Promise<number> {
  let peakMb = readMemoryMb(pid)
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, readMemoryMb(pid))
  }, 50)
  await work()
  clearInterval(timer)
  return peakMb
}

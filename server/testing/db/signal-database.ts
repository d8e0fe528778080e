import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Sends the signal to all processes of the database in the folder. Returns the id of the first. */
export function signalDatabaseIn(databaseDir: string, signal: NodeJS.Signals): number {
  const pid = Number.parseInt(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8'), 10)
  signalAll([pid, ...listChildProcesses(pid)], signal)
  return pid
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // A child process exits by itself when the main process ends.
    }
  }
}

function listChildProcesses(parent: number): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => {
      try {
        // The program name may contain brackets. The fields after the last bracket are fixed.
        return (
          Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]) ===
          parent
        )
      } catch {
        return false
      }
    })
}

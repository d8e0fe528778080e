import { execFileSync } from 'node:child_process'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../../startup-error.ts'

/**
 * Locks the data folder for this process and returns a function that releases the lock. The lock of
 * a process that has ended is replaced.
 * @throws StartupError when another process holds the lock
 */
export function acquireDataLock(dataDir: string): () => void {
  const lock = join(dataDir, 'storewright.lock')
  const ownEntry = `${process.pid} ${getProcessStartTime(process.pid)}\n`
  const temporaryFile = `${lock}.${process.pid}`
  writeFileSync(temporaryFile, ownEntry, { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      if (tryCreateLink(temporaryFile, lock))
        return () => readText(lock) === ownEntry && rmSync(lock, { force: true })
      const currentEntry = readText(lock)
      if (currentEntry === undefined) continue
      if (isOwnerAlive(currentEntry)) {
        throw new StartupError(
          `Storewright is already running on the data folder ${dataDir} ` +
            `(process ${Number.parseInt(currentEntry, 10)}). ` +
            'Stop it, or set DATA_DIR to another folder.',
        )
      }
      removeStaleLock(lock, currentEntry)
    }
    throw new StartupError(
      `Another Storewright is opening the data folder ${dataDir}. Try again later.`,
    )
  } finally {
    rmSync(temporaryFile, { force: true })
  }
}

// A link creates the complete lock file atomically, and fails if the file exists.
function tryCreateLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

// Two processes can find the same stale lock. The slower one must not remove the new lock of the
// faster one, so it restores a lock that is not the stale one.
function removeStaleLock(lock: string, staleEntry: string) {
  const stalePath = `${lock}.dead.${process.pid}`
  try {
    renameSync(lock, stalePath)
  } catch {
    return
  }
  if (readText(stalePath) !== staleEntry) tryCreateLink(stalePath, lock)
  rmSync(stalePath, { force: true })
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Returns the start time of the process, because process ids are reused, especially in containers.
 */
function getProcessStartTime(pid: number): string {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return fields[0] === 'Z' ? '' : (fields[19] ?? '')
    }
    if (process.platform === 'win32') return 'unknown'
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .replaceAll(' ', '_')
  } catch {
    return ''
  }
}

function isOwnerAlive(owner: string): boolean {
  const [pid = '', startTime = ''] = owner.trim().split(' ')
  return (
    Number(pid) > 0 &&
    isProcessRunning(Number(pid)) &&
    getProcessStartTime(Number(pid)) === startTime
  )
}

/** Returns whether a running process has locked the data folder. */
export function isDataFolderInUse(dataDir: string): boolean {
  return isOwnerAlive(readText(join(dataDir, 'storewright.lock')) ?? '')
}

export function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

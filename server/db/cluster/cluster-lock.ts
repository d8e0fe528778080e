import { execFileSync } from 'node:child_process'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../../startup-error.ts'

/** Makes this process the only one that works on the data folder; returns the release. A dead owner's lock is taken over. */
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
          `Storewright is already running on the data folder ${dataDir} (process ${Number.parseInt(currentEntry, 10)}); stop it first, or set DATA_DIR to another folder.`,
        )
      }
      removeStaleLock(lock, currentEntry)
    }
    throw new StartupError(
      `The data folder ${dataDir} is being opened by another Storewright just now.`,
    )
  } finally {
    rmSync(temporaryFile, { force: true })
  }
}

// The link is what makes the lock appear whole and only once; a plain write could be read half-written.
function tryCreateLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

// Two starters may find the same dead lock; the slower one must not carry off the lock the faster one has made since.
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

/** When the process began, as its system tells it. Process numbers are used again, above all in containers. */
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

/** Whether a process that is still alive works on the data folder. */
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

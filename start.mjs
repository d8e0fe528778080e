// Starts everything else: needs only Node 20.19 and npm, installs and builds what is missing, then hands over to the
// Node that came with the packages. Usage: node start.mjs [start|dev|demo|test|check|bench|screenshots|build|texts] …
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
const node = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

const commands = {
  start: { script: 'server/start.ts', needsBuild: true },
  dev: { script: 'scripts/dev.ts' },
  demo: { script: 'server/seed/demo.ts', needsBuild: true },
  test: { script: 'scripts/check.ts', args: ['--browser'], needsBuild: true },
  check: { script: 'scripts/check.ts' },
  bench: { script: 'bench/run.ts' },
  'bench:security': { script: 'bench/security.ts' },
  'test:faults': { script: 'faults/run-faults.ts' },
  screenshots: { script: 'scripts/screenshots.ts', needsBuild: true },
  lighthouse: { script: 'scripts/lighthouse.ts', needsBuild: true },
  build: { needsBuild: true },
  texts: { script: 'scripts/texts.ts' },
  backup: { script: 'scripts/run-backup.ts' },
  restore: { script: 'scripts/run-restore.ts' },
  'audit:verify': { script: 'scripts/verify-audit.ts' },
}

const [name = 'start', ...rest] = process.argv.slice(2)
const command = commands[name]
if (!command) fail(`There is no command ${name}; there are ${Object.keys(commands).join(', ')}.`)
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19))
  fail(`Storewright needs Node.js 20.19 or newer to start; this is ${process.versions.node}.`)

process.chdir(root)
install()
if (command.needsBuild) build()
if (command.script) run(command.script, [...(command.args ?? []), ...rest])

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** `npm ci` when the packages are missing or are not those of package-lock.json. */
function install() {
  const stamp = join('node_modules', '.storewright-install')
  const wanted = hash([readFileSync('package-lock.json'), `${process.platform} ${process.arch}`])
  if (existsSync(node) && readOr(stamp) === wanted) return
  if (!existsSync(node) || !matchesLock()) {
    console.log('Installing packages (npm ci) …')
    const options = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
    const npm = process.env.npm_execpath ?? ''
    const done = /npm-cli\.c?js$/.test(npm)
      ? spawnSync(process.execPath, [npm, ...options], { stdio: 'inherit' })
      : spawnSync('npm', options, { stdio: 'inherit', shell: process.platform === 'win32' })
    if (done.status !== 0) fail('The packages could not be installed; npm says above why.')
  }
  if (!existsSync(node))
    fail(
      'The packages are there but Node 24 is not among them: install scripts seem to be switched off (npm config ignore-scripts).',
    )
  writeFileSync(stamp, wanted)
}

/** Whether what npm wrote down when it last installed is what the lock asks for: somebody ran npm by hand. */
function matchesLock() {
  const installed = readOr(join('node_modules', '.package-lock.json'))
  if (!installed) return false
  const have = JSON.parse(installed).packages
  return Object.entries(JSON.parse(readFileSync('package-lock.json', 'utf8')).packages)
    .filter(([path, { optional }]) => path !== '' && !(optional && !have[path]))
    .every(([path, { version }]) => have[path]?.version === version)
}

/** Builds the browser's part when one of its sources has changed. */
function build() {
  const stamp = join('dist', '.storewright-build')
  const files = ['web', 'contract', 'public']
    .flatMap(listFiles)
    .filter(path => !/\.test\.tsx?$/.test(path))
  const sources = [
    ...files,
    'index.html',
    'vite.config.ts',
    'tsconfig.json',
    'package-lock.json',
  ].filter(path => existsSync(path))
  const wanted = hash(sources.flatMap(path => [path, readFileSync(path)]))
  if (readOr(stamp) === wanted) return
  console.log('Building the pages …')
  rmSync(stamp, { force: true })
  const done = spawnSync(
    node,
    [join('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
    { stdio: 'inherit' },
  )
  if (done.status !== 0) fail('The pages could not be built; the reason stands above.')
  mkdirSync('dist', { recursive: true })
  writeFileSync(stamp, wanted)
}

/** Runs the script on our Node, passes signals on and ends as it ends. */
function run(script, args) {
  // What Node has read and compiled once it need not compile at the next start.
  const env = {
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
    ...process.env,
  }
  // Half of the usual space for young values: 40 MB less from the start, and no slower that could be measured.
  const child = spawn(node, ['--max-semi-space-size=8', script, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env,
  })
  const pass = signal => child.kill(signal)
  process.on('SIGTERM', pass)
  process.on('SIGINT', pass)
  process.on('SIGHUP', pass)
  // npm may be killed, or run us through a shell that dies of a signal without passing it on.
  const parents = listParents()
  if (process.env.npm_lifecycle_event)
    setInterval(() => listParents() !== parents && pass('SIGTERM'), 500).unref()
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code))
}

/** The process that started us, and the one behind it when that is only npm's shell. */
function listParents() {
  const [, program, parent] =
    /^\d+ \((.*)\) \S (\d+)/.exec(readOr(`/proc/${process.ppid}/stat`) ?? '') ?? []
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

function readOr(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

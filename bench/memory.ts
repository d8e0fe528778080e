// Prints the resident memory of the server as `npm start` runs it: idle, after load, and during
// three imports; then the slowest list of another store during a hostile import. Needs Linux.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findFreePort } from '../scripts/find-free-port.ts'

const { values } = parseArgs({
  options: {
    variants: { type: 'string', default: '10000' },
    imports: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '32' },
  },
})
const variantsPerProduct = 4
const hostileBytes = 49_000_000

const dataDir = mkdtempSync(join(tmpdir(), 'storewright-memory-'))
const port = await findFreePort()
const url = `http://127.0.0.1:${port}`
const npm = await startWithNpm()
try {
  await measureAll()
} finally {
  npm.kill('SIGTERM')
  if (npm.exitCode === null) await once(npm, 'exit')
  rmSync(dataDir, { recursive: true, force: true })
}

/** Starts twice, so that the second start finds the database and the compiled modules. */
async function startWithNpm(): Promise<ChildProcess> {
  const first = await launch()
  first.child.kill('SIGTERM')
  await once(first.child, 'exit')
  const second = await launch()
  console.log(`first start ${first.ms} ms, second start ${second.ms} ms\n`)
  return second.child
}

async function launch(): Promise<{ child: ChildProcess; ms: number }> {
  const start = performance.now()
  const child = spawn('npm', ['start'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), LIMIT_FACTOR: '1000' },
  })
  for await (const output of child.stdout)
    if (String(output).includes('Storewright is ready')) break
  return { child, ms: Math.round(performance.now() - start) }
}

async function measureAll() {
  const { pid, wrappers } = findServerProcess()
  const wrapperMb = wrappers.reduce((sum, wrapper) => sum + readMemoryMb(wrapper), 0)
  console.log(
    `${wrappers.length} processes around the server with ${wrapperMb} MB\n\n` +
      '| server process | resident MB | peak MB |\n|---|---:|---:|',
  )
  const printRow = async (name: string, work: () => Promise<unknown>) => {
    const peakMb = await measurePeakMb(pid, work)
    await sleep(5000)
    console.log(`| ${name} | ${readMemoryMb(pid)} | ${peakMb} |`)
  }
  await printRow('idle', () => sleep(5000))
  const first = await signUp('first')
  for (let nr = 1; nr <= Number(values.imports); nr++)
    await printRow(`import ${nr} of ${values.variants} variants`, () =>
      importFile(first, createCatalog(nr)),
    )
  await printRow('load', () => load(first))
  const second = await signUp('second')
  const commas = ','.repeat(hostileBytes)
  const slowest: number[] = []
  for (const [name, file] of [
    ['header of 49 MB of commas', commas],
    ['row of 49 MB of commas', `Handle,Title,Variant Price\n${commas}`],
  ] as const)
    await printRow(name, async () => {
      slowest.push(await measureSlowestList(first, file, second))
    })
  console.log(`\nslowest list of another store during the last two: ${slowest.join(' and ')} ms`)
}

/** Returns the process of the server, and the processes between it and this one. */
function findServerProcess(): { pid: number; wrappers: number[] } {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  for (const pid of pids.map(Number)) {
    const [first, ...wrappers] = listAncestors(pid)
    if (first && readProc(pid, 'cmdline').includes('server/start.ts'))
      return { pid, wrappers: [first, ...wrappers] }
  }
  throw new Error('The process of the server was not found.')
}

/** Returns the ancestors of the process below this one, or none if it is not a descendant. */
function listAncestors(pid: number): number[] {
  const ancestors: number[] = []
  for (let current = pid; current > 1; ) {
    current = Number(/\) \S (\d+)/.exec(readProc(current, 'stat'))?.[1] ?? 0)
    if (current === process.pid) return ancestors
    ancestors.push(current)
  }
  return []
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

function readMemoryMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readProc(pid, 'status'))?.[1]
  return Math.round(Number(kilobytes ?? 0) / 1024)
}

/** Runs the work and returns the highest resident memory meanwhile. */
async function measurePeakMb(pid: number, work: () => Promise<unknown>): Promise<number> {
  let peakMb = readMemoryMb(pid)
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, readMemoryMb(pid))
  }, 50)
  await work()
  clearInterval(timer)
  return peakMb
}

type Headers = Record<string, string>

async function signUp(name: string): Promise<Headers> {
  const reply = await fetch(`${url}/api/business/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      fullName: 'Mara Lindt',
      email: `${name}@example.com`,
      password: 'kettle-shed-oak-7',
      businessName: `Store ${name}`,
    }),
  })
  const text = await reply.text()
  if (reply.status === 503) return sleep(2000).then(() => signUp(name))
  if (!reply.ok) throw new Error(`The signup returned ${reply.status}: ${text}`)
  const { data } = JSON.parse(text)
  return { authorization: `Bearer ${data.accessToken}`, 'x-business-id': data.business }
}

function createCatalog(nr: number): string {
  const header =
    'Handle,Title,Body (HTML),Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Price'
  const rows = Array.from({ length: Number(values.variants) }, (_, i) => {
    const product = `${nr}-${Math.floor(i / variantsPerProduct)}`
    const isFirst = i % variantsPerProduct === 0
    const own = isFirst
      ? `Shirt ${product},<p>${'Soft linen. '.repeat(20)}</p>,Linen & Co,Size`
      : ',,,'
    return `shirt-${product},${own},Size ${i % variantsPerProduct},SKU-${nr}-${i},${10 + (i % 90)}.50`
  })
  return [header, ...rows].join('\n')
}

/** Uploads a file, starts its import when it is planned, and waits for its end. */
async function importFile(headers: Headers, content: string | Buffer): Promise<string> {
  const body = new FormData()
  body.append('kind', 'products')
  body.append('file', new Blob([new Uint8Array(Buffer.from(content))]), 'products.csv')
  const { _id } = await call(headers, 'create', { method: 'POST', body })
  for (;;) {
    await sleep(200)
    const { status } = await call(headers, _id)
    if (status === 'planned')
      await call({ ...headers, 'content-type': 'application/json' }, `start/${_id}`, {
        method: 'POST',
        body: '{}',
      })
    if (['done', 'failed', 'matching'].includes(status)) return status
  }
}

async function call(headers: Headers, path: string, init: RequestInit = {}) {
  const reply = await fetch(`${url}/api/import/${path}`, { ...init, headers })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${path} returned ${reply.status}: ${text}`)
  return JSON.parse(text).data
}

/** Reads lists and the dashboard on all connections. */
async function load(headers: Headers): Promise<void> {
  const paths = [
    'product/getAll',
    'order/getAll',
    'customer/getAll',
    'dashboard/stats?period=today',
  ]
  const end = performance.now() + 1000 * Number(values.seconds)
  const readUntilEnd = async (_: unknown, connection: number) => {
    for (let nr = connection; performance.now() < end; nr++) {
      const reply = await fetch(`${url}/api/${paths[nr % paths.length]}`, { headers })
      await reply.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: Number(values.connections) }, readUntilEnd))
}

/** Returns the slowest list of a store in ms while another store uploads and plans a file. */
async function measureSlowestList(importing: Headers, file: string, listing: Headers) {
  let slowestMs = 0
  let isImporting = true
  // A file with too many columns is rejected, at the upload or by its plan.
  const importEnd = importFile(importing, file)
    .catch(() => {})
    .finally(() => {
      isImporting = false
    })
  while (isImporting) {
    const start = performance.now()
    await (await fetch(`${url}/api/product/getAll`, { headers: listing })).arrayBuffer()
    slowestMs = Math.max(slowestMs, performance.now() - start)
    await sleep(10)
  }
  await importEnd
  return Math.round(slowestMs)
}

// Prints the resident memory of the server as `npm start` runs it: idle, after load, and during
// three imports and two hostile files. Needs Linux.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findFreePort } from '../server/db/cluster/find-free-port.ts'
import { signUpSeller, stopProcess } from './bench-server.ts'
import {
  createCatalog,
  hostileHeaderFile,
  hostileRowFile,
  importProducts,
} from './load/import-load.ts'
import { measurePeakMb, readMemoryMb } from './measure/process-memory.ts'

const { values } = parseArgs({
  options: {
    variants: { type: 'string', default: '10000' },
    imports: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '32' },
  },
})

const dataDir = mkdtempSync(join(tmpdir(), 'storewright-memory-'))
const port = await findFreePort()
const url = `http://127.0.0.1:${port}`
const npm = await startWithNpm()
try {
  await measureAll()
} finally {
  await stopProcess(npm)
  rmSync(dataDir, { recursive: true, force: true })
}

/** Starts twice, so that the second start finds the database and the compiled modules. */
async function startWithNpm(): Promise<ChildProcess> {
  const first = await launch()
  await stopProcess(first.child)
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
  const { headers } = await signUpSeller(url, 'memory')
  const session = { url, headers }
  for (let nr = 1; nr <= Number(values.imports); nr++)
    await printRow(`import ${nr} of ${values.variants} variants`, () =>
      importProducts(session, createCatalog(String(nr), Number(values.variants))),
    )
  await printRow('load', () => load(headers))
  // A file with too many columns is rejected, at the upload or by its plan.
  for (const [name, file] of [
    ['header of 49 MB of commas', hostileHeaderFile],
    ['row of 49 MB of commas', hostileRowFile],
  ] as const)
    await printRow(name, () => importProducts(session, file).catch(() => {}))
}

/** Returns the process of the server, and the processes between it and this one. */
function findServerProcess(): { pid: number; wrappers: number[] } {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  for (const pid of pids.map(Number)) {
    const [first, ...wrappers] = listAncestors(pid)
    if (first && readProc(pid, 'cmdline').includes('dist/server/start.js'))
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

/** Reads lists and the dashboard on all connections. */
async function load(headers: Record<string, string>): Promise<void> {
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

import { rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { type BenchDatabase, prepareBenchDatabase, startServers } from './bench-environment.ts'
import { type BenchOptions, parseBenchOptions } from './bench-options.ts'
import { type BenchRow, formatSkippedRow, formatTableHead, formatTableRow } from './bench-report.ts'
import { readSample } from './bench-sample.ts'
import { printBreakdown } from './breakdown.ts'
import { canReadCpuTime } from './cpu-time.ts'
import { type BenchContext, measureCall } from './measure-call.ts'

const options = parseBenchOptions(process.argv.slice(2))
const folder = options.dataFolder ?? join(tmpdir(), `storewright-bench-${process.pid}`)
const command = `npm run bench -- ${process.argv.slice(2).join(' ')}`.trim()
const results: BenchRow[] = []
let environment: object | undefined

try {
  for (const rows of options.rows)
    for (const stores of options.stores) await measureDatabase(rows, stores)
  if (options.jsonFile)
    writeFileSync(options.jsonFile, JSON.stringify({ command, ...environment, results }, null, 2))
} finally {
  if (!options.dataFolder) rmSync(folder, { recursive: true, force: true })
}

/** Measures all calls on one database, created with this number of products and of orders. */
async function measureDatabase(rows: number, stores: number) {
  const cleanups: (() => Promise<void>)[] = []
  try {
    const rowsPerStore = Math.max(1, Math.round(rows / stores))
    const database = await prepareBenchDatabase(join(folder, `${rows}-rows-${stores}-stores`), {
      stores,
      products: rowsPerStore,
      orders: rowsPerStore,
      smallProducts: rowsPerStore,
      smallOrders: rowsPerStore,
    })
    cleanups.unshift(database.stop)
    const { app, bare, stats } = await startServers(database, cleanups)
    if (!environment) printEnvironment(database, options)
    const context = { database, app, bare, stats, sample: await readSample(database) }
    if (options.breakdownCall)
      for (const connections of options.connections)
        await printBreakdown(context, options.breakdownCall, {
          seconds: options.seconds,
          connections,
        })
    else await measureCalls(context, rows, stores)
  } finally {
    for (const stop of cleanups) await stop()
  }
}

async function measureCalls(context: BenchContext, rows: number, stores: number) {
  for (const connections of options.connections)
    for (const call of options.calls) {
      const result = await measureCall(context, call, { ...options, connections })
      const row = { rows, stores, connections, call: call.name, title: call.title }
      if (result) results.push({ ...row, result })
      console.log(result ? formatTableRow({ ...row, result }) : formatSkippedRow(row))
    }
}

function printEnvironment(
  { version, hasStatementStats }: BenchDatabase,
  { rounds, seconds, breakdownCall }: BenchOptions,
) {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB`
  environment = { node: process.versions.node, postgres: version, machine }
  console.log(`${command}\nNode ${process.versions.node}, ${version}, ${machine}`)
  if (breakdownCall) return
  console.log(
    `${rounds} × ${seconds} s for each server, in turns. ` +
      `Rows are the products of all stores together, with as many orders. ` +
      'CPU, statements and database time are per call.',
  )
  if (!canReadCpuTime) console.log('CPU times are skipped, because this system has no /proc.')
  if (!hasStatementStats)
    console.log('Statements are skipped, because this PostgreSQL has no pg_stat_statements.')
  console.log(`\n${formatTableHead()}`)
}

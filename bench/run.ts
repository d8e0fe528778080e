import { rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parsePostgresKind } from '../scripts/debian-cluster.ts'
import type { BenchCall } from './bench-calls.ts'
import type { BenchDatabase } from './bench-environment.ts'
import { type BenchOptions, parseBenchOptions } from './bench-options.ts'
import { printBreakdown } from './breakdown.ts'
import { readSample } from './data/bench-sample.ts'
import { spreadRows, withServers } from './load/load-program.ts'
import {
  type BenchRow,
  formatSkippedRow,
  formatTableHead,
  formatTableRow,
} from './measure/bench-report.ts'
import { canReadCpuTime } from './measure/cpu-time.ts'
import { type BenchContext, measureCall, prepareCall } from './measure/measure-call.ts'

const options = parseBenchOptions(process.argv.slice(2))
const folder = options.dataFolder ?? join(tmpdir(), `storewright-bench-${process.pid}`)
const command = `npm run bench -- ${process.argv.slice(2).join(' ')}`.trim()
const postgres = await parsePostgresKind(options.postgres)
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
function measureDatabase(rows: number, stores: number) {
  return withServers(
    folder,
    { ...spreadRows(rows, stores), postgres },
    {
      prepare: readSample,
      measure: async (servers, sample) => {
        if (!environment) printEnvironment(servers.database, options)
        const context = { ...servers, sample }
        if (options.breakdownCall) await printBreakdowns(context, options.breakdownCall)
        else await measureCalls(context, rows, stores)
      },
    },
  )
}

async function printBreakdowns(context: BenchContext, call: BenchCall) {
  const prepared = await prepareCall(context, call)
  if (!prepared) throw new Error('The stores have too few rows for this call.')
  for (const connections of options.connections)
    await printBreakdown(context, call.title, prepared, { seconds: options.seconds, connections })
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

import { rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { type PostgresKind, parsePostgresKind } from '../../scripts/debian-cluster.ts'
import { type BenchDatabase, prepareBenchDatabase, startServers } from '../bench-environment.ts'
import { printBreakdown } from '../breakdown.ts'
import type { BenchAmounts } from '../data/bench-data.ts'
import { type BenchRow, formatTableHead, formatTableRow } from '../measure/bench-report.ts'
import {
  type BenchContext,
  measurePreparedCall,
  type PreparedCall,
} from '../measure/measure-call.ts'

type Servers = Omit<BenchContext, 'sample'>

/** Creates or reuses a database for the rows, and passes it with running servers to `measure`. */
export async function withServers<Sample>(
  folder: string,
  { rows, postgres: kind, ...amounts }: BenchAmounts & { rows: number; postgres: PostgresKind },
  {
    prepare,
    measure,
  }: {
    /** Runs before the servers start. */
    prepare: (database: BenchDatabase) => Promise<Sample>
    measure: (servers: Servers, sample: Sample) => Promise<void>
  },
): Promise<void> {
  const cleanups: (() => Promise<void>)[] = []
  try {
    const databaseFolder = join(
      folder,
      [`${rows}-rows-${amounts.stores}-stores`, ...(kind === 'embedded' ? [] : ['debian'])].join(
        '-',
      ),
    )
    const database = await prepareBenchDatabase(databaseFolder, amounts, kind)
    cleanups.unshift(database.stop)
    const sample = await prepare(database)
    await measure({ database, ...(await startServers(database, cleanups)) }, sample)
  } finally {
    for (const stop of cleanups) await stop()
  }
}

/** Returns the rows of each store. Small stores have as many as the large one. */
export function spreadRows(rows: number, stores: number, maxOrders = Number.POSITIVE_INFINITY) {
  const products = Math.max(1, Math.round(rows / stores))
  const orders = Math.min(products, maxOrders)
  return { rows, stores, products, orders, smallProducts: products, smallOrders: orders }
}

/** The options of a program that measures requests of shoppers. */
export const createLoadOptions = (defaults: Record<LoadOption, string>) => ({
  /** Products of all stores together. */
  rows: { type: 'string' as const, default: defaults.rows },
  stores: { type: 'string' as const, default: defaults.stores },
  connections: { type: 'string' as const, default: '10' },
  calls: { type: 'string' as const, default: defaults.calls },
  seconds: { type: 'string' as const, default: defaults.seconds },
  rounds: { type: 'string' as const, default: defaults.rounds },
  /** Stores the databases in this folder and reuses them the next time. */
  data: { type: 'string' as const },
  json: { type: 'string' as const },
  /** The database: `embedded`, `debian` with the settings of its packages, or `pgbouncer` in front of it. */
  postgres: { type: 'string' as const, default: 'embedded' },
  /** Prints the statements of the calls instead of the table. */
  breakdown: { type: 'boolean' as const, default: false },
})
type LoadOption = 'rows' | 'stores' | 'calls' | 'seconds' | 'rounds'
type LoadValues = Record<LoadOption | 'connections', string> & {
  data?: string
  json?: string
  postgres: string
  breakdown: boolean
}

type LoadProgram<Call, Sample> = {
  /** The folder of the databases in the folder for temporary files. */
  name: string
  calls: readonly Call[]
  maxOrders?: number
  prepareSample: (sql: postgres.Sql, database: BenchDatabase) => Promise<Sample>
  prepareCall: (call: Call, sample: Sample, servers: Servers) => Promise<PreparedCall>
}

/** Measures the calls with each number of rows, stores and connections, and prints one table. */
export async function runLoadProgram<Call extends { name: string; title: string }, Sample>(
  values: LoadValues,
  program: LoadProgram<Call, Sample>,
): Promise<void> {
  const folder = values.data ?? join(tmpdir(), `storewright-bench-${program.name}-${process.pid}`)
  const results: BenchRow[] = []
  const kind = await parsePostgresKind(values.postgres)
  try {
    console.log(`Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model.trim()}\n`)
    if (!values.breakdown) console.log(formatTableHead())
    for (const rows of values.rows.split(',').map(Number))
      for (const stores of values.stores.split(',').map(Number))
        await withServers(
          folder,
          { ...spreadRows(rows, stores, program.maxOrders), postgres: kind },
          {
            prepare: database => prepareSample(database, program),
            measure: (servers, sample) =>
              measureCalls({ program, values, servers, sample }, row => {
                results.push({ rows, stores, ...row })
                console.log(formatTableRow({ rows, stores, ...row }))
              }),
          },
        )
    if (values.json) writeFileSync(values.json, JSON.stringify(results, null, 2))
  } finally {
    if (!values.data) rmSync(folder, { recursive: true, force: true })
  }
}

async function prepareSample<Sample>(
  database: BenchDatabase,
  program: Pick<LoadProgram<never, Sample>, 'prepareSample'>,
): Promise<Sample> {
  const sql = postgres(database.superuserUrl, { max: 1 })
  return program.prepareSample(sql, database).finally(() => sql.end())
}

type Measurement<Call, Sample> = {
  program: LoadProgram<Call, Sample>
  values: LoadValues
  servers: Servers
  sample: Sample
}

async function measureCalls<Call extends { name: string; title: string }, Sample>(
  { program, values, servers, sample }: Measurement<Call, Sample>,
  onMeasured: (row: Omit<BenchRow, 'rows' | 'stores'>) => void,
): Promise<void> {
  const names = values.calls.split(',')
  for (const connections of values.connections.split(',').map(Number))
    for (const call of program.calls.filter(({ name }) => names.includes(name))) {
      const prepared = await program.prepareCall(call, sample, servers)
      const seconds = Number(values.seconds)
      if (values.breakdown) {
        await printBreakdown(servers, call.title, prepared, { seconds, connections })
        continue
      }
      const rounds = Number(values.rounds)
      const result = await measurePreparedCall(servers, prepared, { connections, seconds, rounds })
      onMeasured({ connections, call: call.name, title: call.title, result })
    }
}

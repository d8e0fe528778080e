import { runLoad } from './load/run-load.ts'
import type { BenchContext, PreparedCall } from './measure/measure-call.ts'
import type { StatementOrigin, StatementStats } from './measure/statement-stats.ts'

/**
 * Prints the statements of one call by total time, with those of functions and triggers, then the
 * time of each function, then the activity of the connections.
 */
export async function printBreakdown(
  { stats }: Pick<BenchContext, 'stats'>,
  title: string,
  prepared: PreparedCall,
  { seconds, connections }: { seconds: number; connections: number },
): Promise<void> {
  if (!stats) throw new Error('A breakdown needs pg_stat_statements, which this PostgreSQL lacks.')
  await prepared.prepare()
  const { perSecond } = await runLoad(prepared.appCase, { seconds: 1 }, connections)
  await prepared.prepare()
  let waits = new Map<string, number>()
  const result = await stats.record(
    async () => {
      const sampling = stats.sampleWaits()
      const amount = perSecond * seconds
      const load = await runLoad(prepared.appCase, { amount }, connections)
      waits = await sampling.stop()
      return load
    },
    { withFunctions: true },
  )
  const callCount = Math.max(result.completedCount, 1)
  const totals = await stats.readTotals()
  console.log(
    `\n${title}: ${result.perSecond.toFixed(0)} per second at ${connections} connections ` +
      `while statements are recorded, p50 ${result.p50.toFixed(2)} ms, p99 ${result.p99.toFixed(2)} ms; ` +
      `${(totals.statements / callCount).toFixed(1)} statements and ` +
      `${(totals.databaseMs / callCount).toFixed(2)} ms database time per call, without commits\n`,
  )
  console.log('Statements. The time of a nested statement is part of the statement that runs it.\n')
  await printStatements(stats, 'application', callCount)
  console.log('\nStatements of the queue of the jobs, which run meanwhile\n')
  await printStatements(stats, 'queue', callCount)
  await printFunctions(stats, callCount)
  printWaits(waits)
}

async function printStatements(stats: StatementStats, origin: StatementOrigin, callCount: number) {
  console.log(
    '| ms per call | planning ms per call | calls per call | mean ms | min ms | rows | nested | statement |',
  )
  console.log('|---:|---:|---:|---:|---:|---:|---|---|')
  for (const { query, isNested, calls, totalMs, planMs, minMs, rows } of await stats.listStatements(
    origin,
    origin === 'application' ? 80 : 10,
  ))
    console.log(
      `| ${(totalMs / callCount).toFixed(3)} | ${(planMs / callCount).toFixed(3)} ` +
        `| ${(calls / callCount).toFixed(2)} | ${(totalMs / calls).toFixed(3)} ` +
        `| ${minMs.toFixed(3)} | ${(rows / calls).toFixed(1)} ` +
        `| ${isNested ? 'yes' : ''} | ${query.slice(0, 160).replaceAll('|', '\\|')} |`,
    )
}

async function printFunctions(stats: StatementStats, callCount: number) {
  console.log('\nFunctions and triggers. Own time is without the functions that they call.\n')
  console.log('| ms per call | own ms per call | calls per call | function |\n|---:|---:|---:|---|')
  for (const { name, calls, totalMs, selfMs } of await stats.listFunctions())
    console.log(
      `| ${(totalMs / callCount).toFixed(3)} | ${(selfMs / callCount).toFixed(3)} ` +
        `| ${(calls / callCount).toFixed(2)} | ${name} |`,
    )
}

function printWaits(waits: ReadonlyMap<string, number>) {
  console.log('\nAverage number of connections of the server by activity\n')
  console.log('| connections | activity |\n|---:|---|')
  for (const [name, average] of [...waits].toSorted(([, a], [, b]) => b - a))
    console.log(`| ${average.toFixed(2)} | ${name} |`)
}

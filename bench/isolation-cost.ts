import postgres from 'postgres'
import { type Db, openDb, withTransaction } from '../server/lib/db/db.ts'
import { executeBatch } from '../server/lib/db/execute-batch.ts'
import { batch } from '../server/lib/db/query-batch.ts'
import { generateBenchData } from './data/bench-data.ts'
import { measureMs, median, runConcurrently } from './measure/measure.ts'

const [n, rounds] = [600, 9]
/** The most that row security may cost a list. */
const targetPercent = 25

/**
 * Prints what row security costs the first page of a list, against the same query of a superuser
 * who names the store. The variants take turns, so that other load affects all alike. Fills an
 * empty database.
 */
export async function measureIsolationCost(ownerUrl: string): Promise<void> {
  const superUrl = ownerUrl.replace('//storewright:', '//postgres:')
  const superuserSql = postgres(superUrl, { max: 4, onnotice: () => {} })
  const scope = await generateBenchData(superuserSql, {
    stores: 50,
    products: 2000,
    orders: 200,
    smallProducts: 40,
    smallOrders: 5,
  })
  await superuserSql.unsafe(
    `create role isolation_bench login password 'bench-only' in role storewright_app`,
  )
  const url = Object.assign(new URL(superUrl), {
    username: 'isolation_bench',
    password: 'bench-only',
  }).href
  const appSql = postgres(url, { max: 4, onnotice: () => {} })
  const [pooledDb, pipelinedDb] = [
    openDb(url, { poolSize: 6, usesPreparedStatements: true }),
    openDb(url, { poolSize: 12, usesPreparedStatements: true }),
  ]
  const variants = listVariants({ superuserSql, appSql, pooledDb, pipelinedDb, ...scope })
  const ratesByVariant = variants.map((): number[] => [])
  for (let round = 0; round <= rounds; round++)
    for (const [i, [, work]] of variants.entries()) {
      const durationMs = await measureMs(() => runConcurrently(n, 32, work))
      // The first round warms up.
      if (round > 0) ratesByVariant[i]?.push((n / durationMs) * 1000)
    }
  printLosses(variants, ratesByVariant)
  await Promise.all([superuserSql.end(), appSql.end(), pooledDb.end(), pipelinedDb.end()])
}

type Connections = {
  superuserSql: postgres.Sql
  appSql: postgres.Sql
  pooledDb: Db
  pipelinedDb: Db
  storeId: string
  personId: string
}
type IsolationVariant = [name: string, work: () => Promise<unknown>]

/** Returns the same query in each form, the one without row security first. */
function listVariants({
  superuserSql,
  appSql,
  pooledDb,
  pipelinedDb,
  storeId,
  personId,
}: Connections): IsolationVariant[] {
  const scope = { storeId, personId }
  return [
    [
      'superuser',
      async () =>
        superuserSql`select * from product where store_id = ${storeId} order by created_at desc, id desc limit 20`,
    ],
    [
      'a plain transaction',
      () =>
        appSql.begin(async tx => {
          await tx`select set_config('app.store_id', ${storeId}, true),
            set_config('app.person_id', ${personId}, true)`
          return tx`select * from product order by created_at desc, id desc limit 20`
        }),
    ],
    [
      'a pipelined transaction',
      () =>
        withTransaction(pooledDb, scope, tx =>
          tx`select * from product order by created_at desc, id desc limit 20`.execute(),
        ),
    ],
    [
      'shared connections (as lists are served)',
      () =>
        executeBatch(pipelinedDb, scope, tx =>
          batch(
            [tx`select * from product order by created_at desc, id desc limit 20`],
            ([rows]) => rows,
          ),
        ),
    ],
  ]
}

function printLosses(
  variants: readonly IsolationVariant[],
  ratesByVariant: readonly number[][],
): void {
  let servedLossPercent = 0
  for (const [i, [name]] of variants.entries()) {
    const lossPercents = (ratesByVariant[i] ?? []).map(
      (rate, round) => 100 - (100 * rate) / (ratesByVariant[0]?.[round] ?? rate),
    )
    const formattedLoss =
      i > 0
        ? `, ${median(lossPercents).toFixed(0)} % less ` +
          `(rounds ${Math.min(...lossPercents).toFixed(0)} ` +
          `to ${Math.max(...lossPercents).toFixed(0)} %)`
        : ''
    servedLossPercent = median(lossPercents)
    console.log(
      `a list's query, ${name}: ${median(ratesByVariant[i] ?? []).toFixed(0)} a second` +
        `${formattedLoss} (n = ${rounds} × ${n}, 32 at once, 4 connections)`,
    )
  }
  const isWithinTarget = servedLossPercent <= targetPercent
  console.log(
    `  row security costs a list ${servedLossPercent.toFixed(0)} %, ` +
      `the limit is ${targetPercent} %: ${isWithinTarget ? 'passed' : 'FAILED'}`,
  )
  if (!isWithinTarget) process.exitCode = 1
}

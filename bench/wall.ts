import postgres from 'postgres'
import { ask, inScope, openDb } from '../server/lib/db/db.ts'
import { reading } from '../server/lib/db/read.ts'
import { generate } from './bench-data.ts'
import { drive, median, timed } from './measure.ts'

const [n, rounds] = [600, 9]
/** What lists may lose by the wall, as they are served. */
const targetPercent = 25

/**
 * What the first page of a list costs behind the wall between stores, against the same query without it: as a superuser who
 * names the store. The forms take turns, so that a busy machine is busy for each. Fills an empty database.
 */
export async function measureWall(ownerUrl: string): Promise<void> {
  const superUrl = ownerUrl.replace('//storewright:', '//postgres:')
  const bare = postgres(superUrl, { max: 4, onnotice: () => {} })
  const scope = await generate(bare, {
    stores: 50,
    products: 2000,
    orders: 200,
    smallProducts: 40,
    smallOrders: 5,
  })
  const { businessId, personId } = scope
  await bare.unsafe(`create role wall_bench login password 'bench-only' in role storewright_app`)
  const url = Object.assign(new URL(superUrl), {
    username: 'wall_bench',
    password: 'bench-only',
  }).href
  const plain = postgres(url, { max: 4, onnotice: () => {} })
  const [lent, shared] = [
    openDb(url, { poolSize: 6, prepare: true }),
    openDb(url, { poolSize: 12, prepare: true }),
  ]
  const forms: [string, () => Promise<unknown>][] = [
    [
      'no wall',
      async () =>
        bare`select * from product where business_id = ${businessId} order by created_at desc, id desc limit 20`,
    ],
    [
      'a plain transaction',
      () =>
        plain.begin(async tx => {
          await tx`select set_config('app.business_id', ${businessId}, true), set_config('app.person_id', ${personId}, true)`
          return tx`select * from product order by created_at desc, id desc limit 20`
        }),
    ],
    [
      'a transaction sent without waiting',
      () =>
        inScope(lent, scope, tx =>
          tx`select * from product order by created_at desc, id desc limit 20`.execute(),
        ),
    ],
    [
      'shared connections, as lists are served',
      () =>
        ask(shared, scope, tx =>
          reading(
            [tx`select * from product order by created_at desc, id desc limit 20`],
            ([rows]) => rows,
          ),
        ),
    ],
  ]
  const rates = forms.map((): number[] => [])
  for (let round = 0; round <= rounds; round++)
    for (const [i, [, work]] of forms.entries()) {
      const took = await timed(() => drive(n, 32, work))
      // The first round warms up.
      if (round > 0) rates[i]?.push((n / took) * 1000)
    }
  let served = 0
  for (const [i, [name]] of forms.entries()) {
    const lost = (rates[i] ?? []).map(
      (rate, round) => 100 - (100 * rate) / (rates[0]?.[round] ?? rate),
    )
    const cost =
      i > 0
        ? `, ${median(lost).toFixed(0)} % less (rounds ${Math.min(...lost).toFixed(0)} to ${Math.max(...lost).toFixed(0)} %)`
        : ''
    served = median(lost)
    console.log(
      `a list's query, ${name}: ${median(rates[i] ?? []).toFixed(0)} a second${cost} (n = ${rounds} × ${n}, 32 at once, 4 connections)`,
    )
  }
  const isKept = served <= targetPercent
  console.log(
    `  the wall may cost a list ${targetPercent} % at most, and costs ${served.toFixed(0)} % as lists are served: ${isKept ? 'kept' : 'NOT KEPT'}`,
  )
  if (!isKept) process.exitCode = 1
  await Promise.all([bare.end(), plain.end(), lent.end(), shared.end()])
}

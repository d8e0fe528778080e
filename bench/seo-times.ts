import { parseArgs } from 'node:util'
import { countSeoRecords, listSeoRecords } from '../server/seo/seo-list.ts'
import { openBenchStore, startMeasuring } from './bench-store.ts'
import { measureMedianMs } from './measure/measure.ts'

/**
 * Measures the page of problems for search engines in a store with many products. The floor is one read of the
 * titles and descriptions of all products.
 */
const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '10' },
  },
})

const { sql, storeId, close } = await openBenchStore({
  products: Number(values.products),
  orders: 10,
})
try {
  await sql`vacuum analyze product, product_image, media`
  await startMeasuring(sql)
  const reader = { storeId, abilities: [{ action: 'manage', subject: 'all' }] } as const
  const floor = await measure(
    () => sql`select sum(length(title) + length(description)) from product where status = 'active'`,
  )
  console.log(
    `${values.products} products; median ms, and the ratio to one read in ${floor.toFixed(0)} ms\n`,
  )
  const format = (ms: number) => `${ms.toFixed(0)} (${(ms / floor).toFixed(1)})`
  console.log('| call | ms |\n| --- | --- |')
  console.log(`| page 1 | ${format(await measure(() => listSeoRecords(sql, {}, reader)))} |`)
  console.log(`| counts | ${format(await measure(() => countSeoRecords(sql, reader)))} |`)
} finally {
  await close()
}

function measure(work: () => Promise<unknown>): Promise<number> {
  return measureMedianMs(Number(values.rounds), work)
}

import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { startCluster } from '../server/db/cluster/cluster.ts'
import { migrate } from '../server/db/migrate.ts'
import { secretKey, toSuperuserUrl } from './bench-environment.ts'
import { createRandomFunctions, insertSearchWords } from './data/bench-data.ts'
import {
  adjectives,
  chineseLastNames,
  chineseLetters,
  firstNames,
  lastNames,
  materials,
  nouns,
  syllables,
} from './data/bench-words.ts'
import { measureMs, median } from './measure/measure.ts'

/**
 * Measures `search_records`, which all lists and the storefront use, in one large store. A twentieth of the
 * customers and orders has a Chinese name, and one of each has a name that no other has.
 */
const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    /** As many customers as orders. */
    orders: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '20' },
  },
})

const searches = [
  ['word', 'product', 'linen'],
  ['beginning', 'product', 'stonewa'],
  ['two words', 'product', 'linen napkin'],
  ['part', 'product', 'ware'],
  ['mistyped', 'product', 'stonewaer'],
  ['nothing', 'product', 'zzzzz'],
  ['one Chinese letter', 'product', '鞋'],
  ['part of two Chinese letters', 'product', '动鞋'],
  ...(['customer', 'order'] as const).flatMap(
    entity =>
      [
        ['word', entity, 'kovata'],
        ['part', entity, 'ovat'],
        ['mistyped', entity, 'kovaat'],
        ['common word', entity, 'kowalski'],
        ['one letter', entity, 'k'],
        ['two letters', entity, 'ko'],
        ['common part of one letter', entity, 'x'],
        ['common part of two letters', entity, 'wa'],
        ['rare part of two letters', entity, 'yx'],
        ['rare part of three letters', entity, 'yxq'],
        ['nothing, two letters', entity, 'qx'],
        ['nothing, three letters', entity, 'qxj'],
        ['common part of five letters', entity, 'owals'],
        ['rare part of five letters', entity, 'yxqvu'],
        ['nothing, five letters', entity, 'qxjzv'],
        ['one Chinese letter', entity, '张'],
        ['common part of one Chinese letter', entity, '伟'],
        ['rare part of one Chinese letter', entity, '麤'],
        ['nothing, one Chinese letter', entity, '鬱'],
        ['part of two Chinese letters', entity, '伟明'],
        ['nothing, two Chinese letters', entity, '鬱鬱'],
      ] as const,
  ),
] as const

const folder = await mkdtemp(join(tmpdir(), 'storewright-bench-search-'))
const cluster = await startCluster(folder)
const sql = postgres(toSuperuserUrl(cluster.url), { max: 1, onnotice: () => {} })
try {
  await migrate(cluster.url, { secretKey })
  const storeId = await insertRecords()
  const [server] = await sql`select split_part(version(), ' on ', 1) as version`
  console.log(`${server?.['version']}, ${cpus().length} × ${cpus()[0]?.model.trim()}`)
  console.log(`${values.products} products, ${values.orders} customers and orders\n`)
  console.log('| records | search | term | found | shortest ms | median ms |')
  console.log('| --- | --- | --- | --- | --- | --- |')
  await sql`select set_config('app.store_id', ${storeId}, false)`
  await sql`set role storewright_app`
  await sql`set jit = off`
  for (const [name, entity, term] of searches) await measureSearch(name, entity, term)
} finally {
  await sql.end()
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measureSearch(name: string, entity: string, term: string) {
  const search = () => sql`select cardinality(ids) as found from search_records(${entity}, ${term})`
  const [row] = await search()
  const times: number[] = []
  for (let round = 0; round < Number(values.rounds); round++) times.push(await measureMs(search))
  const found = row?.['found'] ?? 'common'
  const ms = [Math.min(...times), median(times)].map(time => time.toFixed(2))
  console.log(`| ${entity} | ${name} | ${term} | ${found} | ${ms.join(' | ')} |`)
}

/** Inserts the records of one store without their triggers, and fills the index. */
async function insertRecords(): Promise<string> {
  const storeId = await sql.begin(async tx => {
    await tx`set local session_replication_role = replica`
    await createRandomFunctions(tx)
    const [store] = await tx`
      insert into store (name, slug, created_by) values ('Store', 'store', new_id()) returning id`
    const id: string = store?.['id']
    const pick = (words: readonly string[], salt: number) =>
      tx`pg_temp.pick(${words}::text[], n, ${salt})`
    const model = tx`${pick(syllables, 4)} || ${pick(syllables, 5)} || ${pick(syllables, 6)}`
    const latinName = tx`initcap(concat_ws(' ', ${pick(firstNames, 1)}, ${pick(lastNames, 2)}, ${model}))`
    const chineseName = tx`
      ${pick(chineseLastNames, 1)} || ${pick(chineseLetters, 2)} || ${pick(chineseLetters, 3)}`
    const name = tx`case
      when n = 7 then 'Zyxqvuth 龘麤靐'
      when n % 20 = 0 then ${chineseName}
      else ${latinName}
    end`
    await tx`
      insert into product (store_id, title, slug, codes)
      select ${id}, concat_ws(' ', ${pick(adjectives, 1)}, ${pick(materials, 2)},
          ${pick(nouns, 3)}, ${model}, case when n % 100 = 0 then '运动鞋' end),
        'product-' || n, 'SKU-' || n
      from generate_series(1, ${values.products}::integer) n`
    await tx`
      insert into customer (store_id, name, email, phone)
      select ${id}, ${name}, 'customer-' || n || '@example.com', '+1555' || lpad(n::text, 7, '0')
      from generate_series(1, ${values.orders}::integer) n`
    await tx`
      insert into "order" (store_id, number, currency, customer_name, customer_email)
      select ${id}, '#' || n, 'USD', ${name}, 'customer-' || n || '@example.com'
      from generate_series(1, ${values.orders}::integer) n`
    await insertSearchWords(tx)
    return id
  })
  await sql`vacuum analyze`
  return storeId
}
